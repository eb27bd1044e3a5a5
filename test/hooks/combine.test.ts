import { describe, expect, test } from 'vitest'
import { denialText, toVerdict } from '../../src/hooks/combine.ts'
import { evaluate } from '../../src/rules/evaluate.ts'
import { memorySystem } from '../../src/system.ts'
import {
  bash,
  command,
  contextOf,
  decides,
  effect,
  type Hooks,
  on,
  pre,
  report,
  runnerOf,
  says,
} from './support/hooks.ts'

/** Every pair of answers with the one that counts. */
const pairs = [
  ['deny', 'defer', 'deny'],
  ['deny', 'ask', 'deny'],
  ['deny', 'allow', 'deny'],
  ['defer', 'ask', 'defer'],
  ['defer', 'allow', 'defer'],
  ['ask', 'allow', 'ask'],
] as const

test.each(
  pairs.flatMap(
    ([a, b, wins]) =>
      [
        [a, b, wins],
        [b, a, wins],
      ] as const,
  ),
)('%s and %s: %s', async (a, b, wins) => {
  const said = await report('PreToolUse', on('PreToolUse', decides(a), decides(b)), bash('make'), { deferrable: true })
  expect(said).toMatchObject({ effect: wins, reason: `says ${wins}` })
})

describe('hooks and rules (spec/permissions.md 2.7)', () => {
  const hooks = {
    exit2: on('PreToolUse', command('exit 2')),
    deny: on('PreToolUse', decides('deny')),
    ask: on('PreToolUse', decides('ask')),
    allow: on('PreToolUse', decides('allow')),
    silent: on('PreToolUse', command('true')),
  }
  const rules = {
    deny: { deny: ['Bash(make)'] },
    ask: { ask: ['Bash(make)'] },
    allow: { allow: ['Bash(make)'] },
    none: {},
  }
  test.each([
    ['exit2', 'deny', 'deny', 'deny', 'deny'],
    ['deny', 'deny', 'deny', 'deny', 'deny'],
    ['ask', 'deny', 'ask', 'ask', 'ask'],
    ['allow', 'deny', 'ask', 'allow', 'allow'],
    ['silent', 'deny', 'ask', 'allow', 'ask'],
  ] as const)('%s against a deny, ask, allow rule and none: %s %s %s %s', async (hook, ...expected) => {
    const got = await Promise.all(
      (['deny', 'ask', 'allow', 'none'] as const).map((rule) => effect(hooks[hook], rules[rule])),
    )
    expect(got).toEqual(expected)
  })
})

test('an explicit deny explains more than a failure that blocks', async () => {
  const hooks = on('PreToolUse', command('exit 7', { onFailure: 'block' }), decides('deny'))
  expect(await report('PreToolUse', hooks)).toMatchObject({ effect: 'deny', reason: 'says deny', decidedBy: 1 })
})

test('an old-style block beats a new-style allow in one answer', async () => {
  const both = { decision: 'block', reason: 'old', ...pre({ permissionDecision: 'allow' }) }
  expect(await report('PreToolUse', on('PreToolUse', says(both)))).toMatchObject({ effect: 'deny', reason: 'old' })
})

test('`continue: false` outranks every answer and denies the call', async () => {
  const said = await report(
    'PreToolUse',
    on('PreToolUse', says({ continue: false, stopReason: 'halt' }), decides('allow')),
  )
  expect(said).toMatchObject({ continue: false, stopReason: 'halt', effect: 'allow' })
  expect(toVerdict(said)).toMatchObject({ effect: 'deny', reason: { code: 'hook', detail: 'halt' } })
})

test('silence is no verdict, and neither is a defer that cannot be', async () => {
  expect(toVerdict(await report('PreToolUse', on('PreToolUse', command('true'))))).toBe(undefined)
  expect(toVerdict(await report('PreToolUse', on('PreToolUse', decides('defer'))))).toBe(undefined)
})

