import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { events } from '../../src/hooks/events.ts'
import { createHookRunner } from '../../src/hooks/runner.ts'
import { createContext } from '../../src/settings/load.ts'
import { policy } from '../support/policy-process.ts'
import { inFolder } from '../support/temporary.ts'
import { bash, payload } from './hook-payloads.ts'
import { at, blocked, file, files, hook, nothing } from './hook-process.ts'

const program = join(import.meta.dirname, '../../bin/policy.cjs')

describe('a call that was started already', () => {
  const started = (event: string, fields: object) => ({
    ...bash('ls'),
    hook_event_name: event,
    duration_ms: 12,
    ...(event === 'PostToolUse' ? { tool_response: {} } : { error: 'Exit code 1', is_interrupt: false }),
    ...fields,
  })
  const told = (hookEventName: string, tool: string, reason: string) => ({
    exit: 0,
    stdout: `${JSON.stringify({
      decision: 'block',
      reason,
      hookSpecificOutput: {
        hookEventName,
        additionalContext:
          `The permission rules in force deny this ${tool} call. Nothing was undone: what it did before now stands. ` +
          'Either no hook judged it beforehand, or its input or the rules were changed afterwards.',
      },
    })}\n`,
    stderr: '',
  })
  const ran = 'this call has run, and the rules deny it:'
  const failed = 'this call was started and failed, and the rules deny it:'
  const byRm = `denied by \`Bash(rm *)\` at ${at('deny', 0)}`
  const post = (fields: object) => started('PostToolUse', fields)

  const table: readonly [string, object | ((cwd: string) => object), object, (readonly string[])?][] = [
    ['and is allowed', post(bash('npm test -- x')), nothing],
    ['and only reads', post(bash('git status')), nothing],
    ['and would be asked', post(bash('git push origin main')), nothing],
    ['and has no rule', post(bash('frobnicate')), nothing],
    ['and is denied', post(bash('rm -rf build')), told('PostToolUse', 'Bash', `${ran} ${byRm} (\`rm -rf build\`)`)],
    ['and is denied in one part', post(bash('ls && rm x')), told('PostToolUse', 'Bash', `${ran} ${byRm} (\`rm x\`)`)],
    [
      'and failed, and is denied',
      started('PostToolUseFailure', bash('rm x')),
      told('PostToolUseFailure', 'Bash', `${failed} ${byRm} (\`rm x\`)`),
    ],
    ['and failed, and is allowed', started('PostToolUseFailure', bash('npm test -- x')), nothing],
    [
      'in bypass mode, and is denied',
      post(bash('rm x', { permission_mode: 'bypassPermissions' })),
      told('PostToolUse', 'Bash', `${ran} ${byRm} (\`rm x\`)`),
    ],
    ['in dont-ask mode, allowed by another hook', post(bash('frobnicate', { permission_mode: 'dontAsk' })), nothing],
    ['in a mode nobody knows', post(bash('frobnicate', { permission_mode: 'yolo' })), nothing],
    [
      'and read a file that must not be read',
      (cwd) => post(file('Read', { file_path: '.env' })(cwd)),
      told('PostToolUse', 'Read', `${ran} denied by \`Read(.env)\` at ${at('deny', 1)} (\`/proj/.env\`)`),
    ],
    ['and wrote a file outside all rules', (cwd) => post(file('Write', { file_path: 'b', content: '' })(cwd)), nothing],
    [
      'of an MCP tool, denied by a rule that came later',
      post({ tool_name: 'mcp__tracker__list', tool_input: {}, tool_response: [{ type: 'text', text: 'x' }] }),
      told(
        'PostToolUse',
        'mcp__tracker__list',
        `${ran} denied by \`mcp__tracker\` at --settings:1:25 (\`mcp__tracker__list\`)`,
      ),
      ['--settings', '{"permissions":{"deny":["mcp__tracker"]}}'],
    ],
    [
      'whose payload names no tool',
      post({ tool_name: undefined }),
      blocked(
        'nobody can tell whether the rules allow this call, which was started already: ' +
          '`tool_name` of the payload is missing or wrong: expected the name of a tool',
      ),
    ],
  ]
  it.each(table)('%s', async (_, fields, answer, argv) => {
    expect(await hook(fields, argv)).toEqual(answer)
  })

  it('with settings that nobody can read is told on stderr, which the model reads', async () => {
    const ended = await hook(post(bash('ls')), [], { 'proj/.claude/settings.json': '{"permissions": {' })
    expect(ended).toMatchObject({ exit: 2, stdout: '' })
    expect(ended.stderr).toMatch(
      /^policy hook: nobody can tell whether the rules allow this call, which was started already: \/proj\/\.claude\/settings\.json:1:18: error: not valid JSON: [^\n]+\n$/,
    )
  })

  const others = Object.keys(events).filter(
    (event) => !/^(?:Pre|Post)ToolUse(?:Failure)?$|^PermissionRequest$/.test(event),
  )
  it.each(others)('says nothing on %s, even with broken settings', async (hook_event_name) => {
    const broken = { 'proj/.claude/settings.json': '{' }
    expect(await hook({ ...bash('rm x'), hook_event_name }, [], broken)).toEqual(nothing)
  })

  it.each(['PostToolUse', 'PostToolUseFailure'])(
    '%s: the answer is one that a runner of hooks feeds back',
    async (event) => {
      await inFolder(files, async (folder) => {
        const cwd = `${folder}/proj`
        const hooks = {
          [event]: [{ hooks: [{ type: 'command', command: process.execPath, args: [program, 'hook'] }] }],
        }
        const runner = createHookRunner(createContext({ cwd, layers: { project: { hooks } } }))
        const report = await runner.run(event, bash('rm x'))
        expect(report).toMatchObject({ blocked: true, warnings: [] })
        expect(report.reason).toContain('denied by `Bash(rm *)`')
        expect(report.additionalContext).toHaveLength(1)
      })
    },
  )
})

it.each(['PostToolUse', 'Stop'])('`policy check --stdin` decides calls to come, and no %s payload', (event) => {
  const stdin = JSON.stringify(payload('/', { ...bash('ls'), hook_event_name: event }))
  expect(policy(['check', '--stdin'], { stdin })).toEqual({
    exit: 1,
    stdout: '',
    stderr: `policy check: a \`${event}\` payload asks for no decision: expected PreToolUse\n`,
  })
})
