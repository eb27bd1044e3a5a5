import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { apply, readArguments } from './arguments.ts'
import { belowStarts, isFound } from './found.ts'
import { areSteady, isSteady, unknownWord } from './words.ts'

export { part } from './words.ts'

/**
 * What an option's value or an operand means to the program. `nothing`: no effect outside the process · `list`: a file that names further
 * files or options, which nobody here reads · `run`: a program it starts with words of its own · `shell`: a command line it hands to a shell · `shell-state`: later commands of this shell may mean something else ·
 * `ends`: it prints something and ends there (`--help`).
 */
export type Role =
  | 'nothing'
  | 'read'
  | 'read-tree'
  | 'list'
  | 'write'
  | 'write-tree'
  | 'delete'
  | 'delete-tree'
  | 'host'
  | 'run'
  | 'shell'
  | 'shell-state'
  | 'ends'
  | 'unknown'
  | `change ${string}`

/** A program, as data. Everything not named here is unknown: not read-only, not trusted. */
export interface Program {
  readonly names: readonly string[]
  /**
   * Options, separated by blanks; spellings of one option joined by commas. `-n` flag · `-n=` value required (glued or next word) ·
   * `-n[=]` optional value, glued only · `--arg==` two values, in the next two words · then `:role` of the value (or, for a flag, of
   * using it): `-o,--output=:write`, `--delete:unknown`.
   */
  readonly options?: string
  /** GNU programs accept any unambiguous start of a long option. Default true. */
  readonly abbreviates?: boolean
  /** `--no-x` undoes `--x`, and the other way round (git). Its name is the spelling, it has no value and no role. Default false. */
  readonly negates?: boolean
  /** `-abc` is `-a -b -c`. Default true; false for programs whose long options have one dash (find, java, terraform). */
  readonly bundles?: boolean
  /** Options may follow operands. Default true; false stops at the first operand (sh, env, ssh, xargs). */
  readonly permutes?: boolean
  /** `-5` and `+5` style words that are options by shape. */
  readonly numeric?: RegExp
  /**
   * `false`: by its documentation no option of it can do harm, so unknown ones are accepted; `true`: one can, though no role says so.
   * Absent: as the roles say.
   */
  readonly harmfulOptions?: boolean
  /** Roles of the operands; the last one repeats. Default `['nothing']`. */
  readonly operands?: readonly Role[]
  /** Sub-command tables (`git log`), looked up by the first operand; options before it are this table's own. */
  readonly subcommands?: Readonly<Record<string, Subcommand>>
  /** What the operands mean where roles cannot say it; called after the options were reported, instead of `operands`. */
  readonly does?: (args: Args, report: Report) => void
  /** For a program whose words are a language of their own (find, test, sh): reads all of them, in place of everything above. */
  readonly interpret?: (words: readonly Word[], report: Report) => void
}

/** Options of every GNU program. */
export const gnu = '--help:ends --version:ends'

export type Subcommand = Omit<Program, 'names'>

/** A GNU program without a harmful option: its operands have one role, unknown options are errors. */
export function harmlessProgram(names: string, options = '', operand: Role = 'nothing'): Program {
  return { names: names.split(' '), options: `${options} ${gnu}`, operands: [operand], harmfulOptions: false }
}

/** The words after the program (or sub-command) name, sorted into options and operands. */
export interface Args {
  /** Operands in order, `--` removed. */
  readonly operands: readonly Word[]
  /** Options by canonical (first) spelling; value null for a flag; `at`: its place in `words`. In order of appearance. */
  readonly options: readonly { readonly name: string; readonly value: Word | null; readonly at: number }[]
  /** Whether an option was given, by canonical spelling. */
  has(...names: string[]): boolean
  /** The last value of an option; undefined when it was not given. */
  value(name: string): Word | undefined
  /** Every value of an option, in order. */
  values(name: string): readonly Word[]
  /** An option of role `ends` came before any operand: nothing else happens. */
  readonly ends: boolean
  /** Every word after the program, as written. */
  readonly words: readonly Word[]
  /** The same options with these operands, and no words. */
  withOperands(operands: readonly Word[]): Args
}

/** Reports what a program's words do. */
export function runProgram(program: Subcommand, name: string, words: readonly Word[], given: Report): void {
  const report = words.some(isFound) ? belowStarts(given) : given
  if (program.interpret !== undefined) {
    program.interpret(words, report)
    return
  }
  const args = readArguments(program, words, report)
  if (args.ends) return
  if (program.subcommands !== undefined && args.operands.length > 0) {
    const first = args.operands[0] as Word
    const table = first.value === null ? undefined : lookup(program.subcommands, first.value)
    if (table === undefined) report.unknown('unknown-option', `${name} ${first.text}`)
    else runProgram(table, `${name} ${first.value}`, args.operands.slice(1), report)
    return
  }
  if (program.does !== undefined) {
    program.does(args, report)
    return
  }
  const roles = program.operands ?? ['nothing']
  // Words that split move the later ones into other roles.
  const uneven = roles.some((role) => role !== roles[0])
  if (uneven && !areSteady(args.operands)) {
    report.unknown('dynamic-word', args.operands.map((word) => word.text).join(' '))
    for (const [i, operand] of args.operands.entries()) {
      if (isSteady(operand)) continue
      const word = operand.glob === null ? unknownWord(operand) : operand
      for (const role of new Set(roles.slice(i + 1))) apply(role, word, operand.text, report)
    }
  }
  args.operands.forEach((operand, i) => {
    apply(roles[Math.min(i, roles.length - 1)] as Role, operand, operand.text, report)
  })
}

function lookup<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
