import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { batch } from './batch.ts'
import { classifications } from './classify.ts'
import { decisions } from './decisions.ts'
import { type Figure, reaches, showFigures } from './figure.ts'
import { hooks } from './hooks.ts'
import { limits } from './limits.ts'
import { peers } from './peers.ts'
import { startup } from './startup.ts'
import { tools } from './tools.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { gate: { type: 'boolean' }, json: { type: 'string' }, quick: { type: 'boolean' } },
})

const parts: Readonly<Record<string, () => Figure[] | Promise<Figure[]>>> = {
  startup: () => startup(values.quick ? 3 : 11),
  peers: () => peers(values.quick ? 3 : 11),
  decisions: () => decisions(values.quick ? 300 : 2000),
  classify: () => classifications(values.quick ? 300 : 2000, values.quick ? 50_000 : 1_000_000),
  batch: () => batch(values.quick ? 20_000 : 300_000),
  limits,
  hooks: () => hooks(values.quick ? 20 : 200),
  tools: () => tools(values.quick ? 50 : 500),
}

const wanted = positionals.length === 0 ? Object.keys(parts) : positionals
const results: Record<string, Figure[]> = {}
for (const name of wanted) {
  const part = parts[name]
  if (part === undefined) throw new Error(`no part \`${name}\`: expected ${Object.keys(parts).join(', ')}`)
  results[name] = await part()
  process.stdout.write(`${name}\n${showFigures(results[name])}\n`)
}

if (values.json !== undefined) {
  const machine = {
    node: process.version,
    platform: process.platform,
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
  }
  writeFileSync(values.json, `${JSON.stringify({ schema: 1, machine, results }, null, 2)}\n`)
}

const missed = Object.values(results)
  .flat()
  .filter((figure) => !reaches(figure))
if (values.gate && missed.length > 0) {
  process.stderr.write(`missed: ${missed.map(({ name }) => name).join('; ')}\n`)
  process.exitCode = 1
}
