import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'

/**
 * What an option's value or an operand means to the program. `nothing`: no effect outside the process · `run`: a program it starts with
 * words of its own · `shell`: a command line it hands to a shell · `ends`: it prints something and ends there (`--help`).
 */
export type Role =
  | 'nothing'
  | 'read'
  | 'read-tree'
  | 'write'
  | 'write-tree'
  | 'delete'
  | 'delete-tree'
  | 'host'
  | 'run'
  | 'shell'
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
  /**
   * An option not listed is unknown even where no listed one does harm: a later version may have one that does. A word only the running
   * shell knows stays harmless there.
   */
  readonly strict?: boolean
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
  /** Options by canonical (first) spelling; value null for a flag. In order of appearance. */
  readonly options: readonly { readonly name: string; readonly value: Word | null }[]
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
}

interface OptionRule {
  readonly name: string
  readonly takes: 'nothing' | 'required' | 'optional' | 'two'
  readonly role: Role
}

const arity: Readonly<Record<string, OptionRule['takes']>> = { '=': 'required', '[=]': 'optional', '==': 'two' }

const tables = new WeakMap<object, ReadonlyMap<string, OptionRule>>()

function optionTable(program: Subcommand): ReadonlyMap<string, OptionRule> {
  const known = tables.get(program)
  if (known !== undefined) return known
  const table = new Map<string, OptionRule>()
  for (const entry of (program.options ?? '').split(/\s+/).filter(Boolean)) {
    const [, spellings = '', takes = '', role = 'nothing'] = /^([^=[:]+)(\[=\]|==?)?(?::(.+))?$/.exec(entry) ?? []
    const names = spellings.split(',')
    for (const spelling of names) {
      table.set(spelling, {
        name: names[0] as string,
        takes: arity[takes] ?? 'nothing',
        role: role.replaceAll('_', ' ') as Role,
      })
    }
  }
  if (program.negates === true) {
    for (const spelling of [...table.keys()]) {
      if (!spelling.startsWith('--')) continue
      const opposite = spelling.startsWith('--no-') ? `--${spelling.slice(5)}` : `--no-${spelling.slice(2)}`
      if (!table.has(opposite)) table.set(opposite, { name: opposite, takes: 'nothing', role: 'nothing' })
    }
  }
  tables.set(program, table)
  return table
}

/** Reads the words after a program's name by its table, reports what its options do. */
export function readArguments(program: Subcommand, words: readonly Word[], report: Report): Args {
  const table = optionTable(program)
  const harm = program.harmfulOptions ?? canHarm(table, program)
  // Where the first operand ends the options, a word that may be either decides what the rest means.
  const stops = program.permutes === false || program.subcommands !== undefined
  const operands: Word[] = []
  const options: { name: string; value: Word | null }[] = []
  let ends = false
  const use = (rule: OptionRule, value: Word | null) => {
    options.push({ name: rule.name, value })
    if (rule.role === 'ends') ends ||= operands.length === 0
    else if (!ends) apply(rule.role, value, rule.name, report)
  }
  let onlyOperands = false
  for (let i = 0; i < words.length && !ends; i++) {
    const word = words[i] as Word
    const text = word.value
    if (onlyOperands) operands.push(word)
    else if (text === '--') onlyOperands = true
    else if (text === null ? !mayBeOption(word) : !/^[-+]./.test(text)) {
      operands.push(word)
      onlyOperands = stops
    } else if (text === null) {
      if (readPrefix(word, table, program, use, harm || stops)) continue
      // The running shell may put any option here; only a program without a harmful one stays known.
      if (harm || stops) report.unknown('dynamic-word', word.text)
      else if (takesFile(table)) report.read(unknownWord(word))
      if (!word.prefix.startsWith('-')) operands.push(word)
    } else if (program.numeric?.test(text)) options.push({ name: text, value: null })
    else if (text.startsWith('+') && !table.has(text.slice(0, 2))) {
      operands.push(word)
      onlyOperands = stops
    } else {
      const taken = readOption(text, word, words.slice(i + 1, i + 3), table, program, use)
      if (taken === undefined) {
        if (program.harmfulOptions !== false || stops) report.unknown('unknown-option', text)
        else options.push({ name: text, value: null })
      } else {
        // A value that splits may vanish or bring options of its own.
        const values = words.slice(i + 1, i + 1 + taken)
        if ((harm || stops) && !areSteady(values))
          report.unknown('dynamic-word', values.map((value) => value.text).join(' '))
        i += taken
      }
    }
  }
  return {
    operands,
    options,
    words,
    ends,
    has: (...names) => options.some((option) => names.includes(option.name)),
    value: (name) => options.findLast((option) => option.name === name)?.value ?? undefined,
    values: (name) =>
      options.flatMap((option) => (option.name === name && option.value !== null ? [option.value] : [])),
  }
}

/** How many further words the option took; undefined when it is not known. Nothing is reported then. */
function readOption(
  text: string,
  word: Word,
  [next, second]: readonly Word[],
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
    if (rule.takes === 'two') {
      if (second === undefined) return undefined
      use(rule, second)
      return 2
    }
    if (rule.takes !== 'required') {
      use(rule, null)
      return 0
    }
    if (next === undefined) return undefined
    use(rule, next)
    return 1
  }
  const flags: OptionRule[] = []
  for (let at = 1; at < text.length; at++) {
    const rule = table.get(`${text[0]}${text[at]}`)
    if (rule === undefined) return undefined
    if (rule.takes === 'nothing') {
      flags.push(rule)
      continue
    }
    const glued = at + 1 < text.length
    if (!glued && rule.takes === 'required' && next === undefined) return undefined
    for (const flag of flags) use(flag, null)
    use(rule, glued ? part(word, at + 1) : rule.takes === 'required' ? (next as Word) : null)
    return glued || rule.takes === 'optional' ? 0 : 1
  }
  for (const flag of flags) use(flag, null)
  return 0
}

