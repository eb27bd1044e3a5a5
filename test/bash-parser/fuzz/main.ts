import { type FuzzReport, fuzz } from './check.ts'

/** `npm run fuzz -- --minutes 30 --seed 1`: random texts in real bash with stub programs, compared with what the parser and rules say. */
const argv = process.argv.slice(2)
const option = (name: string, fallback: number) => {
  const at = argv.indexOf(`--${name}`)
  return at < 0 ? fallback : Number(argv[at + 1])
}
const minutes = option('minutes', 1)
const seed = option('seed', Date.now() % 1_000_000)
const stop = Date.now() + minutes * 60_000
console.log(`seed ${seed}, ${minutes} minutes`)
let told = 0
/** Tells what was found since the last time. */
function tell({ unseen, bypasses, crashes }: FuzzReport): void {
  const found = [
    ...unseen.map(({ text, argv: ran }) => `unseen ${JSON.stringify(ran)} in ${JSON.stringify(text)}`),
    ...bypasses.map(({ text, seen, rule }) => `bypass ${seen} past ${rule} in ${JSON.stringify(text)}`),
    ...crashes.map(({ text, error }) => `crash ${error} in ${JSON.stringify(text)}`),
  ]
  if (found.length > told) console.log(found.join('\n'))
  told = found.length
}
const report = await fuzz(seed, (soFar) => {
  if (soFar.texts % 2_000 === 0 && soFar.texts > 0) {
    console.log(`${soFar.texts} texts`)
    tell(soFar)
  }
  return Date.now() < stop
})
const { unseen, bypasses, crashes, ...figures } = report
console.log(JSON.stringify(figures))
tell(report)
process.exitCode = unseen.length + bypasses.length + crashes.length > 0 ? 1 : 0
