import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import type { Args, Role, Subcommand } from './program.ts'
import { isSteady, part, unknownWord } from './words.ts'

interface OptionRule {
  readonly name: string
  readonly takes: 'nothing' | 'required' | 'optional' | 'two'
  readonly role: Role
}

const arity: Readonly<Record<string, OptionRule['takes']>> = { '=': 'required', '[=]': 'optional', '==': 'two' }

/** The options of a program, read once. */
interface OptionTable {
  readonly rules: ReadonlyMap<string, OptionRule>
  /** Whether any option could do more than the operands already do. */
  readonly harms: boolean
  /** Whether any option names a file or more. */
  readonly touches: boolean
  /** Whether a word that starts with a plus sign may be an option. */
  readonly plus: boolean
  /** Whether operands are files. */
  readonly readsOperands: boolean
  /** What a word is that may be any of its options. */
  readonly doubt: 'dynamic-word' | 'shell-state'
}

const tables = new WeakMap<object, OptionTable>()

const harmless: ReadonlySet<Role> = new Set<Role>(['nothing', 'read', 'read-tree', 'ends'])

function optionTable(program: Subcommand): OptionTable {
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
  const roles = [...table.values()].map((rule) => rule.role)
  const made: OptionTable = {
    rules: table,
    harms: program.harmfulOptions ?? (program.subcommands !== undefined || roles.some((role) => !harmless.has(role))),
    touches: roles.some((role) => role !== 'nothing' && role !== 'ends'),
    doubt: roles.includes('shell-state') ? 'shell-state' : 'dynamic-word',
    readsOperands:
      (program.does !== undefined && program.harmfulOptions === false) ||
      program.operands?.some((role) => role !== 'nothing') === true,
    plus: program.numeric !== undefined || [...table.keys()].some((spelling) => spelling.startsWith('+')),
  }
  tables.set(program, made)
  return made
}

/** Reads the words after a program's name by its table, reports what its options do. */
export function readArguments(program: Subcommand, words: readonly Word[], report: Report): Args {
  const { rules: table, harms: harm, touches, plus, readsOperands, doubt } = optionTable(program)
  // Where the first operand ends the options, a word that may be either decides what the rest means.
  const stops = program.permutes === false || program.subcommands !== undefined
  const operands: Word[] = []
  const options: { name: string; value: Word | null; at: number }[] = []
  let at = 0
  let ends = false
  const use = (rule: OptionRule, value: Word | null) => {
    options.push({ name: rule.name, value, at })
    // Some programs open files as they meet their options and print about themselves when they have read them all.
    if (rule.role === 'ends') ends ||= operands.length === 0
    else apply(rule.role, value, rule.name, report)
  }
  let onlyOperands = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word
    const text = word.value
    at = i
    if (onlyOperands) operands.push(word)
    else if (text === '--') onlyOperands = true
    else if (text === null ? !mayBeOption(word, plus) : !/^[-+]./.test(text)) {
      operands.push(word)
      onlyOperands = stops
    } else if (text === null) {
      if (readPrefix(word, table, program, use, harm || stops)) continue
      // The running shell may put any option here; only a program without a harmful one stays known.
      if (harm || stops) report.unknown(doubt, word.text)
      else if (word.glob === null && touches) report.read(unknownWord(word))
      if (!word.prefix.startsWith('-')) operands.push(word)
    } else if (program.numeric?.test(text)) options.push({ name: text, value: null, at })
    else if (text.startsWith('+') && !table.has(text.slice(0, 2))) {
      operands.push(word)
      onlyOperands = stops
    } else {
      const taken = readOption(text, word, words, i, table, program, use)
      if (taken === undefined) {
        if (program.harmfulOptions !== false || stops) report.unknown('unknown-option', text)
        else options.push({ name: text, value: null, at })
      } else {
        // A value that splits may vanish or bring options of its own.
        for (const last = i + taken; i < last; ) {
          const value = words[++i] as Word
          if (isSteady(value)) continue
          if (harm || stops) report.unknown('dynamic-word', value.text)
          else if (readsOperands && value.glob === null) report.read(unknownWord(value))
        }
      }
    }
  }
  return new Sorted(words, operands, options, ends)
}

/** A class: one is made for every command. */
class Sorted implements Args {
  readonly words: Args['words']
  readonly operands: Args['operands']
  readonly options: Args['options']
  readonly ends: boolean

  constructor(words: Args['words'], operands: Args['operands'], options: Args['options'], ends: boolean) {
    this.words = words
    this.operands = operands
    this.options = options
    this.ends = ends
  }

  has(...names: string[]): boolean {
    return this.options.some((option) => names.includes(option.name))
  }

  value(name: string): Word | undefined {
    return this.options.findLast((option) => option.name === name)?.value ?? undefined
  }

  values(name: string): readonly Word[] {
    return this.options.flatMap((option) => (option.name === name && option.value !== null ? [option.value] : []))
  }

  withOperands(operands: readonly Word[]): Args {
    return new Sorted([], operands, this.options, this.ends)
  }
}

/** How many further words the option took; undefined when it is not known. Nothing is reported then. */
function readOption(
  text: string,
  word: Word,
  words: readonly Word[],
  place: number,
  table: ReadonlyMap<string, OptionRule>,
  program: Subcommand,
  use: (rule: OptionRule, value: Word | null) => void,
): number | undefined {
  const long = text.startsWith('--') || program.bundles === false
  const next = words[place + 1]
  if (long) {
    const equals = text.indexOf('=')
    const rule = findLong(equals < 0 ? text : text.slice(0, equals), table, program)
    if (rule === undefined) return undefined
    if (equals >= 0) {
      if (rule.takes === 'nothing') return undefined
      use(rule, part(word, equals + 1))
      return 0
    }
    if (rule.takes === 'two') {
      const second = words[place + 2]
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
  const exact = text.length > 2 ? table.get(text) : undefined
  if (exact?.takes === 'nothing') {
    use(exact, null)
    return 0
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
    use(rule, part(word, equals + 1))
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
    use(rule, part(word, at + 1))
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

/** Whether the running shell may put an option where this word stands; with `plus`, one that starts with a plus sign too. */
export function mayBeOption(word: Word, plus: boolean): boolean {
  const starts = (text: string) => text.startsWith('-') || (plus && text.startsWith('+'))
  if (word.value !== null) return word.value.length > 1 && starts(word.value)
  if (word.values !== null) return word.values.some(starts)
  // Each file name a glob matches starts as the glob does; a split expansion may put any word after its first.
  if (word.splits && word.glob === null) return true
  return word.prefix === '' || starts(word.prefix)
}

/** Reports one value by its role. */
export function apply(role: Role, value: Word | null, name: string, report: Report): void {
  if (role === 'nothing' || role === 'ends') return
  if (role.startsWith('change ')) report.change(role.slice('change '.length))
  else if (role === 'host') report.host(value?.value ?? null)
  else if (role === 'shell-state') report.unknown('shell-state', value?.text ?? name)
  else if (role === 'unknown' || value === null) report.unknown('unknown-option', name)
  else if (role === 'list') {
    report.unknown('unknown-option', name)
    report.read(value)
  } else if (role === 'shell') report.shell(value)
  else if (role === 'run') report.run([value], { appends: true })
  else {
    const [access, tree] = role.split('-') as ['read' | 'write' | 'delete', string | undefined]
    report[access](value, { tree: tree !== undefined })
  }
}
