import type { Report } from '../effects.ts'
import type { Args, Subcommand } from './program.ts'

type Does = NonNullable<Subcommand['does']>

const help = '--help:ends'

/** A verb that only prints; an option not listed may do anything. */
export function prints(options = '', does: Does = () => {}): Subcommand {
  return { options: `${options} ${help}`, abbreviates: false, does }
}

/** A verb that asks one host and prints the answer. */
export function asks(host: string | null, options = ''): Subcommand {
  return prints(options, (_, report) => report.host(host))
}

/** A verb that changes something whatever its options say. `options` holds those that take a value, so that operands are found. */
export function changes(what: string, options = '', more?: Does): Subcommand {
  return {
    options: `${options} ${help}`,
    abbreviates: false,
    harmfulOptions: false,
    does(args, report) {
      report.change(what)
      more?.(args, report)
    },
  }
}

/** A verb of verbs; alone it prints its usage. */
export function group(subcommands: Readonly<Record<string, Subcommand>>, options = ''): Subcommand {
  return { options: `${options} ${help} -h:ends`, abbreviates: false, subcommands, does: () => {} }
}

/** One table under several names, separated by blanks. */
export function named(names: string, table: Subcommand): Record<string, Subcommand> {
  return Object.fromEntries(names.split(' ').map((name) => [name, table]))
}

/** Runs the words after an operand: `docker exec NAME COMMAND`. */
export function runAfter(
  skip: number,
  what: string,
  options: string,
  more?: (args: Args, report: Report) => void,
): Subcommand {
  return {
    options: `${options} ${help}`,
    abbreviates: false,
    permutes: false,
    does(args, report) {
      report.change(what)
      more?.(args, report)
      const command = args.operands.slice(skip)
      if (command.length > 0) report.run(command, { remote: true })
    },
  }
}