test('the last rewrite in the order of settings counts, whichever hook ends last', async () => {
  const rewrites = (text: string, sleep: number) =>
    command(`sleep ${sleep}; printf '%s' '${JSON.stringify(pre({ updatedInput: { command: text } }))}'`)
  const said = await report('PreToolUse', on('PreToolUse', rewrites('first', 0.2), rewrites('second', 0)))
  expect(said.updatedInput).toEqual({ command: 'second' })
  expect(said.warnings).toEqual([
    expect.stringMatching(/2 hooks set different `updatedInput`: the last in settings counts/),
  ])
})

test('a rewrite is kept beside an ask and dropped with a deny', async () => {
  const rewrites = says(pre({ permissionDecision: 'allow', updatedInput: { command: 'ls' } }))
  expect((await report('PreToolUse', on('PreToolUse', rewrites, decides('ask')))).updatedInput).toEqual({
    command: 'ls',
  })
  expect((await report('PreToolUse', on('PreToolUse', rewrites, decides('deny')))).updatedInput).toBe(undefined)
})

test('an answer that defers rewrites nothing and adds nothing, even where nothing can be deferred', async () => {
  const defers = decides('defer', { updatedInput: { command: 'ls' }, additionalContext: 'later' })
  const said = await report('PreToolUse', on('PreToolUse', defers, decides('ask', { additionalContext: 'now' })))
  expect(said).toMatchObject({ effect: 'ask', additionalContext: ['now'] })
  expect(said.updatedInput).toBe(undefined)
})

test.each([
  [{ command: 5 }, '`command` is `5`: expected a string'],
  [{}, '`command` is missing: expected a string'],
  [{ command: 'ls', timeout: 'long' }, '`timeout` is `"long"`: expected a number'],
])('the rewrite %o denies the call', async (updatedInput, fault) => {
  const said = await report('PreToolUse', on('PreToolUse', decides('allow', { updatedInput })))
  expect(said).toMatchObject({
    effect: 'deny',
    blocked: true,
    reason: `the hook's \`updatedInput\` does not fit Bash: ${fault}`,
  })
  expect(said.updatedInput).toBe(undefined)
})

test('questions to a person are approved only together with the answer', async () => {
  const ask = { tool_name: 'AskUserQuestion', tool_input: { questions: [] } }
  const bare = await report('PreToolUse', on('PreToolUse', decides('allow')), ask)
  expect(bare).toMatchObject({ effect: null })
  expect(bare.warnings[0]).toMatch(/AskUserQuestion needs `updatedInput` with the answer/)
  const answered = { updatedInput: { questions: [], answers: { a: 'b' } } }
  expect((await report('PreToolUse', on('PreToolUse', decides('allow', answered)), ask)).effect).toBe('allow')
})

test('a server tool that asks a person is never approved by a hook', async () => {
  const payload = { tool_name: 'mcp__a__pay', tool_input: {} }
  const requiresInteraction = (tool: string) => tool === 'mcp__a__pay'
  const said = await report('PreToolUse', on('PreToolUse', decides('allow')), payload, { requiresInteraction })
  expect(said.effect).toBe(null)
})

test('contexts and messages of all hooks are kept in the order of settings', async () => {
  const talks = (text: string, sleep: number) =>
    command(
      `sleep ${sleep}; printf '%s' '${JSON.stringify({ systemMessage: `m${text}`, ...pre({ additionalContext: `c${text}` }) })}'`,
    )
  const said = await report('PreToolUse', on('PreToolUse', talks('1', 0.1), talks('2', 0), decides('deny')))
  expect(said).toMatchObject({ additionalContext: ['c1', 'c2'], systemMessages: ['m1', 'm2'], effect: 'deny' })
})

test('several blocks give all their reasons', async () => {
  const said = await report(
    'Stop',
    on('Stop', command('echo one >&2; exit 2'), says({ decision: 'block', reason: 'two' })),
    {},
  )
  expect(said).toMatchObject({ blocked: true, reason: 'one\ntwo', decidedBy: 0 })
})

test('among permission answers a deny wins', async () => {
  const answers = (decision: object) => says({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })
  const hooks = on(
    'PermissionRequest',
    answers({ behavior: 'allow', updatedInput: { command: 'ls' } }),
    answers({ behavior: 'deny', message: 'no' }),
  )
  expect(await report('PermissionRequest', hooks)).toMatchObject({
    effect: 'deny',
    reason: 'no',
    updatedPermissions: [],
  })
})

