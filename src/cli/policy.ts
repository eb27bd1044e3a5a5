import { hookCommand } from './hook.ts'
import { isReaderGone, processIo } from './io.ts'

const argv = process.argv.slice(2)

/** The hook is the hot path and lives in this file; everything else is loaded when it is asked for. */
const finished = argv[0] === 'hook' ? hookCommand(argv.slice(1), processIo) : rest()

finished.then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    // As a hook, any code but 2 would let the call through.
    process.exitCode = argv[0] === 'hook' ? 2 : isReaderGone(error) ? 0 : 1
  },
)

async function rest(): Promise<number> {
  const { main } = await import('./commands.ts')
  return main(argv, processIo)
}
