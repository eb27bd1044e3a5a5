import { processIo } from '../../src/cli/io.ts'
import { runCommand } from '../../src/cli/run.ts'

// `policy run` as a process of its own, for tests that kill it.
process.exitCode = await runCommand(process.argv.slice(2), processIo)