/** `--include="$x"`, `-n"$x"`: the option is certain though its value is not. False when it is not certain; nothing is reported then. */
function readPrefix(
  word: Word,
  table: ReadonlyMap<string, OptionRule>,
  program: Subcommand,
  use: (rule: OptionRule, value: Word | null) => void,
  strict: boolean,
): boolean {
  const { prefix } = word
  if (word.splits && word.glob === null) return false
  if (prefix.startsWith('--') || (program.bundles === false && prefix.startsWith('-'))) {
    const equals = prefix.indexOf('=')
    const rule = equals < 0 ? undefined : findLong(prefix.slice(0, equals), table, program)
    if (rule === undefined || rule.takes === 'nothing') return false
    use(rule, unknownPart(word, equals + 1))
    return true
  }
  if (!prefix.startsWith('-')) return false
  const flags: OptionRule[] = []
  for (let at = 1; at < prefix.length; at++) {
    const rule = table.get(`-${prefix[at]}`)
    if (rule === undefined) return false
    if (rule.takes === 'nothing') {
      flags.push(rule)
      continue
    }
    // `-n$x` with an empty `$x` takes the next word: that matters where an option of the next words could do harm.
    if (strict && rule.takes === 'required' && at + 1 === prefix.length) return false
    for (const flag of flags) use(flag, null)
    use(rule, unknownPart(word, at + 1))
    return true
  }
  return false
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
  return { ...word, value, literal: value, values: [value], glob: null, prefix: value, splits: false }
}

/** A word of this value at the place of another: a piece of it, or one that stands for it. */
export function wordOf(value: string, at: Word): Word {
  return {
    ...at,
    text: value,
    value,
    literal: value,
    values: [value],
    glob: null,
    prefix: value,
    splits: false,
    brace: false,
  }
}

/** A word nobody knows, starting with `prefix`, at the place of another. */
export function unknownWord(at: Word, prefix = ''): Word {
  return { ...at, value: null, literal: null, values: null, glob: null, prefix, splits: false, brace: false }
}

function unknownPart(word: Word, from: number): Word {
  return {
    ...word,
    value: null,
    literal: null,
    values: null,
    glob: null,
    prefix: word.prefix.slice(from),
    splits: false,
  }
}

/** Whether the running shell may put an option where this word stands. */
export function mayBeOption(word: Word): boolean {
  if (word.value !== null) return /^[-+]./.test(word.value)
  if (word.values !== null) return word.values.some((value) => value.startsWith('-') || value.startsWith('+'))
  // Each file name a glob matches starts as the glob does; a split expansion may put any word after its first.
  if (word.splits && word.glob === null) return true
  return word.prefix === '' || word.prefix.startsWith('-') || word.prefix.startsWith('+')
}

/** Whether these words stay that many words, in these places. */
export function areSteady(words: readonly Word[]): boolean {
  return words.every((word) => word.value !== null || !word.splits)
}

const harmless: ReadonlySet<Role> = new Set<Role>(['nothing', 'read', 'read-tree', 'ends'])

/** Whether any option could do more than its operands already do. */
function canHarm(table: ReadonlyMap<string, OptionRule>, program: Subcommand): boolean {
  if (program.subcommands !== undefined) return true
  for (const { role } of table.values()) if (!harmless.has(role)) return true
  return false
}

function takesFile(table: ReadonlyMap<string, OptionRule>): boolean {
  for (const { role } of table.values()) if (role !== 'nothing' && role !== 'ends') return true
  return false
}

/** Reports one value by its role. */
export function apply(role: Role, value: Word | null, name: string, report: Report): void {
  if (role === 'nothing' || role === 'ends') return
  if (role.startsWith('change ')) report.change(role.slice('change '.length))
  else if (role === 'host') report.host(value?.value ?? null)
  else if (role === 'unknown' || value === null) report.unknown('unknown-option', name)
  else if (role === 'shell') report.shell(value)
  else if (role === 'run') report.run([value], { appends: true })
  else {
    const [access, tree] = role.split('-') as ['read' | 'write' | 'delete', string | undefined]
    report[access](value, { tree: tree !== undefined })
  }
}

/** Reports what a program's words do. */
export function runProgram(program: Subcommand, name: string, words: readonly Word[], report: Report): void {
  if (program.interpret !== undefined) {
    program.interpret(words, report)
    return
  }
  const args = readArguments(program, words, report)
  if (args.ends) return
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
  // Words that split move the later ones into other roles.
  const uneven = roles.some((role) => role !== roles[0])
  if (uneven && !areSteady(args.operands))
    report.unknown('dynamic-word', args.operands.map((word) => word.text).join(' '))
  args.operands.forEach((operand, i) => {
    apply(roles[Math.min(i, roles.length - 1)] as Role, operand, operand.text, report)
  })
}

function lookup<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
