import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Command, interleaved, median, ratios } from './cpu.ts'
import type { Figure } from './figure.ts'

const bin = resolve('bin/policy.cjs')

/** Fifty rules in three files, as a busy project has them. */
function settings(prefix: string, allow: number, deny: number): string {
  const rules = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `Bash(${prefix}${kind}${i} *)`)
  const extra =
    prefix === 'p' ? { allow: ['Bash(npm test *)'], deny: ['Bash(rm *)', 'Read(.env)'] } : { allow: [], deny: [] }
  const permissions = { allow: [...rules('a', allow), ...extra.allow], deny: [...rules('d', deny), ...extra.deny] }
  return JSON.stringify({ permissions }, null, 2)
}

/** CPU time of whole processes as ratios to `node -e 0`. */
export function startup(rounds: number): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-'))
  try {
    mkdirSync(join(folder, 'p/.claude'), { recursive: true })
    mkdirSync(join(folder, '.claude'))
    writeFileSync(join(folder, 'p/.claude/settings.json'), settings('p', 12, 5))
    writeFileSync(join(folder, 'p/.claude/settings.local.json'), settings('l', 12, 5))
    writeFileSync(join(folder, '.claude/settings.json'), settings('u', 8, 5))
    writeFileSync(join(folder, 'empty.cjs'), '')
    const hook = (command: string): Command => ({
      argv: [process.execPath, bin, 'hook'],
      env: { HOME: folder },
      stdin: JSON.stringify({
        session_id: 's',
        transcript_path: '/t',
        cwd: join(folder, 'p'),
        permission_mode: 'default',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command },
        tool_use_id: 't',
      }),
    })
    const node = (...argv: readonly string[]): Command => ({ argv: [process.execPath, ...argv], stdin: '' })
    const named: readonly (readonly [string, Command, number?])[] = [
      ['node -e 0', node('-e', '0')],
      ['an empty script', node(join(folder, 'empty.cjs'))],
      ['policy hook, plain command', hook('npm test -- --run'), 2.0],
      [
        'policy hook, command for the second reader',
        hook('for f in $(git ls-files); do grep -c "x$f" "$f" | sort; done'),
      ],
      ['policy hook, denied', hook('git status && rm -rf build')],
      ['policy check', { ...node(bin, 'check', '--cwd', join(folder, 'p'), 'git status'), env: { HOME: folder } }],
    ]
    const times = interleaved(
      named.map(([, command]) => command),
      rounds,
    )
    const all = ratios(times)
    return [
      { name: 'node -e 0', value: median(times[0]!), unit: 'ms CPU' },
      ...named.slice(1).map(([name, , most], i): Figure => {
        return { name, value: all[i + 1]!, unit: 'x node -e 0', ...(most === undefined ? {} : { target: { most } }) }
      }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
