import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'

/** What an option's value or an operand means to the program. `nothing`: no effect outside the process. */
export type Role =
  | 'nothing'
  | 'read'
  | 'read-tree'
  | 'write'
  | 'write-tree'
  | 'delete'
  | 'delete-tree'
  | 'host'
  | 'shell'
  | 'unknown'
  | `change ${string}`

/** A program, as data. Everything not named here is unknown: not read-only, not trusted. */
export interface Program {
  readonly names: readonly string[]
  /**
   * Options, separated by blanks; spellings of one option joined by commas. `-n` flag · `-n=` value required (glued or next word) ·
   * `-n[=]` optional value, glued only · then `:role` of the value (or, for a flag, of using it): `-o,--output=:write`, `--delete:unknown`.
   */
  readonly options?: string
  /** GNU programs accept any unambiguous start of a long option. Default true. */
  readonly abbreviates?: boolean
  /** `-abc` is `-a -b -c`. Default true; false for programs whose long options have one dash (find, java, terraform). */
  readonly bundles?: boolean
  /** Options may follow operands. Default true; false stops at the first operand (sh, env, ssh, xargs). */
  readonly permutes?: boolean
  /** `-5` and `+5` style words that are options by shape. */
  readonly numeric?: RegExp
  /** Roles of the operands; the last one repeats. Default `['nothing']`. */
  readonly operands?: readonly Role[]
  /** Sub-command tables (`git log`), looked up by the first operand; options before it are this table's own. */
  readonly subcommands?: Readonly<Record<string, Subcommand>>
  /** What the operands mean where roles cannot say it; called after the options were reported, instead of `operands`. */
  readonly does?: (args: Args, report: Report) => void
}

export type Subcommand = Omit<Program, 'names'>

/** The words after the program (or sub-command) name, sorted into options and operands. */
export interface Args {
  /** Operands in order, `--` removed. */
  readonly operands: readonly Word[]
  /** Options by canonical (first) spelling; value null for a flag. In order of appearance. */
  readonly options: readonly { readonly name: string; readonly value: Word | null }[]
  /** Whether an option was given, by canonical spelling. */
  has(...names: string[]): boolean
  /** The last value of an option; undefined when it was not given. */
  value(name: string): Word | undefined
  /** Every word after the program, as written. */
  readonly words: readonly Word[]
}

interface OptionRule {
  readonly name: string
  readonly takes: 'nothing' | 'required' | 'optional'
  readonly role: Role
}

const tables = new WeakMap<object, ReadonlyMap<string, OptionRule>>()

function optionTable(program: Subcommand): ReadonlyMap<string, OptionRule> {
  const known = tables.get(program)
  if (known !== undefined) return known
  const table = new Map<string, OptionRule>()
  for (const entry of (program.options ?? '').split(/\s+/).filter(Boolean)) {
    const [, spellings = '', takes = '', role = 'nothing'] = /^([^=[:]+)(\[=\]|=)?(?::(.+))?$/.exec(entry) ?? []
    const names = spellings.split(',')
    for (const spelling of names) {
      table.set(spelling, {
        name: names[0] as string,
        takes: takes === '=' ? 'required' : takes === '[=]' ? 'optional' : 'nothing',
        role: role.replaceAll('_', ' ') as Role,
      })
    }
  }
  tables.set(program, table)
  return table
}

/** Reads the words after a program's name by its table, reports what options and operands do. */
export function readArguments(program: Subcommand, words: readonly Word[], report: Report): Args {
  const table = optionTable(program)
  const operands: Word[] = []
  const options: { name: string; value: Word | null }[] = []
  const use = (rule: OptionRule, value: Word | null) => {
    options.push({ name: rule.name, value })
    apply(rule.role, value, rule.name, report)
  }
  let onlyOperands = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word
    const text = word.value
    if (onlyOperands) operands.push(word)
    else if (text === '--') onlyOperands = true
    else if (text !== null && !/^[-+]./.test(text)) {
      operands.push(word)
      // Sub-commands have options of their own, so reading stops there too.
      if (program.permutes === false || program.subcommands !== undefined) onlyOperands = true
    } else if (text === null && !mayBeOption(word)) {
      operands.push(word)
      if (program.permutes === false || program.subcommands !== undefined) onlyOperands = true
    } else if (text === null) {
      // The running shell may put any option here; only a program without a harmful one stays known.
      if (canHarm(table, program)) report.unknown('dynamic-word', word.text)
      operands.push(word)
    } else if (program.numeric?.test(text)) options.push({ name: text, value: null })
    else if (text.startsWith('+') && !table.has(text)) operands.push(word)
    else {
      const taken = readOption(text, word, words[i + 1], table, program, use)
      if (taken === undefined) report.unknown('unknown-option', text)
      else i += taken
    }
  }
  return {
    operands,
    options,
    words,
    has: (...names) => options.some((option) => names.includes(option.name)),
    value: (name) => options.findLast((option) => option.name === name)?.value ?? undefined,
  }
}

