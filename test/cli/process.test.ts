import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { policy } from '../support/policy-process.ts'
import { inFolder } from '../support/temporary.ts'

const bin = join(import.meta.dirname, '../../bin/policy.cjs')
const line = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: '/', layers: {}, files: {} })

/** A shell line in which `policy` is ours: exit codes of every stage, and standard error. */
function shell(script: string, input = '') {
  const run = spawnSync('bash', ['-c', `policy() { "$NODE" "$BIN" "$@"; }; ${script}; echo "\${PIPESTATUS[*]}" >&3`], {
    input,
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath, BIN: bin },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  return { stages: run.output[3]?.trim(), stderr: run.stderr }
}

describe('a reader that goes away', () => {
  it.each([
    ['help', 'policy check --help | true'],
    ['a long batch', 'policy check --batch - | head -1 >/dev/null'],
  ])('%s: is no fault', (_, script) => {
    expect(shell(script, `${line}\n`.repeat(20_000))).toEqual({ stages: '0 0', stderr: '' })
  })
})

describe('as a process', () => {
  it('a batch from a file and from stdin give the same answers', async () => {
    await inFolder({ 'cases.jsonl': `${line}\n`.repeat(500) }, (folder) => {
      const file = policy(['check', '--batch', `${folder}/cases.jsonl`])
      const stdin = policy(['check', '--batch', '-'], { stdin: `${line}\n`.repeat(500) })
      expect(file).toEqual(stdin)
      expect({ exit: file.exit, lines: file.stdout.split('\n').length - 1, stderr: file.stderr }).toEqual({
        exit: 0,
        lines: 500,
        stderr: '',
      })
    })
  })

  it('decides the same in both built files', async () => {
    const commands = [
      'git status && rm -rf build',
      'npm test',
      'cat <<EOF\n$(date)\nEOF',
      'find . -exec rm {} +',
      'docker ps',
      'for x in 1 2; do echo $x > $x; done',
      'coproc ls',
    ]
    await inFolder(
      { '.claude/settings.json': { permissions: { deny: ['Bash(rm *)'], allow: ['Bash(npm *)'] } } },
      (folder) => {
        for (const command of commands) {
          const payload = JSON.stringify({
            hook_event_name: 'PreToolUse',
            tool_name: 'Bash',
            tool_input: { command },
            cwd: folder,
          })
          const hook = JSON.parse(policy(['hook', '--home', '/nowhere'], { stdin: payload }).stdout).hookSpecificOutput
            .permissionDecision
          const check = JSON.parse(
            policy(['check', '--json', '--trusted', '--cwd', folder, '--home', '/nowhere', command]).stdout,
          ).effect
          expect({ command, effect: hook }).toEqual({ command, effect: check })
        }
      },
    )
  })

  it.each([
    [['nope'], 'policy: unknown command `nope`: `policy --help` lists them\n'],
    [['check', '--batch', '/nowhere/x'], 'policy check: `/nowhere/x` cannot be used: no such file\n'],
    [['check', '--batch', '/'], 'policy check: a file cannot be used: it is a folder\n'],
  ])('%j ends with 1 and one line', (argv, stderr) => {
    expect(policy(argv)).toEqual({ exit: 1, stdout: '', stderr })
  })

  it('under both of its names', () => {
    const { bin: names } = JSON.parse(
      spawnSync('cat', [join(import.meta.dirname, '../../package.json')], { encoding: 'utf8' }).stdout,
    )
    expect(names).toEqual({ policy: 'bin/policy.cjs', toolgate: 'bin/policy.cjs' })
  })
})
