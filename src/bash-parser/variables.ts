import { absolutePath, climbsBack } from '../path.ts'
import type { DraftCommand, DraftWord, Reader } from './draft.ts'
import { functionCalls } from './functions.ts'
import { rules, skipper, type Use } from './in-force.ts'
import { type Followed, Here, type Knowledge } from './knowledge.ts'
import { commandName, fixed } from './names.ts'
import { isNumeric, printsNumber, shellIntegers } from './numeric.ts'
import { type ArgumentLists, argumentValues, gatherArguments, isSeveral, type Known } from './positional.ts'
import { behindPrefixes } from './prefixes.ts'
import { printedShapes, printedText, printsFolder, printsRoot } from './printed.ts'
import type { Word } from './script.ts'
import { maxShapes, patternsOf, shapesOf } from './shapes.ts'
import { toValue, toWords } from './value.ts'

interface Setting extends Use {
  /** Words it may be set to; null when unknown. */
  readonly words: readonly DraftWord[] | null
  /** They are the list of a loop, split and matched like the words of a command. */
  readonly list: boolean
  /** Characters of the word in front of the value (`name=` of `export name=value`). */
  readonly skip: number
  readonly numeric: boolean
  /** It may not have happened, or is in force only while one command runs. */
  readonly passing: boolean
  /** It is a `cd` to its word. */
  readonly moves?: boolean
}

/** How deep a variable is followed through others. */
const maxDepth = 8
/** More folders than this are not told apart. */
const maxFolders = 8
/** How many settings are looked at in one text before the rest counts as unknown. */
const maxSteps = 20_000

/** Builtins that set the variables their words name. */
const setters = new Set(
  'read mapfile readarray getopts unset let declare typeset local export readonly wait'.split(' '),
)
/** Builtins that set variables of the shell's own, or name one in an option. */
const otherSetters = new Set(['cd', 'pushd', 'popd', 'printf', 'set'])
/** Builtins after which no variable is certain: they run text, or change what names mean. */
const unsettlers = new Set('eval source . trap alias shopt enable fc'.split(' '))

/** Whether a function of this name makes what looks like a builtin something else. */
function replacesBuiltin(name: string): boolean {
  return setters.has(name) || otherSetters.has(name) || /^(command|builtin|shift)$/.test(name)
}

/** Variables the shell changes or refuses to change on its own. */
const volatile = new Set(
  `_ BASHOPTS BASHPID BASH_ALIASES BASH_ARGC BASH_ARGV BASH_ARGV0 BASH_CMDS BASH_COMMAND BASH_LINENO BASH_REMATCH BASH_SOURCE
   BASH_SUBSHELL BASH_VERSINFO COLUMNS COPROC DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD LINENO LINES MAPFILE
   OLDPWD OPTARG OPTIND PIPESTATUS PPID PWD RANDOM REPLY SECONDS SHELLOPTS SHLVL SRANDOM UID`.split(/\s+/),
)

export interface Variables {
  at(use: Use): Knowledge
  /** Whether an array's keys are text. */
  isAssociative(name: string, use: Use): boolean
  /** Whether a variable is certain to hold an integer. */
  isNumeric(name: string, use: Use): boolean
  /** Whether a command is certain to call a function of the text. */
  callsFunction(command: DraftCommand): boolean
}

/** What the shell knows before the text begins; what is absent is unknown. */
export interface StartingValues {
  /** Value of `$HOME` and `~`. */
  readonly home?: string | undefined
  /** The folder it starts in, for `$PWD` and `~+`. */
  readonly cwd?: string | undefined
  /** Folder of the git work tree that a folder is in; null when unknown. */
  readonly root?: ((folder: string) => string | null) | undefined
  /** `$0` and the arguments after it. */
  readonly args?: readonly Word[] | undefined
  /** All values that a variable may have which the text itself never sets; null when unknown. */
  readonly inherited?: ((name: string) => readonly string[] | null | undefined) | undefined
}

