import { examine } from '../analysis/doctor.ts'
import { loadGrammar } from '../bash-parser/parse.ts'
import { nodeSystem } from '../system.ts'
import { contextFor } from './context.ts'
import { nameFrom } from './file-name.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'

/** `policy doctor`: whether the hook guards the calls of this folder. */
export async function doctorCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'doctor',
    summary:
      'Looks at the installation: node, settings, trust, the hook entry and its program, what overrides what; starts the ' +
      'hook once. Exit: 0 it works, 2 something is broken, 1 could not tell.',
    examples: ['policy doctor', 'policy doctor --json'],
  })
  return run(withSharedOptions(command, io), argv, io, async (_, given) => {
    const options = sharedOptions(given, io)
    await loadGrammar()
    const checkups = await examine(contextFor(options), {
      system: nodeSystem,
      nodeVersion: process.version,
      name: (path) => nameFrom(options.cwd, path),
    })
    const broken = checkups.filter(({ state }) => state === 'broken').length
    const warnings = checkups.filter(({ state }) => state === 'warning').length
    if (options.json) {
      io.stdout.write(`${JSON.stringify({ schema: 1, broken, warnings, checkups }, null, 2)}\n`)
    } else if (!options.quiet) {
      const width = Math.max(...checkups.map(({ what }) => what.length))
      for (const { state, what, detail } of checkups) {
        io.stdout.write(`${state.padEnd(7)}  ${what.padEnd(width)}  ${detail}\n`)
      }
      io.stdout.write(
        broken > 0 ? `${broken} broken\n` : warnings > 0 ? `works, ${warnings} to look at\n` : 'all is well\n',
      )
    }
    return broken > 0 ? 2 : 0
  })
}
