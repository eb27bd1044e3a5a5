import { describe, expect, it } from 'vitest'
import { main } from '../../src/cli/commands.ts'
import { type Given, memoryIo } from '../support/memory-io.ts'
import { inFolder } from '../support/temporary.ts'

const settings = {
  permissions: {
    allow: ['Bash(npm test *)', 'Edit(/src/**)'],
    ask: ['Bash(git push *)'],
    deny: ['Bash(rm *)', 'Read(.env)'],
  },
}
const files = { 'proj/.claude/settings.json': settings, 'home/.claude/settings.json': {} }

/** `policy ARGV` in a project with the settings above. */
function inProject(argv: (at: string) => readonly string[], given: Given = {}) {
  return inFolder(files, async (folder) => {
    const at = `${folder}/proj`
    const { io, stdout, stderr } = memoryIo({ cwd: at, ...given })
    const home = ['--home', `${folder}/home`, '--config-dir', `${folder}/home/.claude`, '--trusted']
    const [name = '', ...rest] = argv(at)
    const exit = await main([name, ...home, ...rest], io)
    return { exit, stdout: stdout().replaceAll(folder, ''), stderr: stderr().replaceAll(folder, '') }
  })
}

describe('exit codes', () => {
  const table: readonly [string, number, readonly string[]][] = [
    ['allow by a rule', 0, ['check', 'npm test -- --run']],
    ['allow because it only reads', 0, ['check', 'git status']],
    ['deny', 2, ['check', 'ls && rm -rf build']],
    ['ask by a rule', 3, ['check', 'git push origin main']],
    ['ask without a rule', 3, ['check', 'npm publish']],
    ['deny for another tool', 2, ['check', '--tool', 'Read', '--input', '{"file_path":".env"}']],
    ['allow for another tool', 0, ['check', '--tool', 'Write', '--input', '{"file_path":"src/a.ts","content":""}']],
    [
      'the command line outranks the files',
      2,
      ['check', '--settings', '{"permissions":{"deny":["Bash(npm *)"]}}', 'npm test -- x'],
    ],
    ['a mode', 0, ['check', '--mode', 'bypassPermissions', 'npm publish']],
    ['no command', 1, ['check']],
    ['an empty command', 1, ['check', ' ']],
    ['two commands', 1, ['check', 'git', 'status']],
    ['a tool and a command', 1, ['check', '--tool', 'Read', 'ls']],
    ['an input without a tool', 1, ['check', '--input', '{}']],
    ['an input that is no JSON', 1, ['check', '--tool', 'Read', '--input', '{']],
    ['an input that is no object', 1, ['check', '--tool', 'Read', '--input', '[]']],
    ['an unknown option', 1, ['check', '--nope', 'ls']],
    ['an unknown mode', 1, ['check', '--mode', 'yolo', 'ls']],
    ['an unknown source', 1, ['check', '--setting-sources', 'user,cloud', 'ls']],
    ['an unknown platform', 1, ['check', '--platform', 'amiga', 'ls']],
    ['a settings file that is not there', 1, ['check', '--project', '/nowhere/settings.json', 'ls']],
    ['a batch file that is not there', 1, ['check', '--batch', '/nowhere/cases.jsonl']],
    ['an unknown command', 1, ['chekc', 'ls']],
    ['help', 0, ['check', '--help']],
  ]
  it.each(table)('%s: %i', async (_, exit, argv) => {
    const ended = await inProject(() => argv)
    expect({ exit: ended.exit, silent: ended.stdout === '' && ended.stderr === '' }).toEqual({ exit, silent: false })
    // What went wrong is said on one stream, and the other stays clean for whoever reads it.
    if (exit === 1)
      expect({ stdout: ended.stdout, lines: ended.stderr.trim().split('\n').length }).toMatchObject({ stdout: '' })
  })

  it('is the only answer with --quiet', async () => {
    expect(await inProject(() => ['check', '--quiet', 'rm x'])).toEqual({ exit: 2, stdout: '', stderr: '' })
  })
})

