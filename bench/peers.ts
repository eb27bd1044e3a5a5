import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Command, interleaved, median, ratios } from './cpu.ts'
import type { Figure } from './figure.ts'

/** What other people guard with, from the npm registry. Pinned, so that two runs compare the same. */
const packages = ['cc-safety-net@2.4.5', 'casbin@5.51.1', '@cedar-policy/cedar-wasm@4.13.0']

/** CPU time of whole processes that answer the same call, as ratios to `node -e 0` in the same run; what cannot be had is left out, with a notice. */
export function peers(rounds: number): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-peers-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{}')
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...packages]
    const installed = spawnSync('npm', install, { cwd: folder, encoding: 'utf8' })
    if (installed.status !== 0) process.stderr.write(`peers: npm cannot install them: ${installed.stderr.trim()}\n`)
    const stdin = JSON.stringify({
      session_id: 's',
      transcript_path: join(folder, 't'),
      cwd: folder,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test -- --run' },
    })
    const { execPath } = process
    const guard = (...argv: readonly string[]): Command => ({ argv, stdin, env: { HOME: folder, PEERS: folder } })
    // What stands first on a path may be a shim that costs more than the program.
    const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
    const own = (name: string) => resolve('bench/peers', name)
    const safetyNet = join(folder, 'node_modules/cc-safety-net/dist/bin/cc-safety-net.js')
    const all: readonly (readonly [string, Command, boolean])[] = [
      ['policy hook', guard(execPath, resolve('bin/policy.cjs'), 'hook'), true],
      ['one pattern in JavaScript', guard(execPath, own('guard.cjs')), true],
      ['one pattern in bash with jq', guard('bash', own('guard.sh')), has('jq')],
      ['one pattern in python3', guard(python, own('guard.py')), has(python)],
      ['cc-safety-net hook', guard(execPath, safetyNet, 'hook', '--claude-code'), existsSync(safetyNet)],
      ['Casbin, 50 rules', guard(execPath, own('casbin.cjs')), existsSync(join(folder, 'node_modules/casbin'))],
      ['Cedar, 50 rules', guard(execPath, own('cedar.cjs')), existsSync(join(folder, 'node_modules/@cedar-policy'))],
    ]
    const there = all.filter(([name, { argv }, present]) => {
      const [program, ...args] = argv
      const works =
        present &&
        spawnSync(program as string, args, { input: stdin, env: { ...process.env, HOME: folder, PEERS: folder } })
          .status === 0
      if (!works) process.stderr.write(`peers: ${name} does not run here and is left out\n`)
      return works
    })
    const node: Command = { argv: [execPath, '-e', '0'], stdin: '' }
    const times = interleaved([node, ...there.map(([, command]) => command)], rounds)
    const relative = ratios(times)
    return [
      { name: 'node -e 0', value: median(times[0] as number[]), unit: 'ms CPU' },
      ...there.map(([name], i): Figure => ({ name, value: relative[i + 1] as number, unit: 'x node -e 0' })),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function has(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0
}
