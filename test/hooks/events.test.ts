import { describe, expect, test } from 'vitest'
import { events } from '../../src/hooks/events.ts'
import { bash, command, contextOf, on, report, runnerOf, says } from './support/hooks.ts'

/** A payload with something for every field that a matcher can be compared with. */
const payload = {
  ...bash('make'),
  source: 'resume',
  trigger: 'manual',
  command_name: 'deploy',
  notification_type: 'idle_prompt',
  agent_type: 'reviewer',
  error: 'overloaded',
  load_reason: 'compact',
  file_path: '/work/proj/.envrc',
  to_model: 'm-1[1m]',
  mcp_server_name: 'srv',
  reason: 'clear',
}

test('the catalogue has the 33 events of the format', () => {
  expect(Object.keys(events)).toHaveLength(33)
})

/** What exit 2 does, event by event (spec/hooks.md 3.4). */
const blocking = {
  blocked: [
    'PreToolUse',
    'UserPromptSubmit',
    'UserPromptExpansion',
    'Stop',
    'SubagentStop',
    'TeammateIdle',
    'TaskCreated',
    'TaskCompleted',
    'ConfigChange',
    'PostToolUse',
    'PostToolUseFailure',
    'PostToolBatch',
    'PreCompact',
    'PreModelSwitch',
    'Elicitation',
    'ElicitationResult',
    'WorktreeCreate',
    'WorktreeRemove',
  ],
}

test.each(Object.keys(events))('exit 2 on %s does what the catalogue says', async (event) => {
  const said = await report(event, on(event, command('echo why >&2; exit 2')), payload)
  const blocks = blocking.blocked.includes(event)
  expect(said).toMatchObject({ blocked: blocks, reason: blocks ? 'why' : null, continue: true })
  expect(said.effect).toBe(event === 'PreToolUse' || event === 'PreModelSwitch' ? 'deny' : null)
  expect(said.outcomes[0]?.exit).toBe(2)
})

/** Events where `decision: "block"` with exit 0 blocks; on the others it is read and means nothing. */
const decidingInJson = blocking.blocked.filter(
  (event) => !['TeammateIdle', 'TaskCompleted', 'WorktreeCreate', 'WorktreeRemove'].includes(event),
)

test.each(Object.keys(events).filter((event) => event !== 'WorktreeCreate'))('a JSON block on %s', async (event) => {
  const said = await report(event, on(event, says({ decision: 'block', reason: 'why' })), payload)
  expect(said.blocked).toBe(decidingInJson.includes(event))
})

test.each(Object.keys(events))('failing closed on %s', async (event) => {
  const said = await report(event, on(event, command('exit 7', { onFailure: 'block' })), payload)
  const endless = ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'].includes(event)
  const blocks = (blocking.blocked.includes(event) && !endless) || event === 'PermissionRequest'
  expect(said.blocked).toBe(blocks)
  if (event === 'PermissionRequest') expect(said.effect).toBe('deny')
})

describe('matchers', () => {
  const selected = (event: string, matcher: string, fields = {}) =>
    runnerOf(contextOf({ [event]: [{ matcher, hooks: [command('true')] }] })).select(event, { ...payload, ...fields })
      .length

  test.each([
    ['SessionStart', 'resume', 1],
    ['SessionStart', 'startup', 0],
    ['UserPromptExpansion', 'deploy', 1],
    ['Notification', 'idle_prompt|auth_success', 1],
    ['SubagentStop', '^my-plugin:reviewer$', 0],
    ['StopFailure', 'overloaded', 1],
    ['StopFailure', 'rate_limit|overloaded', 1],
    ['PreCompact', 'auto', 0],
    ['FileChanged', '.envrc', 1],
    ['FileChanged', '.envrc|.env', 1],
    ['FileChanged', 'envrc', 0],
    ['PreModelSwitch', 'm-1', 1],
    ['PreModelSwitch', 'm-1[1m]', 0],
    ['SessionEnd', 'clear', 1],
    ['Elicitation', 'srv', 1],
    ['Stop', 'NoSuchThing', 1],
    ['CwdChanged', '(', 1],
  ])('%s with %s', (event, matcher, count) => {
    expect(selected(event, matcher)).toBe(count)
  })

  test('blanks, a comma and a hyphen turn the narrow events into patterns', () => {
    expect(selected('StopFailure', 'over.*')).toBe(1)
    expect(selected('StopFailure', 'rate_limit, overloaded')).toBe(0)
  })

  test('a model without a canonical name runs every hook', () => {
    expect(selected('PreModelSwitch', 'm-1', { to_model: null })).toBe(1)
  })

  test('an internal agent has no type: a name misses it, everything hits it', () => {
    expect(selected('SubagentStop', 'reviewer', { agent_type: '' })).toBe(0)
    expect(selected('SubagentStop', '*', { agent_type: '' })).toBe(1)
  })

  test('an old tool name in a list hits the tool, and the hook sees its new name', async () => {
    const hooks = { PreToolUse: [{ matcher: 'Task', hooks: [command('jq -r .tool_name >&2; exit 2')] }] }
    const said = await report('PreToolUse', hooks, { tool_name: 'Task', tool_input: {} })
    expect(said.reason).toBe('Agent')
    expect(said.warnings[0]).toMatch(/`Task` is now called `Agent`/)
  })
})

