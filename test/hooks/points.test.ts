import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readHandler } from '../../src/hooks/handler.ts'
import { matcherMatches } from '../../src/hooks/matcher.ts'
import { sessionEndBudget, timeoutOf } from '../../src/hooks/timeouts.ts'
import { ifMatches } from '../../src/rules/if-filter.ts'
import { createContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'
import {
  bash,
  command,
  contextOf,
  decides,
  effect,
  type Handler,
  on,
  pre,
  report,
  runnerOf,
  says,
  tempFolder,
} from './support/hooks.ts'
import { listen } from './support/server.ts'

const selects = (event: string, matcher: string, payload: Record<string, unknown>) =>
  matcherMatches(event, matcher, payload)
const tool = (matcher: string, name: string) => selects('PreToolUse', matcher, { tool_name: name })

describe('the conformance points of the hook contract', () => {
  test('1: silence never approves', async () => {
    expect(await effect(on('PreToolUse', command('exit 0')))).toBe('ask')
    expect(await effect(on('PreToolUse', command('exit 0')), { mode: 'dontAsk' })).toBe('deny')
  })

  test('2: exit 2 with an allow in JSON blocks', async () => {
    const hooks = on('PreToolUse', says(pre({ permissionDecision: 'allow', permissionDecisionReason: 'fine' }), {}, 2))
    expect(await effect(hooks, { allow: ['Bash'] })).toBe('deny')
    const said = await report(
      'PreToolUse',
      on(
        'PreToolUse',
        command(
          `echo '${JSON.stringify(pre({ permissionDecision: 'allow', permissionDecisionReason: 'fine' }))}'; echo because >&2; exit 2`,
        ),
      ),
    )
    expect(said.reason).toBe('because')
  })

  test('3: exit 1 with a valid deny in JSON denies', async () => {
    const hooks = on('PreToolUse', says(pre({ permissionDecision: 'deny', permissionDecisionReason: 'no' }), {}, 1))
    expect(await effect(hooks, { allow: ['Bash'] })).toBe('deny')
  })

  test('4: exit 1 alone passes with a notice', async () => {
    const hooks = on('PreToolUse', command('echo oops >&2; exit 1'))
    expect(await effect(hooks, { allow: ['Bash'] })).toBe('allow')
    expect((await report('PreToolUse', hooks)).warnings).toEqual([
      expect.stringMatching(/^hook `echo oops.*failed open: exited with 1: oops$/),
    ])
  })

  test('5: a timeout passes; with onFailure block it denies', async () => {
    const slow = (fields: Handler) => on('PreToolUse', command('sleep 30', { timeout: 0.2, ...fields }))
    expect(await effect(slow({}), { allow: ['Bash'] })).toBe('allow')
    expect(await effect(slow({ onFailure: 'block' }), { allow: ['Bash'] })).toBe('deny')
  })

  test('6: a JSON array is plain text', async () => {
    const said = await report('PostToolUse', on('PostToolUse', says('[{"decision":"block"}]')))
    expect(said.outcomes[0]).toMatchObject({ output: 'plain', result: 'success', blocks: false })
  })

  test('7: a banner before the JSON makes all of it plain text, and a note says so', async () => {
    const banner = `welcome\n${JSON.stringify(pre({ permissionDecision: 'deny' }))}`
    const said = await report('PreToolUse', on('PreToolUse', says(banner)))
    expect(said).toMatchObject({ effect: null })
    expect(said.outcomes[0]).toMatchObject({ output: 'plain', result: 'success' })
    expect(said.warnings[0]).toMatch(/its answer is hidden: text before or after the JSON/)
  })

  test('8: broken JSON is an error and no context', async () => {
    const said = await report('UserPromptSubmit', on('UserPromptSubmit', says('{bad}')), { prompt: 'hi' })
    expect(said.outcomes[0]).toMatchObject({ output: 'bad', result: 'error' })
    expect(said.additionalContext).toEqual([])
  })

  test('9: two JSON lines are a log; with one line that says something they are an error', async () => {
    const log = await report('UserPromptSubmit', on('UserPromptSubmit', says('{"a":1}\n{"b":2}')), { prompt: 'hi' })
    expect(log.outcomes[0]).toMatchObject({ output: 'plain', result: 'success' })
    expect(log.additionalContext).toEqual(['{"a":1}\n{"b":2}'])
    const mixed = await report('UserPromptSubmit', on('UserPromptSubmit', says('{"a":1}\n{"decision":"block"}')))
    expect(mixed.outcomes[0]).toMatchObject({ output: 'bad', result: 'error' })
  })

  test('10: a permissionDecision at the top level is ignored, and a note says so', async () => {
    const said = await report('PreToolUse', on('PreToolUse', says({ permissionDecision: 'deny' })))
    expect(said.effect).toBe(null)
    expect(said.warnings[0]).toMatch(/ignored in its JSON: `permissionDecision`/)
  })

  test('11: a reason of a wrong type is a schema error: pass on exit 0, block on exit 2', async () => {
    const wrong = { decision: 'block', reason: 5 }
    const passing = await report('PreToolUse', on('PreToolUse', says(wrong)))
    expect(passing).toMatchObject({ effect: null, blocked: false })
    expect(passing.outcomes[0]).toMatchObject({ output: 'bad', result: 'error' })
    expect(await effect(on('PreToolUse', says(wrong, {}, 2)), { allow: ['Bash'] })).toBe('deny')
  })

  test('12: `mcp__db` matches nothing, `mcp__db__.*` does, the rule `mcp__db` does', async () => {
    expect(tool('mcp__db', 'mcp__db__query')).toBe('no')
    expect(tool('mcp__db__.*', 'mcp__db__query')).toBe('yes')
    expect(await effect({}, { deny: ['mcp__db'] }, { tool_name: 'mcp__db__query', tool_input: {} as never })).toBe(
      'deny',
    )
  })

  test('13: lists are exact and separated by `,` or `|`, anything else is a floating regular expression', () => {
    for (const list of ['Edit, Write', 'Edit|Write']) {
      expect([tool(list, 'Edit'), tool(list, 'Write'), tool(list, 'NotebookEdit')]).toEqual(['yes', 'yes', 'no'])
    }
    expect(tool('edit', 'Edit')).toBe('no')
    expect(tool('Edit.*', 'NotebookEdit')).toBe('yes')
    const agent = (name: string) => selects('SubagentStop', 'code-reviewer', { agent_type: name })
    expect([agent('code-reviewer'), agent('senior-code-reviewer')]).toEqual(['yes', 'no'])
  })

  test('14: a handler with `if` never runs on Stop', async () => {
    const said = await report('Stop', on('Stop', command('exit 2', { if: 'Bash' })), {})
    expect(said).toMatchObject({ outcomes: [], blocked: false })
    expect(said.skipped).toMatchObject([{ skip: 'if-elsewhere' }])
  })

  test('15: a command that cannot be taken apart runs the handler whatever its `if` says', () => {
    const context = contextOf({})
    const covers = (text: string) =>
      ifMatches('Bash(git *)', { tool: 'Bash', input: { command: text } }, context, memorySystem({}))
    expect([covers('git push'), covers('make'), covers('make && git push'), covers('if (')]).toEqual([
      true,
      false,
      true,
      true,
    ])
  })

  test('16: an invalid regular expression on PreToolUse blocks the call', async () => {
    const hooks = { PreToolUse: [{ matcher: '(', hooks: [command('exit 0')] }] }
    expect(await effect(hooks, { allow: ['Bash'] })).toBe('deny')
    const other = await report('PostToolUse', { PostToolUse: [{ matcher: '(', hooks: [command('exit 2')] }] })
    expect(other).toMatchObject({ outcomes: [], blocked: false })
    expect(other.warnings[0]).toMatch(/`\(` is no regular expression/)
  })

  test('17: deny and allow together deny, and both hooks run', async () => {
    const folder = tempFolder()
    const hooks = on(
      'PreToolUse',
      command(`touch ${folder}/deny; exit 2`),
      command(`sleep 0.1; touch ${folder}/allow; echo '${JSON.stringify(pre({ permissionDecision: 'allow' }))}'`),
    )
    expect(await effect(hooks)).toBe('deny')
    expect(fs.readdirSync(folder).sort()).toEqual(['allow', 'deny'])
  })

  test('18: ask and allow together ask', async () => {
    expect(await effect(on('PreToolUse', decides('allow'), decides('ask')), { allow: ['Bash'] })).toBe('ask')
  })

  test('19: defer counts only where the run can be deferred; else it is ignored and ask stands', async () => {
    const hooks = on('PreToolUse', decides('defer'), decides('ask'))
    const many = await report('PreToolUse', hooks)
    expect(many.effect).toBe('ask')
    expect(many.warnings[0]).toMatch(/its defer is ignored/)
    const one = await report('PreToolUse', hooks, bash('make'), { deferrable: true })
    expect(one).toMatchObject({ effect: 'defer', additionalContext: [] })
  })

  test.each([
    ['deny', { deny: ['Bash(make *)'] }, bash('make all')],
    ['ask', { ask: ['Bash(make *)'] }, bash('make all')],
    ['allow', { mode: 'dontAsk' as const }, bash('make all')],
    ['ask', {}, bash('rm -rf ~')],
    ['deny', { mode: 'dontAsk' as const }, bash('rm -rf ~')],
  ])('20: a hook that allows ends in %s under %o', async (expected, settings, payload) => {
    expect(await effect(on('PreToolUse', decides('allow')), settings, payload)).toBe(expected)
  })

  test('20: a hook that denies blocks in bypass mode', async () => {
    expect(await effect(on('PreToolUse', decides('deny')), { mode: 'bypassPermissions' })).toBe('deny')
  })

  test('21: rules judge the rewritten input', async () => {
    const rewrites = on('PreToolUse', decides('allow', { updatedInput: { command: 'rm -rf build' } }))
    expect(await effect(rewrites, { deny: ['Bash(rm *)'] }, bash('npm test'))).toBe('deny')
    const answer = {
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'allow', updatedInput: { command: 'rm x' } },
      },
    }
    const said = await report('PermissionRequest', on('PermissionRequest', says(answer)))
    expect(said).toMatchObject({ effect: 'allow', updatedInput: { command: 'rm x' } })
  })

  test('22: a new result of the wrong shape is ignored for Bash and accepted for MCP', async () => {
    const output = { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'short' } }
    const hooks = on('PostToolUse', says(output))
    const shell = await report('PostToolUse', hooks, { ...bash('ls'), tool_response: {} })
    expect(shell.updatedToolOutput).toBe(undefined)
    expect(shell.warnings[0]).toMatch(/does not have the shape of Bash's result/)
    const mcp = await report('PostToolUse', hooks, { tool_name: 'mcp__a__b', tool_input: {}, tool_response: {} })
    expect(mcp.updatedToolOutput).toBe('short')
  })

  test('23: exit 2 on PermissionRequest leaves the flow as it was', async () => {
    const said = await report('PermissionRequest', on('PermissionRequest', command('exit 2')))
    expect(said).toMatchObject({ effect: null, blocked: false, continue: true })
  })

  test('24: HTTP 403 passes, a 2xx body that denies denies, 2xx text is an error', async () => {
    const deny = JSON.stringify(pre({ permissionDecision: 'deny' }))
    const refusing = await report('PreToolUse', on('PreToolUse', { type: 'http', url: (await listen(403, deny)).url }))
    expect(refusing).toMatchObject({ effect: null, outcomes: [{ result: 'error', status: 403 }] })
    const denying = await listen(200, deny)
    expect((await report('PreToolUse', on('PreToolUse', { type: 'http', url: denying.url }))).effect).toBe('deny')
    expect(JSON.parse(denying.requests[0]?.body ?? '')).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
    })
    expect(denying.requests[0]?.headers['content-type']).toBe('application/json')
    const text = await report('PreToolUse', on('PreToolUse', { type: 'http', url: (await listen(200, 'no')).url }))
    expect(text).toMatchObject({ effect: null, outcomes: [{ result: 'error', output: 'bad' }] })
  })

  test('25: a header with a variable that is not listed becomes empty', async () => {
    const { url, requests } = await listen(200, '')
    const handler = {
      type: 'http',
      url,
      headers: { 'X-A': 'Bearer ${LISTED}', 'X-B': '$OTHER', 'X-C': 'a$LISTED.b' },
      allowedEnvVars: ['LISTED'],
    }
    const env = { LISTED: 'one\r\nX-Evil: 1', OTHER: 'two' }
    await report('PreToolUse', on('PreToolUse', handler), bash('ls'), { env })
    expect(requests[0]?.headers).toMatchObject({ 'x-a': 'Bearer oneX-Evil: 1', 'x-b': '', 'x-c': 'aoneX-Evil: 1.b' })
    expect(requests[0]?.headers).not.toHaveProperty('x-evil')
    const context = contextOf(on('PreToolUse', handler), {}, { httpHookAllowedEnvVars: ['SOMETHING'] })
    await runnerOf(context, { env }).run('PreToolUse', bash('ls'))
    expect(requests[1]?.headers).toMatchObject({ 'x-a': 'Bearer', 'x-b': '' })
  })

  test('26: an empty allowedHttpHookUrls stops all HTTP hooks', async () => {
    const { url, requests } = await listen(200, JSON.stringify(pre({ permissionDecision: 'deny' })))
    const context = contextOf(on('PreToolUse', { type: 'http', url }), {}, { allowedHttpHookUrls: [] })
    const said = await runnerOf(context).run('PreToolUse', bash('ls'))
    expect(said).toMatchObject({ effect: null, outcomes: [], skipped: [{ skip: 'url-not-allowed' }] })
    expect(requests).toEqual([])
  })

  test('27: a project `disableAllHooks: false` beats a user `true`, managed hooks outlive both', async () => {
    const hooks = on('PreToolUse', command('exit 2'))
    const context = (project: object, user: object, managed: object = {}) =>
      createContext({ cwd: '/tmp', layers: { project, user, managed } })
    const runs = (of: ReturnType<typeof context>) => runnerOf(of).select('PreToolUse', bash('ls')).length
    expect(runs(context({ disableAllHooks: false }, { disableAllHooks: true, hooks }))).toBe(1)
    expect(runs(context({}, { disableAllHooks: true, hooks }))).toBe(0)
    expect(runs(context({ disableAllHooks: true }, {}, { hooks }))).toBe(1)
    expect(runs(context({}, {}, { disableAllHooks: true, hooks }))).toBe(0)
  })

  test('28: the same handler in two files runs once, a copy of a plugin runs again', async () => {
    const hooks = on('PreToolUse', command('exit 0'))
    const context = createContext({ cwd: '/tmp', layers: { project: { hooks }, user: { hooks } } })
    expect(runnerOf(context).select('PreToolUse', bash('ls'))).toHaveLength(1)
    const copy = (root: string) => ({ ...context.hooks[0]!, origin: { kind: 'plugin', name: 'p', root } as const })
    const withPlugins = { ...context, hooks: [...context.hooks, copy('/a'), copy('/b'), copy('/b')] }
    expect(runnerOf(withPlugins).select('PreToolUse', bash('ls'))).toHaveLength(3)
  })

  test('29: after 8 continuations in a row an agent may stop; a variable changes the cap, 0 switches it off', async () => {
    const continued = async (env: Record<string, string>) => {
      const runner = runnerOf(contextOf(on('Stop', command('exit 2'))), { env: { ...process.env, ...env } })
      let count = 0
      while (count < 12 && (await runner.run('Stop', {})).blocked) count++
      return count
    }
    expect(await continued({})).toBe(8)
    expect(await continued({ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '3' })).toBe(3)
    expect(await continued({ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '0' })).toBe(12)
  })

  test('30: SessionEnd hooks share 1.5 s, raised by a timeout in settings up to 60 s', () => {
    const budget = (seconds: number | undefined, env = {}) => {
      const hook = command('true', seconds === undefined ? {} : { timeout: seconds })
      const { hooks } = contextOf(on('SessionEnd', hook))
      const ms = sessionEndBudget(hooks, env)
      return timeoutOf('SessionEnd', readHandler(hooks[0]!) as never, ms)
    }
    expect([budget(undefined), budget(20), budget(90)]).toEqual([1500, 20_000, 60_000])
    expect(budget(undefined, { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '4000' })).toBe(4000)
  })

  test('31: context of 10,001 characters spills to a file', async () => {
    const folder = tempFolder()
    const spilled = async (length: number) => {
      const output = command(
        `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"%s"}}' $(head -c ${length} /dev/zero | tr '\\0' x)`,
      )
      const said = await report('PreToolUse', on('PreToolUse', output), bash('ls'), { sessionDir: folder })
      return said.additionalContext[0] as string
    }
    expect(await spilled(10_000)).toBe('x'.repeat(10_000))
    const text = await spilled(10_001)
    const path = /all of it in (.*)\]$/.exec(text)?.[1] as string
    expect(text.startsWith(`${'x'.repeat(2000)}\n[10001 characters`)).toBe(true)
    expect(fs.readFileSync(path, 'utf8')).toBe('x'.repeat(10_001))
    expect(fs.statSync(path).mode & 0o777).toBe(0o600)
  })

  test('32: stdin ends after one line of JSON, and a hook that ignores it succeeds', async () => {
    const reads = command('read -r line; printf "%s" "$line" >&2; cat; exit 2')
    const said = await report('PreToolUse', on('PreToolUse', reads, command('exit 0')))
    expect(JSON.parse(said.reason ?? '')).toMatchObject({ hook_event_name: 'PreToolUse', tool_name: 'Bash' })
    expect(said.outcomes[1]).toMatchObject({ result: 'success', exit: 0 })
  })

  test('33: a deleted working directory falls back to the project', async () => {
    const project = tempFolder()
    const context = contextOf(on('PreToolUse', command('pwd >&2; exit 2')), { cwd: join(project, 'gone') })
    const said = await runnerOf(context, { projectDir: project }).run('PreToolUse', bash('ls'))
    expect(said.reason).toBe(fs.realpathSync(project))
  })

  test('34: exec form takes a path with blanks as it is, shell form needs quotes', async () => {
    const folder = join(tempFolder(), 'my proj')
    fs.mkdirSync(folder)
    fs.writeFileSync(join(folder, 'guard.sh'), '#!/bin/sh\nexit 2\n', { mode: 0o755 })
    const exit = async (handler: Handler) => {
      const said = await report('PreToolUse', on('PreToolUse', handler), bash('ls'), { projectDir: folder })
      return [said.outcomes[0]?.exit, said.outcomes[0]?.notes]
    }
    expect(await exit(command('${CLAUDE_PROJECT_DIR}/guard.sh', { args: [] }))).toEqual([2, []])
    expect(await exit(command('"$CLAUDE_PROJECT_DIR"/guard.sh'))).toEqual([2, []])
    expect(await exit(command('$CLAUDE_PROJECT_DIR/guard.sh'))).toEqual([
      127,
      ['`$CLAUDE_PROJECT_DIR` is not quoted, and its value holds a blank: write `"$CLAUDE_PROJECT_DIR"`'],
    ])
  })

  test('35: OTEL_ variables are not inherited, CLAUDE_ENV_FILE is set on four events only', async () => {
    const env = { ...process.env, OTEL_EXPORTER_OTLP_HEADERS: 'x', OTHER: 'y', CLAUDE_ENV_FILE: '/outer' }
    const seen = async (event: string) => {
      const print = command(
        'echo "otel=${OTEL_EXPORTER_OTLP_HEADERS-unset} other=$OTHER file=${CLAUDE_ENV_FILE-unset}"',
      )
      const said = await report(event, on(event, print), bash('ls'), { env })
      return said.outcomes[0]?.stdout.trim().replace(/file=\/.*/, 'file=set')
    }
    for (const event of ['SessionStart', 'Setup', 'CwdChanged', 'FileChanged']) {
      expect([event, await seen(event)]).toEqual([event, 'otel=unset other=y file=set'])
    }
    for (const event of ['PreToolUse', 'Stop', 'SessionEnd']) {
      expect([event, await seen(event)]).toEqual([event, 'otel=unset other=y file=unset'])
    }
  })

  test('36: an async hook cannot deny, its systemMessage reaches the model and not the user', async () => {
    const output = { ...pre({ permissionDecision: 'deny', additionalContext: 'ctx' }), systemMessage: 'msg', reason: 5 }
    const context = contextOf(on('PreToolUse', says(output, { async: true })))
    const runner = runnerOf(context)
    const said = await runner.run('PreToolUse', bash('ls'))
    expect(said).toMatchObject({ effect: null, systemMessages: [], outcomes: [{ result: 'background' }] })
    const [later] = await runner.background({ wait: true })
    expect(later).toMatchObject({ context: ['ctx', 'msg'], wake: null, outcome: { effect: null, systemMessage: null } })
  })

  test('37: a managed `allowManagedHooksOnly` of a wrong type acts as true', () => {
    const hooks = on('PreToolUse', command('exit 2'))
    const managed = { allowManagedHooksOnly: 'yes' }
    const runs = (layers: object) =>
      runnerOf(createContext({ cwd: '/tmp', layers })).select('PreToolUse', bash('ls')).length
    expect(runs({ managed, project: { hooks } })).toBe(0)
    expect(runs({ managed: { ...managed, hooks }, project: {} })).toBe(1)
  })
})
