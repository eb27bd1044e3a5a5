import { spawn } from 'node:child_process'
import { createHookRunner } from '../src/hooks/runner.ts'
import { createContext } from '../src/settings/load.ts'
import { memorySystem } from '../src/system.ts'
import { median } from './cpu.ts'
import type { Figure } from './figure.ts'

const program = ['/bin/cat'] as const

/** What a command hook costs beyond starting its program, in turns with a plain start of the same program. */
export async function hooks(rounds: number): Promise<Figure[]> {
  const payload = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
  const runnerOf = (handler: object) => {
    const layers = { project: { hooks: { PreToolUse: [{ hooks: [{ type: 'command', ...handler }] }] } } }
    const context = createContext({ cwd: '/tmp', home: '/tmp', layers })
    return createHookRunner(context, { system: memorySystem({}), env: process.env })
  }
  const exec = runnerOf({ command: program[0], args: [] })
  const shell = runnerOf({ command: program[0] })
  const ways = {
    plain: () => plainStart(JSON.stringify(payload)),
    exec: () => exec.run('PreToolUse', payload),
    shell: () => shell.run('PreToolUse', payload),
  }
  const times: Record<keyof typeof ways, number[]> = { plain: [], exec: [], shell: [] }
  for (let round = -5; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways) as [keyof typeof ways, () => Promise<unknown>][]) {
      const start = performance.now()
      await way()
      if (round >= 0) times[name].push(performance.now() - start)
    }
  }
  const added = (name: 'exec' | 'shell') =>
    median(times[name].map((value, round) => value - (times.plain[round] as number)))
  return [
    { name: 'starting the program', value: median(times.plain), unit: 'ms' },
    { name: 'added by a hook in exec form', value: added('exec'), unit: 'ms', target: { most: 8 } },
    { name: 'added by a hook in shell form', value: added('shell'), unit: 'ms', target: { most: 8 } },
  ]
}

function plainStart(input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program[0], [], { stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdout.resume()
    child.stderr.resume()
    child.on('error', reject)
    child.on('close', () => resolve())
    child.stdin.end(input)
  })
}