test('an MCP tool does not run at launch nor on Setup', () => {
  const tool = { type: 'mcp_tool', server: 's', tool: 't' }
  const runs = (event: string, fields: object) =>
    runnerOf(contextOf(on(event, tool))).select(event, { ...payload, ...fields }).length
  expect([
    runs('SessionStart', { source: 'startup' }),
    runs('SessionStart', { source: 'resume' }),
    runs('Setup', {}),
  ]).toEqual([0, 1, 0])
})

test('fields of events arrive merged', async () => {
  const specific = (event: string, fields: object) => says({ hookSpecificOutput: { hookEventName: event, ...fields } })
  const fields = async (event: string, ...outputs: object[]) =>
    (await report(event, on(event, ...outputs.map((output) => specific(event, output))), payload)).fields
  expect(
    await fields(
      'SessionStart',
      { watchPaths: ['/a'], sessionTitle: 'x' },
      { watchPaths: ['/a', '/b'], sessionTitle: 'y' },
    ),
  ).toEqual({
    watchPaths: ['/a', '/b'],
    sessionTitle: 'y',
  })
  expect(await fields('Elicitation', { action: 'decline' }, { action: 'accept', content: { a: 1 } })).toEqual({
    action: 'decline',
  })
  expect(await fields('Elicitation', { action: 'accept', content: { a: 1 } })).toEqual({
    action: 'accept',
    content: { a: 1 },
  })
  expect(await fields('MessageDisplay', { displayContent: 'a' }, { displayContent: 'b' })).toEqual({
    displayContent: 'b',
  })
  expect(
    await fields('PostToolUse', { classifierContext: 'a'.repeat(1500) }, { classifierContext: 'b'.repeat(1500) }),
  ).toEqual({
    classifierContext: `${'a'.repeat(1500)}\n${'b'.repeat(499)}`,
  })
})

test('text on stdout becomes context on four events only', async () => {
  const contexts = await Promise.all(
    Object.keys(events)
      .filter((event) => event !== 'WorktreeCreate')
      .map(async (event) => {
        const said = await report(event, on(event, command('echo fact')), payload)
        return said.additionalContext.length > 0 ? event : []
      }),
  )
  expect(contexts.flat()).toEqual(['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion', 'PostModelSwitch'])
})

test('`continue: false` and messages are discarded where the format says so', async () => {
  const output = says({ continue: false, stopReason: 'halt', systemMessage: 'hello' })
  const kept = async (event: string) => {
    const said = await report(event, on(event, output), payload)
    return [said.continue, said.stopReason, said.systemMessages]
  }
  expect(await kept('PreToolUse')).toEqual([false, 'halt', ['hello']])
  expect(await kept('TaskCreated')).toEqual([true, null, ['hello']])
  for (const event of ['Notification', 'PreCompact', 'ConfigChange', 'SessionEnd', 'StopFailure', 'Setup']) {
    expect([event, await kept(event)]).toEqual([event, [true, null, []]])
  }
})

test('a change of managed settings cannot be blocked', async () => {
  const blocked = async (source: string) =>
    (await report('ConfigChange', on('ConfigChange', command('exit 2')), { source })).blocked
  expect([await blocked('project_settings'), await blocked('policy_settings')]).toEqual([true, false])
})