/** Gathers every assignment of a text and tells what is certainly in force where. */
export function gatherVariables(reader: Reader, starting: StartingValues): Variables {
  const settings = new Map<string, Setting[]>()
  /** Variables with an attribute that changes what is stored in them. */
  const attributed = new Set<string>()
  // A coprocess sets variables of its own.
  let unsettled =
    reader.defines.some(({ name }) => replacesBuiltin(name)) ||
    reader.commands.some(({ place }) => place.nesting.includes('coproc'))
  const set = (name: string, setting: Setting) => {
    const list = settings.get(name)
    if (list === undefined) settings.set(name, [setting])
    else list.push(setting)
  }
  for (const command of reader.commands) {
    for (const assignment of command.assignments) {
      const value = assignment.append || assignment.subscript !== null ? null : assignment.value
      set(assignment.name, {
        start: assignment.start,
        place: command.place,
        region: command.region,
        words: value === null ? null : [value],
        list: false,
        skip: 0,
        numeric: false,
        passing: command.words.length > 0 || command.redirects.length > 0,
      })
    }
    if (!gatherBuiltin(reader, command, set, attributed)) unsettled = true
  }
  for (const { name, words, numeric, settles, place, region, start } of reader.loose) {
    set(name, { start, place, region, words, list: true, skip: 0, numeric, passing: !settles })
  }
  // What may be read-only may refuse its value.
  const refused = [...settings].flatMap(([name, list]) =>
    volatile.has(name) || attributed.has(name) ? list.map(({ start }) => start) : [],
  )
  const mayBeSkipped = skipper(reader, refused)
  const holds = (setting: Use & { readonly passing: boolean }, use: Use): boolean =>
    rules(setting, use) && !mayBeSkipped(setting, use)
  const splitsAtBlanks = !settings.has('IFS')
  const separators = (settings.get('IFS') ?? []).map(({ words }) =>
    words?.length === 1 ? fixed(reader, words[0] as DraftWord) : null,
  )
  const keepsNumbers = separators.every((value) => value !== null && !/[-0-9]/.test(value))

  let steps = 0
  const relevant = (name: string, use: Use): readonly Setting[] | null => {
    const all = settings.get(name)
    if (unsettled || all === undefined || steps > maxSteps || volatile.has(name) || attributed.has(name)) return null
    steps += all.length
    const ruling = all.findLast((setting) => holds(setting, use))
    if (ruling === undefined) return null
    // In a loop or a function what stands later in the text may have run before.
    const repeated = use.place.functionName !== null || use.place.nesting.includes('loop')
    if (repeated) return all
    return all.filter((one) => one.place.functionName !== null || (one.start >= ruling.start && one.start < use.start))
  }
  /** What `$PWD` may be, every `cd` made or not; null once anything else may have moved the shell or set it. */
  const folder = (use: Use): readonly string[] | null => {
    const repeated = use.place.functionName !== null || use.place.nesting.includes('loop')
    const before = (settings.get('PWD') ?? []).filter(
      ({ start, place }) =>
        (repeated || start < use.start) && (place.shell === use.place.shell || use.place.outer.includes(place.shell)),
    )
    steps += before.length
    if (unsettled || starting.cwd === undefined || steps > maxSteps) return null
    if (before.length > 0 && (repeated || depth >= maxDepth)) return null
    let folders = [starting.cwd]
    depth++
    try {
      for (const setting of before) {
        const targets = setting.moves === true ? targetsOf(reader, setting, at(setting)) : null
        if (targets === null) return null
        const next = folders.flatMap((from) => targets.map((target) => absolutePath(target, from, '/')))
        folders = [...new Set([...folders, ...next])]
        if (folders.length > maxFolders) return null
      }
    } finally {
      depth--
    }
    return folders
  }
  const home = (use: Use): string | undefined => {
    if (unsettled) return undefined
    if (!settings.has('HOME')) return starting.home
    const values = lookup('HOME', use)
    return values?.length === 1 ? values[0] : undefined
  }
  let depth = 0
  const lookup = (name: string, use: Use): readonly string[] | null => {
    if (name === 'PWD') return folder(use)
    if (name === '0') return settings.has('BASH_ARGV0') ? null : (starting.args?.[0]?.values ?? null)
    if (!/^[A-Za-z_]/.test(name)) return argumentValues(listsAt(use), name)
    if (name === 'HOME' && !unsettled && !settings.has(name))
      return starting.home === undefined ? null : [starting.home]
    if (!settings.has(name) && !unsettled && !volatile.has(name)) return starting.inherited?.(name) ?? null
    const list = relevant(name, use)
    if (list === null || depth >= maxDepth) return null
    const values = new Set<string>()
    for (const setting of list) {
      const some = valuesOf(setting)
      if (some === null) return null
      for (const value of some) values.add(value)
    }
    return values.size === 0 ? null : [...values]
  }
  const settled = new Map<Setting, readonly string[]>()
  /** All values that one setting may give its variable; null when unknown. */
  const valuesOf = (setting: Setting): readonly string[] | null => {
    const before = settled.get(setting)
    if (before !== undefined || setting.words === null) return before ?? null
    const values: string[] = []
    depth++
    try {
      const here = at(setting)
      for (const word of setting.words) {
        const made = setting.list
          ? toWords(reader.text, word, here)
          : setting.skip > 0
            ? toWords(reader.text, word, here, 'argument')
            : [toValue(reader.text, word, here, 'value')]
        // `export A={1,2}` sets A twice.
        if (setting.skip > 0 && made.some((one) => one.brace || one.splits)) return null
        for (const { values: some } of made) {
          if (some === null) return null
          for (const value of some) values.push(value.slice(setting.skip))
        }
      }
    } finally {
      depth--
    }
    settled.set(setting, values)
    return values
  }
  const at = (use: Use): Knowledge => new Here(use, followed)
  const shapes = (name: string, use: Use): readonly string[] | null => {
    const list = /^[A-Za-z_]/.test(name) ? relevant(name, use) : null
    if (list === null || depth >= maxDepth) return null
    depth++
    try {
      const found = list.flatMap((setting) => {
        if (setting.words === null || setting.skip > 0) return [null]
        const words = setting.words.flatMap((word) =>
          setting.list ? toWords(reader.text, word, at(setting)) : [toValue(reader.text, word, at(setting), 'value')],
        )
        return words.flatMap(patternsOf)
      })
      return found.includes(null) || found.length > maxShapes ? null : (found as string[])
    } finally {
      depth--
    }
  }
  const surroundings = {
    usualFolder: !settings.has('TMPDIR'),
    shapes: (word: DraftWord, command: DraftCommand) =>
      word.parts === null ? [reader.text.slice(word.start, word.end)] : shapesOf(word.parts, at(command)),
  }
  let lists: ((use: Use) => ArgumentLists) | undefined
  const [zero, ...others] = starting.args ?? []
  const known: Known = {
    first: starting.args === undefined || (zero !== undefined && isSeveral(zero)) ? null : others,
    words: (drafts, use) => drafts.flatMap((draft) => toWords(reader.text, draft, at(use))),
    name: (word) => commandName(reader, word),
    text: (word) => fixed(reader, word),
    holds,
  }
  const listsAt = (use: Use): ArgumentLists => {
    if (unsettled) return null
    lists ??= gatherArguments(reader, known)
    return lists(use)
  }
  /** `$(pwd)` and git print folders, `$(echo x)` its words; what else a command prints is its own matter. */
  const printed = (from: number, to: number): readonly string[] | null => {
    const command = to === from + 1 ? reader.commands[from] : undefined
    if (command === undefined) return null
    const text = unsettled ? null : printedText(reader, command)
    if (text !== null) return [text]
    const asksRoot = printsRoot(reader, command)
    if (!asksRoot && !printsFolder(reader, command)) return null
    const folders = folder(command)?.map((path) => (asksRoot ? (starting.root?.(path) ?? null) : path)) ?? [null]
    return folders.some((path) => path === null || path.endsWith('\n')) ? null : (folders as string[])
  }
  const numeric = (name: string, use: Use): boolean => {
    if (shellIntegers.has(name) && !settings.has(name) && !unsettled) return true
    if (/^\d/.test(name)) return lookup(name, use)?.every((value) => /^-?\d+$/.test(value)) ?? false
    if (volatile.has(name) && !shellIntegers.has(name)) return false
    const all = settings.get(name)
    if (unsettled || all === undefined || depth >= maxDepth || steps > maxSteps) return false
    steps += all.length
    if (!all.some((setting) => holds(setting, use))) return false
    depth++
    // What is set under the name itself may count on an earlier setting: every one is looked at.
    const known = all.every((setting) => {
      const isNumber = (other: string) =>
        other === name ? all.some((one) => one !== setting && holds(one, setting)) : numeric(other, setting)
      return (
        setting.numeric ||
        (setting.skip === 0 && (setting.words?.every((word) => isNumeric(reader, word, isNumber)) ?? false))
      )
    })
    depth--
    return known
  }
  const followed: Followed = {
    home,
    lookup,
    shapes,
    arguments: (use) => listsAt(use),
    zero: starting.args?.[0] ?? null,
    printed,
    printedShapes: (from, to) => printedShapes(reader, from, to, surroundings),
    isNumber: numeric,
    splitsAtBlanks,
    keepsNumbers,
  }
  const isAssociative = (name: string, use: Use): boolean =>
    !unsettled && reader.associative.some((one) => one.name === name && rules({ ...one, passing: false }, use))
  return { at, isAssociative, isNumeric: numeric, callsFunction: functionCalls(reader, holds) }
}

