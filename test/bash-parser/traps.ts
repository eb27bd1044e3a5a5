import { readFileSync } from 'node:fs'
import { parse } from '../../src/bash-parser/parse.ts'
import { namedCommands } from './shapes.ts'

interface Trap {
  readonly id: string
  readonly class: string
  readonly tool_input: { readonly command: string }
  readonly expect: { readonly commands: readonly (readonly (string | null)[])[] }
}

/** Same programs and words in any order; of a command with a computed word only the program counts. */
function same(got: readonly (readonly (string | null)[])[], want: Trap['expect']['commands']): boolean {
  const left = [...got]
  for (const words of want) {
    const at = left.findIndex((one) =>
      words.includes(null) ? words[0] === null || one[0] === words[0] : JSON.stringify(one) === JSON.stringify(words),
    )
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
}

/** `node scripts/run.mjs test/bash-parser/traps.ts FILE.jsonl`: how many texts that mislead the grammar are named rightly or in doubt. */
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('name a file of cases, one JSON a line')
const figures = new Map<string, { right: number; doubt: number; wrong: number }>()
const total = { right: 0, doubt: 0, wrong: 0 }
for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
  const trap = JSON.parse(line) as Trap
  const script = parse(trap.tool_input.command)
  const outcome =
    script.doubt !== null ? 'doubt' : same(namedCommands(script.commands), trap.expect.commands) ? 'right' : 'wrong'
  const figure = figures.get(trap.class) ?? { right: 0, doubt: 0, wrong: 0 }
  figures.set(trap.class, { ...figure, [outcome]: figure[outcome] + 1 })
  total[outcome]++
  if (outcome === 'wrong') console.log(trap.id, JSON.stringify(trap.tool_input.command), namedCommands(script.commands))
}
for (const [name, { right, doubt, wrong }] of figures)
  console.log(`${name}: ${right} right, ${doubt} in doubt, ${wrong} wrong`)
console.log(JSON.stringify(total))
process.exitCode = total.wrong > 0 || total.right < total.doubt ? 1 : 0
