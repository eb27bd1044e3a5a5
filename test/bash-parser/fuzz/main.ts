import { fuzz } from './check.ts'

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
const report = await fuzz(seed, ({ texts }) => {
  if (texts % 2_000 === 0 && texts > 0) console.log(`${texts} texts`)
  return Date.now() < stop
})
const { unseen, bypasses, crashes, ...figures } = report
console.log(JSON.stringify(figures))
for (const { text, argv: ran } of unseen) console.log('unseen', JSON.stringify(ran), 'in', JSON.stringify(text))
for (const { text, seen, rule } of bypasses) console.log('bypass', seen, 'past', rule, 'in', JSON.stringify(text))
for (const { text, error } of crashes) console.log('crash', error, 'in', JSON.stringify(text))
process.exitCode = unseen.length + bypasses.length + crashes.length > 0 ? 1 : 0