describe('messages for bad arguments', () => {
  const table: readonly [readonly string[], string][] = [
    [['check'], 'policy check: nothing to decide: expected a command line, `--tool` with `--input`, or `--stdin`\n'],
    [
      ['check', 'git', 'status'],
      "policy check: expected one command line, got 2 words: quote it, as in `policy check 'git status'`\n",
    ],
    [
      ['check', '--tool', 'Read', '--input', '[]'],
      'policy check: `--input`: expected a JSON object, for example `{"file_path":".env"}`\n',
    ],
    [['check', '--nope', 'ls'], "policy check: unknown option '--nope' (Did you mean one of --home, --mode?)\n"],
    [['chekc'], 'policy: unknown command `chekc`: did you mean `policy check`\n'],
    [['frobnicate'], 'policy: unknown command `frobnicate`: `policy --help` lists them\n'],
  ]
  it.each(table)('%j', async (argv, stderr) => {
    expect((await inProject(() => argv)).stderr).toBe(stderr)
  })
})

describe('JSON', () => {
  it('is the whole decision', async () => {
    const { stdout, exit } = await inProject(() => ['check', '--json', 'git status && rm -rf build'])
    expect({ exit, answer: JSON.parse(stdout) }).toEqual({
      exit: 2,
      answer: {
        schema: 1,
        effect: 'deny',
        reason: {
          code: 'rule',
          rule: 'Bash(rm *)',
          layer: 'project',
          source: '/proj/.claude/settings.json:11:7',
          pointer: '/permissions/deny/0',
          subject: 'rm -rf build',
          message: 'denied by `Bash(rm *)`',
        },
        readOnly: false,
        concurrencySafe: false,
        effects: { reads: [], writes: [], deletes: ['/proj/build'], runs: ['git', 'rm'], network: [] },
        parts: [
          { subject: 'git status', effect: 'allow', reason: { code: 'read-only' } },
          { subject: 'rm -rf build', effect: 'deny', reason: { code: 'rule', rule: 'Bash(rm *)' } },
        ],
        known: true,
        commands: [
          ['git', 'status'],
          ['rm', '-rf', 'build'],
        ],
        stricter: null,
      },
    })
  })

  it('is the same for a payload on stdin', async () => {
    const payload = (cwd: string) =>
      JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'rm -rf build' }, cwd })
    const typed = await inProject(() => ['check', '--json', 'rm -rf build'])
    const read = await inFolder(files, async (folder) => {
      const { io, stdout } = memoryIo({ cwd: '/', stdin: payload(`${folder}/proj`) })
      const exit = await main(['check', '--json', '--stdin', '--home', `${folder}/home`], io)
      return { exit, stdout: stdout().replaceAll(folder, ''), stderr: '' }
    })
    expect(read).toEqual(typed)
  })
})

describe('text', () => {
  it('marks the parts of the command and names the line of the rule', async () => {
    const { stdout } = await inProject(() => ['check', 'git status && rm -rf build'])
    expect(stdout).toBe(`
  git status && rm -rf build
  ----------    ^^^^^^^^^^^^
  allow  git status    only reads, nothing outlives it
  deny   rm -rf build  denied by \`Bash(rm *)\`
                       .claude/settings.json:11:7

  DENY
  next   no allow rule outweighs it: narrow or remove the rule at .claude/settings.json:11:7

`)
  })

  it('fits a narrow terminal', async () => {
    for (const columns of [24, 40, 60]) {
      const { stdout } = await inProject(
        () => ['check', 'echo 你好 && rm -rf a-rather-long-name-of-a-folder/and-more'],
        { columns },
      )
      const widths = stdout.split('\n').map((line) => [...line].reduce((sum, c) => sum + (/[你好]/.test(c) ? 2 : 1), 0))
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns)
    }
  })

  it('shows what a command hides from the eye', async () => {
    const { stdout } = await inProject(() => ['check', 'echo \u001b[2Ka\u202eb\u200bc\rd'])
    expect(stdout).not.toMatch(/[\u001b\u202e\u200b\r]/)
    expect(stdout).toContain('echo <U+001B>[2Ka<U+202E>b<U+200B>c<U+000D>d')
  })

  it('has colour on a terminal, unless NO_COLOR is set', async () => {
    const coloured = async (given: Given) =>
      (await inProject(() => ['check', 'rm x'], given)).stdout.includes('\u001b[31m')
    expect([
      await coloured({ isTTY: true }),
      await coloured({ isTTY: true, env: { NO_COLOR: '1' } }),
      await coloured({ isTTY: true, env: { TERM: 'dumb' } }),
      await coloured({ isTTY: false }),
    ]).toEqual([true, false, false, false])
  })
})

