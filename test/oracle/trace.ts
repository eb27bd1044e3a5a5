import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { check } from './check.ts'
import { generate } from './generate.ts'
import { whyNoTrace } from './sandbox.ts'

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    commands: { type: 'string' },
  },
})
const obstacle = whyNoTrace()
if (obstacle !== null) {
  console.error(`trace: cannot run here: ${obstacle}`)
  process.exit(1)
}
const commands =
  values.commands === undefined
    ? generate(Number(values.n), Number(values.seed))
    : fs.readFileSync(values.commands, 'utf8').split('\n').filter(Boolean)
const report = check(commands, (done, of) => process.stderr.write(`\r${done} of ${of} read-only commands traced`))
process.stderr.write('\n')
for (const { command, saw } of report.false)
  console.log(`${JSON.stringify(command)}\n  ${saw.join('\n  ').slice(0, 600)}`)
console.log(
  `seed ${values.seed}: ${report.generated} commands, ${report.readOnly} called read-only, ${report.ran} of them ran, ${report.false.length} false read-only`,
)
if (values.out !== undefined) fs.writeFileSync(values.out, `${JSON.stringify(report, null, 1)}\n`)
process.exit(report.false.length === 0 ? 0 : 2)
