// A hook that does what its last argument says: {"exit":0,"out":<string|object>,"err":"...","sleep":ms}.
import fs from 'node:fs'

const told = process.argv[4] ? JSON.parse(process.argv[4]) : {}
try {
  fs.readFileSync(0)
} catch {}
setTimeout(() => {
  if (told.out !== undefined) fs.writeSync(1, typeof told.out === 'string' ? told.out : JSON.stringify(told.out))
  if (told.err !== undefined) fs.writeSync(2, told.err)
  process.exit(told.exit ?? 0)
}, told.sleep ?? 0)