describe('broken settings', () => {
  const check = (text: string, command: string) =>
    inFolder({ 'p/.claude/settings.json': text }, async (folder) => {
      const { io, stdout, stderr } = memoryIo({ cwd: `${folder}/p` })
      const exit = await main(['check', '--quiet', '--home', folder, '--trusted', command], io)
      return { exit, stdout: stdout(), stderr: stderr().replaceAll(folder, '') }
    })

  it('allow nothing, and the fault is named by line and column', async () => {
    const ended = await check('{\n  "permissions": { "allow": ["Bash(npm *)"] \n', 'npm test')
    expect(ended.exit).toBe(1)
    expect(ended.stderr).toMatch(
      /^policy check: settings cannot be read, so nothing is allowed\n\/p\/\.claude\/settings\.json:3:1: error: not valid JSON: expected /,
    )
  })

  it('still deny what they can be read to deny', async () => {
    const ended = await check('{ "permissions": { "deny": ["Bash(rm *)"] }', 'rm x')
    expect(ended).toEqual({ exit: 2, stdout: '', stderr: '' })
  })
})

describe('hooks', () => {
  const hooked = (command: string, ...argv: readonly string[]) => {
    const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] }
    return inFolder({ 'p/.claude/settings.json': { hooks } }, async (folder) => {
      const { io, stdout } = memoryIo({ cwd: `${folder}/p` })
      const [name, options] = argv[0] === 'explain' ? ['explain', argv.slice(1)] : ['check', argv]
      const exit = await main([name, '--home', folder, '--trusted', ...options, 'git status'], io)
      return { exit, stdout: stdout().replaceAll(folder, '') }
    })
  }

  it('are shown with what they said and how it counted', async () => {
    expect(await hooked("echo 'not on fridays' >&2; exit 2")).toEqual({
      exit: 2,
      stdout: `
  git status
  ^^^^^^^^^^
  deny   git status  denied by a hook: not on fridays
                     .claude/settings.json:7:11

  hooks
  deny       echo 'not on fridays' >&2; exit 2
             .claude/settings.json:7:11, exit 2
             not on fridays

  DENY
  next   change what the hook at .claude/settings.json:7:11 says, or what it is told to look at

`,
    })
  })

  it('are data in the JSON', async () => {
    const { stdout } = await hooked('echo seen; exit 1', '--json')
    expect(JSON.parse(stdout).hooks).toEqual([
      {
        hook: 'echo seen; exit 1',
        matcher: 'Bash',
        layer: 'project',
        source: '/p/.claude/settings.json:7:11',
        result: 'error',
        exit: 1,
        effect: null,
        reason: null,
        failedOpen: expect.stringContaining('failed open'),
        durationMs: expect.any(Number),
        signal: null,
        status: null,
        stdout: 'seen\n',
        stderr: '',
        truncated: false,
        said: {},
        message: null,
      },
    ])
  })

  it('that change the input change what is decided and shown', async () => {
    const answer = { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls && rm -rf x' } } }
    const { exit, stdout } = await hooked(`printf %s '${JSON.stringify(answer)}'`)
    expect(exit).toBe(3)
    expect(stdout).toContain('\n  ls && rm -rf x\n')
    expect(stdout.replace(/\s+/g, ' ')).toContain('changes the input to {"command":"ls && rm -rf x"}')
    const explained = await hooked(`printf %s '${JSON.stringify(answer)}'`, 'explain', '--json')
    expect(JSON.parse(explained.stdout).subjects.map(({ subject }: { subject: string }) => subject)).toEqual([
      'ls',
      'rm -rf x',
    ])
  })

  it('show no secret with --mask', async () => {
    const answer = {
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls ghp_abcdefghijklmnopqrstuvwx' } },
    }
    for (const argv of [['--mask'], ['--mask', '--json'], ['explain', '--mask', '--json'], ['explain', '--mask']]) {
      const { stdout } = await hooked(`printf %s '${JSON.stringify(answer)}'`, ...argv)
      expect(stdout).toContain('ls ***')
      expect(stdout).not.toContain('ghp_abc')
    }
  })

  it('do not run with --no-hooks', async () => {
    const { exit, stdout } = await hooked('exit 2', '--no-hooks')
    expect({ exit, told: stdout.includes('hooks') }).toEqual({ exit: 0, told: false })
  })
})