/** Where a `cd` leads, as its operand says it; null when unknown. */
function targetsOf(reader: Reader, { place, words }: Setting, here: Knowledge): readonly string[] | null {
  // A loop repeats it, and a function makes it wherever it is called.
  if (place.functionName !== null || place.nesting.includes('loop')) return null
  const made = words?.flatMap((word) => toWords(reader.text, word, here)) ?? []
  const [target] = made
  if (made.length !== 1 || target === undefined) return null
  if (target.values?.some((value) => /^[-+]/.test(value) || climbsBack(value)) ?? true) return null
  return target.values?.map((value) => `./${value}`.replace(/^\.\/\//, '/')) ?? null
}

/** Notes the variables a builtin sets; false when no variable is certain after it. */
function gatherBuiltin(
  reader: Reader,
  command: DraftCommand,
  set: (name: string, setting: Setting) => void,
  attributed: Set<string>,
): boolean {
  const { words } = command
  const at = behindPrefixes((i) => nameAt(reader, words, i))
  const name = nameAt(reader, words, at)
  if (name === undefined) return true
  if (name === null || unsettlers.has(name)) return false
  if (!setters.has(name) && !otherSetters.has(name)) return true
  const rest = words.slice(at + 1)
  const use = { start: command.start, place: command.place, region: command.region }
  // A redirect that cannot be opened keeps the builtin from running, and `local` runs in functions alone.
  const passing = command.redirects.length > 0 || (name === 'local' && command.place.functionName === null)
  const unknown: Setting = { ...use, words: null, list: false, skip: 0, numeric: false, passing }
  if (name === 'cd' || name === 'pushd' || name === 'popd') {
    const [target] = rest
    const plain = name !== 'popd' && rest.length === 1 && target !== undefined
    // What its own words substitute runs before it.
    const after = { ...unknown, start: command.end }
    set('PWD', plain ? { ...after, words: [target], moves: true } : after)
    for (const one of ['OLDPWD', 'DIRSTACK']) set(one, unknown)
    return true
  }
  // `set -P`: a later `cd` goes by the real names of folders.
  if (name === 'set') {
    if (rest.some((word) => /^[-+]\w*P|^physical$/.test(fixed(reader, word) ?? '-P'))) set('PWD', unknown)
    return true
  }
  const prints = name === 'printf' && rest[0] !== undefined && (fixed(reader, rest[0]) ?? '-v').startsWith('-v')
  const waits = name === 'wait' && !rest.some((word) => (fixed(reader, word) ?? '').startsWith('-'))
  if ((!setters.has(name) && !prints) || waits) return true
  for (const one of ['REPLY', 'MAPFILE', 'OPTARG']) set(one, unknown)
  if (name === 'getopts') set('OPTIND', { ...unknown, numeric: true })
  const declares = name === 'export' || name === 'local' || name === 'declare' || name === 'typeset'
  const plain = declares && rest.every((word) => !/^[-+]/.test(reader.text.slice(word.start, word.end)))
  const attributes =
    name === 'readonly' ||
    (declares && rest.some((word) => /^[-+].*[^xgpfF]/.test(reader.text.slice(word.start, word.end))))
  for (const word of rest) {
    const source = reader.text.slice(word.start, word.end)
    const head = /^([A-Za-z_]\w*)=/.exec(source)
    if (plain && head !== null && !source.includes('~')) {
      set(head[1] as string, { ...unknown, words: [word], skip: head[0].length })
      continue
    }
    const text = fixed(reader, word)
    if (attributes && head !== null) attributed.add(head[1] as string)
    else if (attributes && text !== null) attributed.add(text)
    // `export NAME` leaves the value as it is.
    if (name === 'export' && plain && text !== null && head === null) continue
    if (text === null && head === null && !(name === 'read' && isOptionValue(reader, word, rest))) return false
    const names = (text ?? head?.[0] ?? '').match(/[A-Za-z_]\w*/g) ?? []
    for (const one of names) set(one, unknown)
    // `printf -vx`, `read -rax`: any end of the letters may be the name.
    const [glued] = text?.startsWith('-') ? names : []
    for (let i = 1; i < (glued?.length ?? 0); i++) set((glued as string).slice(i), unknown)
  }
  return true
}

/** The word at a place: null when the shell computes it, undefined when there is none. */
function nameAt(reader: Reader, words: readonly DraftWord[], at: number): string | null | undefined {
  const word = words[at]
  return word === undefined ? undefined : commandName(reader, word)
}

/** `read -p "$prompt" name`: the prompt names nothing. */
function isOptionValue(reader: Reader, word: DraftWord, words: readonly DraftWord[]): boolean {
  const before = words[words.indexOf(word) - 1]
  const takesNext = before !== undefined && /^-[ers]*[pdintNu]$/.test(fixed(reader, before) ?? '')
  return takesNext || /^-[ers]*[pdintNu]./s.test(reader.text.slice(word.start, word.end))
}

/** Whether arithmetic reads nothing but numbers. */
export function readsNumbers(reader: Reader, variables: Variables): { start: number; end: number } | null {
  for (const one of reader.arithmetic) {
    if (one.array !== null && variables.isAssociative(one.array, one)) continue
    const numbers = one.names.every(({ name, start }) => variables.isNumeric(name, { ...one, start }))
    const outputs = one.outputs.every((output) => printsNumber(reader, output.from, output.to))
    if (!numbers || !outputs) return one
  }
  return null
}
