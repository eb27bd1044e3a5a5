import { createContext, evaluate } from '../src/index.ts'
import { memorySystem } from '../src/system.ts'
import type { Figure } from './figure.ts'

const inputs: readonly (readonly [string, string])[] = [
  ['100 kB of commands', 'git status && echo "a b" | sort > out.txt\n'.repeat(2500)],
  ['10,000 nested parentheses', `${'('.repeat(10_000)}ls${')'.repeat(10_000)}`],
  ['10,000 nested substitutions', `echo ${'$('.repeat(10_000)}ls${')'.repeat(10_000)}`],
  ['one line of 1,000,000 characters', `echo ${'a'.repeat(1_000_000)}`],
  ['50,000 quotes', `echo ${"'a' ".repeat(50_000)}`],
  ['50,000 operators', 'a;'.repeat(50_000)],
  ['300 nested substitutions of commands', `${'$('.repeat(300)}rm x${')'.repeat(300)}`],
  ['200 wrappers of unknown options', `${'setpriv '.repeat(200)}rm x`],
  ['2,000 wrappers', `${'env '.repeat(2000)}rm x`],
  ['20,000 wrappers', `${'env '.repeat(20_000)}rm x`],
  ['5,000 readings of the same text', `${'eval '.repeat(5000)}rm x`],
  ['1,000 variables, each from the one before', Array.from({ length: 1000 }, (_, i) => `v${i + 1}=$v${i}`).join(';')],
  ['10,000 here-documents without an end', '<<A '.repeat(10_000)],
]

/** How long the worst inputs take, each asked once. */
export function limits(): Figure[] {
  const system = memorySystem({})
  const context = createContext({
    cwd: '/work',
    home: '/home/dev',
    layers: { user: { permissions: { deny: ['Bash(rm *)'] } } },
  })
  evaluate({ tool: 'Bash', input: { command: 'echo $(date) <<< x' } }, context, system)
  return inputs.map(([name, command]) => {
    const start = performance.now()
    const { effect } = evaluate({ tool: 'Bash', input: { command } }, context, system)
    const value = performance.now() - start
    if (effect === 'allow' && command.length > 10_000) throw new Error(`${name} was allowed`)
    return { name, value, unit: 'ms', target: { most: 200 } }
  })
}
