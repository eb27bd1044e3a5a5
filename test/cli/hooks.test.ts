import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { main } from '../../src/cli/commands.ts'
import { memoryIo } from '../support/memory-io.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const policies = join(root, 'policies/hooks')
const scripts = fs.readdirSync(policies).filter((name) => name.endsWith('.test.yaml'))

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

function project(settings: unknown, files: Record<string, string> = {}): string {
  const folder = fs.mkdtempSync(join(os.tmpdir(), 'hooks-cli-'))
  folders.push(folder)
  const all = { '.claude/settings.json': JSON.stringify(settings, null, 2), ...files }
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(join(folder, name, '..'), { recursive: true })
    fs.writeFileSync(join(folder, name), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
  }
  return folder
}

async function policy(argv: readonly string[], cwd: string, stdin?: string) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: join(cwd, 'no-home') }
  const { io, stdout, stderr } = memoryIo({ stdin, cwd, env })
  const exit = await main([...argv, ...(argv[1] === 'test' ? [] : ['--home', env.HOME])], io)
  return { exit, stdout: stdout(), stderr: stderr() }
}

const guard = {
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR"/guard.sh' }] }] },
}
const guardFiles = { 'guard.sh': '#!/bin/sh\ngrep -q push && { echo no pushing >&2; exit 2; }\nexit 0\n' }

describe('policy hooks list', () => {
  test('shows hooks by event with file and line', async () => {
    const folder = project(guard, guardFiles)
    expect(await policy(['hooks', 'list'], folder)).toEqual({
      exit: 0,
      stderr: '',
      stdout: 'PreToolUse\n  Bash  command  "$CLAUDE_PROJECT_DIR"/guard.sh\n    .claude/settings.json:7 (project)\n',
    })
  })

  test('exits with 2 when a hook cannot do its work', async () => {
    const folder = project(guard)
    const { exit, stdout } = await policy(['hooks', 'list'], folder)
    expect(exit).toBe(2)
    expect(stdout).toContain('dead  Bash  command')
    expect(stdout).toMatch(/error {4}`.*guard\.sh` does not exist: create it, or mend the path/)
  })

  test('prints JSON', async () => {
    const { stdout } = await policy(['hooks', 'list', '--json'], project(guard, guardFiles))
    expect(JSON.parse(stdout)).toMatchObject({ schema: 1, hooks: [{ event: 'PreToolUse', dead: false, problems: [] }] })
  })

  test('says why hooks of a file are not there', async () => {
    const bad = { type: 'command', command: 5 }
    const folder = project({ hooks: { PreToolUse: [{ hooks: [bad] }], Stopp: [{ hooks: [] }] } })
    const { exit, stdout } = await policy(['hooks', 'list'], folder)
    expect(exit).toBe(2)
    expect(stdout).toBe(`no hooks

settings
  error    .claude/settings.json:8:24: \`hooks.PreToolUse.0.hooks.0.command\` is \`5\`, expected a
           string; the reference client drops the whole file; here its deny and ask rules hold, its
           allow rules do not
  warning  .claude/settings.json:13:14: no event is called \`Stopp\`; its hooks never run
`)
    const json = await policy(['hooks', 'list', '--json'], folder)
    expect(JSON.parse(json.stdout).issues.map(({ code }: { code: string }) => code)).toEqual([
      'wrong-type',
      'unknown-event',
    ])
  })

  test('cannot tell where settings cannot be read, and says so', async () => {
    const folder = project({}, { '.claude/settings.json': '{"hooks": {' })
    const { exit, stdout } = await policy(['hooks', 'list'], folder)
    expect(exit).toBe(1)
    expect(stdout).toMatch(/^no hooks\n\nsettings\n {2}error {4}\.claude\/settings\.json:1:12: not valid JSON/)
  })

  test('is not concerned with other faults of settings', async () => {
    const folder = project({ permissions: { allow: ['Bash(', 7] } })
    expect(await policy(['hooks', 'list'], folder)).toEqual({ exit: 0, stdout: 'no hooks\n', stderr: '' })
  })

  test('says that there are none', async () => {
    expect(await policy(['hooks', 'list'], project({}))).toEqual({ exit: 0, stdout: 'no hooks\n', stderr: '' })
  })
})