/** How many further words the option took; undefined when it is not known. */
function readOption(
  text: string,
  word: Word,
  next: Word | undefined,
  table: ReadonlyMap<string, OptionRule>,
  program: Subcommand,
  use: (rule: OptionRule, value: Word | null) => void,
): number | undefined {
  const equals = text.indexOf('=')
  const long = text.startsWith('--') || program.bundles === false
  if (long) {
    const rule = findLong(equals < 0 ? text : text.slice(0, equals), table, program)
    if (rule === undefined) return undefined
    if (equals >= 0) {
      if (rule.takes === 'nothing') return undefined
      use(rule, part(word, equals + 1))
      return 0
    }
    if (rule.takes !== 'required') {
      use(rule, null)
      return 0
    }
    if (next === undefined) return undefined
    use(rule, next)
    return 1
  }
  for (let at = 1; at < text.length; at++) {
    const rule = table.get(`${text[0]}${text[at]}`)
    if (rule === undefined) return undefined
    if (rule.takes === 'nothing') {
      use(rule, null)
      continue
    }
    if (at + 1 < text.length) {
      use(rule, part(word, at + 1))
      return 0
    }
    if (rule.takes === 'optional') {
      use(rule, null)
      return 0
    }
    if (next === undefined) return undefined
    use(rule, next)
    return 1
  }
  return 0
}

function findLong(name: string, table: ReadonlyMap<string, OptionRule>, program: Subcommand): OptionRule | undefined {
  const exact = table.get(name)
  if (exact !== undefined || program.abbreviates === false || name.length < 3) return exact
  const found = new Set<OptionRule>()
  for (const [spelling, rule] of table) if (spelling.startsWith(name)) found.add(rule)
  const rules = [...found]
  // INVARIANT: an abbreviation is known only when every option it could mean is the same one.
  return rules.length > 0 && rules.every((rule) => rule.name === rules[0]?.name) ? rules[0] : undefined
}

/** The end of a word from an offset of its value, for `--file=x` and `-fx`. */
export function part(word: Word, from: number): Word {
  const value = (word.value ?? word.prefix).slice(from)
  return { ...word, value, literal: value, values: null, glob: null, prefix: value, splits: false }
}

function mayBeOption(word: Word): boolean {
  if (word.values !== null) return word.values.some((value) => value.startsWith('-') || value.startsWith('+'))
  return word.prefix === '' || word.prefix.startsWith('-') || word.prefix.startsWith('+')
}

/** Whether any option could do more than its operands already do. */
function canHarm(table: ReadonlyMap<string, OptionRule>, program: Subcommand): boolean {
  if (program.subcommands !== undefined) return true
  for (const rule of table.values()) if (rule.role !== 'nothing' && rule.role !== 'read') return true
  return false
}

/** Reports one value by its role. */
export function apply(role: Role, value: Word | null, name: string, report: Report): void {
  if (role === 'nothing') return
  if (role.startsWith('change ')) report.change(role.slice('change '.length))
  else if (role === 'host') report.host(value?.value ?? null)
  else if (role === 'unknown' || value === null) report.unknown('unknown-option', name)
  else if (role === 'shell') report.shell(value)
  else {
    const [access, tree] = role.split('-') as ['read' | 'write' | 'delete', string | undefined]
    report[access](value, { tree: tree !== undefined })
  }
}

/** Reports what a program's words do. */
export function runProgram(program: Subcommand, name: string, words: readonly Word[], report: Report): void {
  const args = readArguments(program, words, report)
  if (program.subcommands !== undefined && args.operands.length > 0) {
    const [first, ...rest] = args.operands as [Word, ...Word[]]
    const table = first.value === null ? undefined : lookup(program.subcommands, first.value)
    if (table === undefined) report.unknown('unknown-option', `${name} ${first.text}`)
    else runProgram(table, `${name} ${first.value}`, rest, report)
    return
  }
  if (program.does !== undefined) {
    program.does(args, report)
    return
  }
  const roles = program.operands ?? ['nothing']
  args.operands.forEach((operand, i) => {
    apply(roles[Math.min(i, roles.length - 1)] as Role, operand, operand.text, report)
  })
}

function lookup<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
