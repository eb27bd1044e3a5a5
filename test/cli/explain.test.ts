import { describe, expect, it } from 'vitest'
import { main } from '../../src/cli/commands.ts'
import { type Given, memoryIo } from '../support/memory-io.ts'
import { inFolder } from '../support/temporary.ts'

const settings = `{
  "permissions": {
    "allow": ["Bash(npm test *)", "Bash(rm -rf build)", "Bash(rm -rf *)"],
    "deny": ["Bash(rm *)", "Read(.env)"],
    "ask": ["Bash(git push *)"]
  },
  "hooks": { "PreToolUse": [
    { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./guard.sh" }] },
    { "matcher": "Write", "hooks": [{ "type": "command", "command": "./other.sh" }] }
  ] }
}
`

async function explain(argv: readonly string[], given: Given = {}) {
  return inFolder({ 'p/.claude/settings.json': settings }, async (folder) => {
    const { io, stdout, stderr } = memoryIo({ cwd: `${folder}/p`, ...given })
    const exit = await main(['explain', '--trusted', '--home', folder, ...argv], io)
    return { exit, stdout: stdout().replaceAll(folder, ''), stderr: stderr().replaceAll(folder, '') }
  })
}

const json = async (...argv: readonly string[]) => JSON.parse((await explain(['--json', ...argv])).stdout)

describe('explain', () => {
  it('shows settings, commands, subjects, hooks and what would change it', async () => {
    const { exit, stdout } = await explain(['--no-hooks', '--why-not', 'allow', 'git status && sudo rm -rf build'])
    expect({ exit, stdout }).toEqual({
      exit: 2,
      stdout: `
  git status && sudo rm -rf build
  ----------    ^^^^^^^^^^^^^^^^^
  allow  git status         only reads, nothing outlives it
  deny   sudo rm -rf build  denied by \`Bash(rm *)\`
                            .claude/settings.json:4:14

  DENY
  next   no allow rule outweighs it: narrow or remove the rule at .claude/settings.json:4:14

settings
  project  .claude/settings.json  6 rules, 2 hooks
  mode default, linux, trusted folder
  working directories: /p

commands
  git status
    only reads
  sudo rm -rf build
  └ sudo: rm -rf build
      deletes build

subjects
  allow  git status
         only reads, nothing outlives it
  deny   sudo rm -rf build
         denied by \`Bash(rm *)\`
         decided deny \`Bash(rm *)\` .claude/settings.json:4:14

hooks
  would run  ./guard.sh
             .claude/settings.json:8:36
  skipped    ./other.sh
             .claude/settings.json:9:37
             \`Write\` does not match

why not allow
  1. remove deny \`Bash(rm *)\` .claude/settings.json:4:14
  2. add \`Bash(sudo rm -rf build)\` to permissions.allow
  then it is allow

`,
    })
  })

  it('runs the hooks and tells what they said', async () => {
    const { stdout, exit } = await explain(['git status'])
    expect(exit).toBe(0)
    // What a shell says about a missing program is its own affair.
    expect(stdout.split('\nhooks\n')[1]).toMatch(
      /^ {2}error {6}\.\/guard\.sh\n {13}\.claude\/settings\.json:8:36, exit 127\n {13}failed open: exited with 127[^\n]*\n {2}skipped {4}\.\/other\.sh\n/,
    )
  })

  it('lists the rules that matched and lost', async () => {
    const { subjects } = await json('rm -rf build')
    expect(subjects[0].matched).toEqual([
      { effect: 'deny', rule: 'Bash(rm *)', layer: 'project', source: '/p/.claude/settings.json:4:14', decided: true },
      {
        effect: 'allow',
        rule: 'Bash(rm -rf build)',
        layer: 'project',
        source: '/p/.claude/settings.json:3:35',
        decided: false,
      },
      {
        effect: 'allow',
        rule: 'Bash(rm -rf *)',
        layer: 'project',
        source: '/p/.claude/settings.json:3:57',
        decided: false,
      },
    ])
  })

  it('fits a narrow terminal', async () => {
    const { stdout } = await explain(['--why-not', 'allow', 'git status && sudo rm -rf a-long-name/of-a-folder'], {
      columns: 44,
    })
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(44)
  })

  const refused: readonly [readonly string[], string][] = [
    [['--why-not', 'maybe', 'ls'], 'policy explain: `maybe` is no effect: expected allow, ask or deny\n'],
    [[], 'policy explain: nothing to decide: expected a command line, `--tool` with `--input`, or `--stdin`\n'],
  ]
  it.each(refused)('%j', async (argv, stderr) => {
    expect(await explain(argv)).toEqual({ exit: 1, stdout: '', stderr })
  })
})

describe('why not', () => {
  const removed = (effect: string, rule: string, source: string) => ({
    change: 'remove',
    effect,
    rule,
    layer: 'project',
    source: `/p/.claude/settings.json:${source}`,
  })
  const added = (effect: string, rule: string) => ({ change: 'add', effect, rule })

  const table: readonly [string, string, readonly unknown[], string][] = [
    ['allow', 'git status', [], 'allow'],
    ['allow', 'npm publish', [added('allow', 'Bash(npm publish)')], 'allow'],
    ['allow', 'rm -rf build', [removed('deny', 'Bash(rm *)', '4:14')], 'allow'],
    [
      'allow',
      'git push origin',
      [removed('ask', 'Bash(git push *)', '5:13'), added('allow', 'Bash(git push origin)')],
      'allow',
    ],
    ['allow', 'npm publish > out.txt', [added('allow', 'Bash(npm publish > out.txt)')], 'allow'],
    ['allow', 'rmdir /', [], 'ask'],
    ['ask', 'rm -rf src', [removed('deny', 'Bash(rm *)', '4:14'), added('ask', 'Bash(rm -rf src)')], 'ask'],
    ['ask', 'npm test x', [added('ask', 'Bash(npm test x)')], 'ask'],
    ['deny', 'git status', [added('deny', 'Bash(git status)')], 'deny'],
    ['deny', 'npm publish', [added('deny', 'Bash(npm publish)')], 'deny'],
  ]
  it.each(table)('%s for `%s`', async (wanted, command, changes, effect) => {
    expect((await json('--why-not', wanted, command)).whyNot).toEqual({ wanted, effect, changes })
  })

  it('names the file of a file tool', async () => {
    const { whyNot } = await json(
      '--why-not',
      'allow',
      '--tool',
      'Write',
      '--input',
      '{"file_path":"a.txt","content":""}',
    )
    expect(whyNot.changes).toEqual([
      { change: 'add', effect: 'allow', rule: expect.stringMatching(/^Edit\(\/\/.*p\/a\.txt\)$/) },
    ])
  })
})