describe('policy hooks run', () => {
  test('shows what each hook did and how the answers combined', async () => {
    const folder = project(guard, guardFiles)
    const { exit, stdout } = await policy(['hooks', 'run', 'git push'], folder)
    expect(exit).toBe(2)
    expect(stdout.replace(/in \d+ ms/, 'in N ms')).toBe(`PreToolUse
  deny       "$CLAUDE_PROJECT_DIR"/guard.sh
             .claude/settings.json:7 (project), exit 2 in N ms
             reason  no pushing
             stderr  no pushing

  DENY  no pushing
`)
    expect((await policy(['hooks', 'run', 'git status'], folder)).exit).toBe(0)
  })

  test('shows no secret anywhere with --mask', async () => {
    const updatedInput = { command: 'curl -H "Bearer abcdef123456"' }
    const answer = {
      systemMessage: 'ghp_abcdefghijklmnopqrstuvwx',
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput, additionalContext: 'own-secret-value' },
    }
    const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: `printf %s '${JSON.stringify(answer)}'` }] }] }
    const folder = project({ hooks, env: { MY_TOKEN: 'own-secret-value' } })
    for (const more of [[], ['--json']]) {
      const { exit, stdout } = await policy(['hooks', 'run', 'ls', '--mask', ...more], folder)
      expect(exit).toBe(0)
      expect(stdout).toContain('curl -H')
      expect(stdout).not.toMatch(/abcdef123456|ghp_abc|own-secret/)
    }
  })

  test('takes the payload of any event on stdin', async () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'echo more >&2; exit 2' }] }] }
    const folder = project({ hooks })
    const payload = JSON.stringify({ hook_event_name: 'Stop', cwd: folder })
    const { exit, stdout } = await policy(['hooks', 'run', '--stdin', '--json'], folder, payload)
    expect(exit).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ schema: 1, event: 'Stop', blocked: true, reason: 'more' })
  })

  test('shows what background hooks said afterwards', async () => {
    const text = 'echo \'{"systemMessage":"built"}\'; exit 2'
    const hooks = { PostToolUse: [{ hooks: [{ type: 'command', command: text, asyncRewake: true }] }] }
    const folder = project({ hooks })
    const { exit, stdout } = await policy(['hooks', 'run', 'ls', '--event', 'PostToolUse'], folder)
    expect(exit).toBe(0)
    expect(stdout).toMatch(/later {4}.*: success\n {2}context {2}built\n {2}wakes {4}\{"systemMessage":"built"\}/)
  })

  test('asks the servers of `.mcp.json` for hooks that call tools', async () => {
    const server = join(root, 'test/hooks/support/mcp-server.mjs')
    const text = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'
    const hooks = { PreToolUse: [{ hooks: [{ type: 'mcp_tool', server: 's', tool: 'say', input: { text } }] }] }
    const servers = { mcpServers: { s: { command: process.execPath, args: [server] } } }
    const folder = project({ hooks }, { '.mcp.json': JSON.stringify(servers) })
    expect((await policy(['hooks', 'run', 'ls'], folder)).exit).toBe(3)
  })

  test.each([
    [['hooks', 'run'], '', /nothing to decide/],
    [['hooks', 'run', '--event', 'Nope', 'ls'], '', /`Nope` is no event/],
    [['hooks', 'run', '--stdin'], '{', /stdin is not JSON/],
    [['hooks', 'run', '--stdin'], '{}', /has no `hook_event_name`/],
    [['hooks', 'lst'], '', /unknown command `lst`: did you mean `policy hooks list`/],
  ])('%j is refused', async (argv, stdin, message) => {
    const { exit, stderr } = await policy(argv, project({}), stdin)
    expect(exit).toBe(1)
    expect(stderr).toMatch(message)
  })
})