test('a hook in a file that the reference client would drop may tighten and not loosen', async () => {
  const invalid = { cleanupPeriodDays: 'x' }
  const said = async (...hooks: ReturnType<typeof command>[]) =>
    runnerOf(contextOf(on('PreToolUse', ...hooks), {}, invalid)).run('PreToolUse', bash('make'))
  const loosens = await said(decides('allow', { updatedInput: { command: 'ls' } }))
  expect(loosens).toMatchObject({ effect: null })
  expect(loosens.updatedInput).toBe(undefined)
  expect(loosens.warnings[0]).toMatch(/its settings file is invalid: it may deny and ask/)
  expect((await said(decides('deny'))).effect).toBe('deny')
})

test('what the model is told names the hook, unless the hook gave its own reason', async () => {
  const blocked = await report('PreToolUse', on('PreToolUse', command('echo why >&2; exit 2')))
  expect(denialText(blocked, 'Bash')).toBe('PreToolUse:Bash hook error: [echo why >&2; exit 2]: why')
  expect(denialText(await report('PreToolUse', on('PreToolUse', decides('deny'))), 'Bash')).toBe('says deny')
})

test('the report says where the deciding hook stands', async () => {
  const said = await report('PreToolUse', on('PreToolUse', command('true'), command('exit 2')))
  expect(said.source).toMatchObject({ layer: 'project', pointer: '/hooks/PreToolUse/0/hooks/1' })
  expect(toVerdict(said)?.reason.source).toEqual(said.source)
})

describe('how an answer goes beyond the reference client', () => {
  // A value of a wrong type drops the file of the project; hooks of the user's file stand in another.
  const dropped = { model: 7 }
  const told = async (project: Hooks, settings: Record<string, unknown>, user: Hooks = {}) => {
    const context = contextOf(project, { layers: { user: { hooks: user } } }, settings)
    const said = await runnerOf(context).run('PreToolUse', bash('make'))
    const call = { tool: 'Bash', input: { command: 'make' } }
    const { stricter } = evaluate(call, context, memorySystem({}), toVerdict(said))
    return { effect: said.effect, stricter: said.stricter, decision: stricter }
  }
  const unmatchable = { PreToolUse: [{ matcher: '(', hooks: [command('true')] }] }
  test.each([
    ['a hook of a sound file', on('PreToolUse', decides('deny')), {}, {}, 'deny', null, null],
    [
      'a hook of a dropped file',
      on('PreToolUse', decides('deny')),
      dropped,
      {},
      'deny',
      'hook-in-dropped-file',
      'hook-in-dropped-file',
    ],
    [
      'a failure by exit code there',
      on('PreToolUse', command('exit 2')),
      dropped,
      {},
      'deny',
      'hook-in-dropped-file',
      'hook-in-dropped-file',
    ],
    [
      'a stop there',
      on('PreToolUse', says({ continue: false })),
      dropped,
      {},
      null,
      'hook-in-dropped-file',
      'hook-in-dropped-file',
    ],
    // Without it the client would ask as well: no rule covers the call.
    ['a question there', on('PreToolUse', decides('ask')), dropped, {}, 'ask', 'hook-in-dropped-file', null],
    [
      'the same answer in both',
      on('PreToolUse', decides('deny')),
      dropped,
      on('PreToolUse', decides('deny', { a: 1 })),
      'deny',
      null,
      null,
    ],
    [
      'a question in the sound one',
      on('PreToolUse', decides('deny')),
      dropped,
      on('PreToolUse', decides('ask')),
      'deny',
      'hook-in-dropped-file',
      'hook-in-dropped-file',
    ],
    ['a matcher that is no expression', unmatchable, {}, {}, 'deny', 'unmatchable-hook', 'unmatchable-hook'],
    ['that and a deny', unmatchable, {}, on('PreToolUse', decides('deny')), 'deny', null, null],
    ['silence', on('PreToolUse', command('true')), dropped, {}, null, null, null],
  ] as const)('%s', async (_, project, settings, user, effect, stricter, decision) => {
    expect(await told(project, settings, user)).toEqual({ effect, stricter, decision })
  })
})