describe('policy hooks test', () => {
  test.each(scripts)(
    '%s passes',
    async (name) => {
      const { exit, stdout, stderr } = await policy(['hooks', 'test', join(policies, name)], root)
      expect({ exit, stdout, stderr }).toEqual({
        exit: 0,
        stdout: expect.stringMatching(/^\d+ passed, 0 failed\n$/),
        stderr: '',
      })
    },
    60_000,
  )

  test('every script has a test file', () => {
    const hooks = fs.readdirSync(policies).filter((name) => name.endsWith('.mjs'))
    expect(hooks.map((name) => name.replace('.mjs', '.test.yaml')).sort()).toEqual(scripts.sort())
  })

  test.each([
    ['exit 1 instead of 2', 'block-path-escape', 'process.exitCode = 2', 'process.exitCode = 1'],
    ['a pattern that misses', 'block-secret-reads', '/^\\.env(', '/^\\.envx('],
    [
      'a guard that lets go when it cannot read',
      'block-secret-reads',
      'checked for secrets: ${error.message}\\n`)\n  process.exitCode = 2',
      'checked for secrets: ${error.message}\\n`)\n  process.exitCode = 0',
    ],
    ['a warning that is not said', 'warn-plain-values', 'process.stdout.write', 'void '],
  ])(
    'a planted fault is caught: %s',
    async (_, name, from, to) => {
      const folder = project({})
      const text = fs.readFileSync(join(policies, `${name}.mjs`), 'utf8')
      expect(text).toContain(from)
      fs.writeFileSync(join(folder, `${name}.mjs`), text.replaceAll(from, to))
      fs.copyFileSync(join(policies, `${name}.test.yaml`), join(folder, `${name}.test.yaml`))
      const { exit, stdout } = await policy(['hooks', 'test'], folder)
      expect(exit).toBe(2)
      expect(stdout).toMatch(/[1-9]\d* failed/)
    },
    60_000,
  )

  const suite = (expect_: string) => `hook: {type: command, command: 'echo out; echo err >&2; exit 2'}
cases:
  - name: one
    payload: {tool_name: Bash, tool_input: {command: ls}}
    expect: ${expect_}
`

  test.each([
    ['{exit: 2, decision: deny, reason: err, stdout: out, within: 20}', []],
    ['{decision: block}', []],
    ['{exit: 0}', ['exit: expected `0`, got `2`']],
    ['{decision: allow}', ['decision: expected `allow`, got `deny`']],
    ['{stderr: "^other$"}', ['stderr: expected to match `^other$`, got `err\n`']],
    ['{input: {command: x}}', ['input: expected `{"command":"x"}`, got `null`']],
    ['{context: x}', ['context: expected to match `x`, got ``']],
    ['{failed: true}', ['failed: expected `true`, got `false`']],
  ])('%s: failures %j', async (expectation, failures) => {
    const folder = project({}, { 'a.test.yaml': suite(expectation) })
    const { stdout } = await policy(['hooks', 'test', '--json'], folder)
    const [outcome] = JSON.parse(stdout).outcomes
    expect(
      [outcome.message, ...outcome.detail.filter((line: string) => !/^std(out|err): /.test(line))].filter(Boolean),
    ).toEqual(failures)
    expect(outcome).toMatchObject({ file: 'a.test.yaml', line: 3, name: 'one', passed: failures.length === 0 })
  })

  test.each([
    ['tap', /^TAP version 14\n1\.\.1\nnot ok 1 - one\n/],
    ['junit', /<testsuites name="policy hooks test" tests="1" failures="1" errors="0">/],
    ['github', /^::error file=a\.test\.yaml,line=3,col=5,title=policy hooks test%3A one::exit: expected/],
    ['text', /^failed {2}one {2}a\.test\.yaml:3\n/],
  ])('as %s', async (format, shape) => {
    const folder = project({}, { 'a.test.yaml': suite('{exit: 0}') })
    const { exit, stdout } = await policy(['hooks', 'test', '--format', format], folder)
    expect(exit).toBe(2)
    expect(stdout).toMatch(shape)
  })

  test.each([
    ['cases: []', /hook: /],
    ['hook: a.mjs\ncases:\n  - {name: x, payload: {}, expect: {}}', /expected at least one fact/],
    ['hook: a.mjs\ncases:\n  - {name: x, payload: {}, expect: {stderr: "("}}', /expected a regular expression/],
    ['hook: a.mjs\nevent: Nope\ncases:\n  - {name: x, payload: {}, expect: {exit: 0}}', /event/],
    ['hook: a.mjs\nfoo: 1\ncases:\n  - {name: x, payload: {}, expect: {exit: 0}}', /foo/],
    ['hook: [', /./],
  ])('an invalid file %j is refused with its place', async (text, message) => {
    const { exit, stderr } = await policy(['hooks', 'test'], project({}, { 'a.test.yaml': text }))
    expect(exit).toBe(1)
    expect(stderr).toMatch(/^a\.test\.yaml:\d+:\d+: /)
    expect(stderr).toMatch(message)
  })

  test('a setup that fails fails the case', async () => {
    const text = suite('{exit: 2}').replace('    payload', "    setup: 'echo broken >&2; false'\n    payload")
    const { stdout } = await policy(['hooks', 'test', '--json'], project({}, { 'a.test.yaml': text }))
    expect(JSON.parse(stdout).outcomes[0].message).toBe('setup failed: broken')
  })
})
