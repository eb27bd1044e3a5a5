import type { Change, DraftCommand, DraftWord, Reader } from './draft.ts'
import type { Use } from './in-force.ts'
import { behindPrefixes } from './prefixes.ts'
import type { Word } from './script.ts'

/** Each list of arguments that `$1`, `$2` and so on may stand for; null when unknown. */
export type ArgumentLists = readonly (readonly Word[])[] | null

/** A `set -- a b` or a `shift`. */
interface Setting extends Use {
  /** null for a `shift`, and where nobody knows. */
  readonly words: readonly DraftWord[] | null
  /** How many a `shift` drops; null when it is no `shift`, or unknown. */
  readonly drops: number | null
  readonly passing: boolean
}

/** More lists, or words in them, are not told apart. */
const maxLists = 32
const maxWords = 256
/** How deep arguments are followed through calls inside functions. */
const maxDepth = 24
/** How many settings are looked at in one text before the rest counts as unknown. */
const maxSteps = 20_000

/** What else the reading of variables knows. */
export interface Known {
  /** Arguments that the text is started with; null when unknown. */
  readonly first: readonly Word[] | null
  words(drafts: readonly DraftWord[], use: Use): readonly Word[]
  /** The name a word is, as a command; null when the shell computes it. */
  name(word: DraftWord): string | null
  text(word: DraftWord): string | null
  holds(setting: Use & { readonly passing: boolean }, use: Use): boolean
}

/** Gathers every call of a function, `set` and `shift`, and tells what arguments there may be where. */
export function gatherArguments(reader: Reader, known: Known): (use: Use) => ArgumentLists {
  const settings = new Map<string | null, Setting[]>()
  const calls = new Map<string, DraftCommand[]>()
  const defined = new Set(reader.defines.map(({ name }) => name))
  // `export -f` hands functions to shells that call them with arguments of their own.
  let exported = defined.has('set') || defined.has('shift')
  for (const command of reader.commands) {
    const [first] = command.words
    const called = first === undefined ? null : known.name(first)
    if (called !== null && defined.has(called)) push(calls, called, command)
    const nameAt = (i: number) => {
      const word = command.words[i]
      return word === undefined ? undefined : known.name(word)
    }
    const at = behindPrefixes(nameAt)
    const name = nameAt(at)
    const rest = command.words.slice(at + 1)
    if (name === 'set' || name === 'shift') {
      const setting = name === 'set' ? readSet(command, rest, known) : readShift(command, rest, known)
      if (setting !== null) push(settings, command.place.functionName, setting)
      exported ||= name === 'set' && rest.some((word) => /^[-+]\w*a|^allexport$/.test(known.text(word) ?? '-a'))
    } else if (name === 'export' || name === 'declare' || name === 'typeset') {
      exported ||= rest.some((word) => /^-\w*f/.test(known.text(word) ?? '-f'))
    }
  }

  let steps = 0
  let depth = 0
  const made = new Map<string, ArgumentLists>()
  const listOf = new Map<Setting, ArgumentLists>()
  /** The arguments a function is called with, all its calls together; those of the text where there is none. */
  const base = (name: string | null): ArgumentLists => {
    if (name === null) return known.first === null ? null : [known.first]
    const done = made.get(name)
    if (done !== undefined) return done
    made.set(name, null)
    const all = calls.get(name) ?? []
    // The shell calls this one by itself.
    const unknown = exported || name === 'command_not_found_handle' || all.length === 0 || all.length > maxLists
    let lists: ArgumentLists = null
    if (!unknown) for (const call of all) lists = together(lists ?? [], [known.words(call.words.slice(1), call)])
    made.set(name, lists)
    return lists
  }
  const given = (setting: Setting): ArgumentLists => {
    if (setting.words === null) return null
    const done = listOf.get(setting)
    if (done !== undefined) return done
    listOf.set(setting, null)
    const list = known.words(setting.words, setting)
    const lists = list.length > maxWords ? null : [list]
    listOf.set(setting, lists)
    return lists
  }
  const find = (use: Use): ArgumentLists => {
    const { functionName, shell, outer, nesting } = use.place
    const all = settings.get(functionName) ?? []
    if (all.length === 0) return base(functionName)
    steps += all.length
    if (steps > maxSteps) return null
    const looped = nesting.slice(nesting.lastIndexOf('function') + 1).includes('loop')
    const before = all.filter(
      ({ start, place }) => (looped || start < use.start) && (place.shell === shell || outer.includes(place.shell)),
    )
    const ruling = before.findLastIndex((one) => one.drops === null && known.holds(one, use))
    let lists = ruling < 0 ? base(functionName) : given(before[ruling] as Setting)
    const later = before.slice(ruling + 1)
    if (looped || later.some(({ place }) => place.nesting.includes('loop'))) {
      for (const one of later) if (one.words !== null) lists = together(lists, given(one))
      if (later.some((one) => one.words === null && one.drops === null)) return null
      return later.some((one) => one.drops !== null) ? shortened(lists) : lists
    }
    for (const one of later) {
      const next: ArgumentLists = one.drops !== null ? dropped(lists, one.drops) : given(one)
      lists = known.holds(one, use) ? next : together(lists, next)
    }
    return lists
  }
  return (use) => {
    if (depth >= maxDepth) return null
    depth++
    try {
      return find(use)
    } finally {
      depth--
    }
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** Names after `set -o` that there surely are. */
const setOptions = new Set('errexit noclobber noglob nounset pipefail verbose xtrace'.split(' '))

/** `set a b`, `set -- a b`, `set -e a`; null where it sets options alone. */
function readSet(command: DraftCommand, words: readonly DraftWord[], known: Known): Setting | null {
  const { start, place, region } = command
  const setting = { start, place, region, drops: null, passing: command.redirects.length > 0 }
  for (let i = 0; i < words.length; i++) {
    const text = known.text(words[i] as DraftWord)
    if (text === null) return { ...setting, words: null }
    if (text === '--') return { ...setting, words: words.slice(i + 1) }
    if (!/^[-+]./.test(text)) {
      const rest = words.slice(text === '-' || text === '+' ? i + 1 : i)
      return rest.length === 0 ? null : { ...setting, words: rest }
    }
    // With an option that there is none it sets nothing.
    const name = text.endsWith('o') ? known.text(words[++i] ?? (words[0] as DraftWord)) : 'errexit'
    if (!/^[-+][abefhkmnptuvxBCEHPT]*o?$/.test(text) || !setOptions.has(name ?? '')) return { ...setting, words: null }
  }
  return null
}

function readShift(command: DraftCommand, [count, ...others]: readonly DraftWord[], known: Known): Setting {
  const { start, place, region } = command
  const text = count === undefined ? '1' : known.text(count)
  const drops = others.length === 0 && text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null
  return { start, place, region, words: null, drops, passing: command.redirects.length > 0 }
}

/** Lists of either kind; null when one is unknown or there are too many. */
function together(a: ArgumentLists, b: ArgumentLists): ArgumentLists {
  if (a === null || b === null) return null
  const lists = new Map([...a, ...b].map((list) => [keyOf(list), list]))
  return lists.size > maxLists ? null : [...lists.values()]
}

function keyOf(list: readonly Word[]): string {
  return JSON.stringify(list.map(({ values, glob, prefix, splits }) => [values, glob, prefix, splits]))
}

/** The lists after a `shift`; one that asks for more than there are changes nothing. */
function dropped(lists: ArgumentLists, count: number): ArgumentLists {
  if (lists === null) return null
  if (lists.some((list) => list.slice(0, count).some(isSeveral))) return null
  return lists.map((list) => (count > list.length ? list : list.slice(count)))
}

/** The lists after any number of them. */
function shortened(lists: ArgumentLists): ArgumentLists {
  const all = lists?.flatMap((list) => [...list.map((_, i) => list.slice(i)), []]) ?? null
  return all === null || all.length > maxWords || lists?.some((list) => list.some(isSeveral)) ? null : all
}

/** Whether a word may be several words or none. */
export function isSeveral(word: Word): boolean {
  return word.values === null && word.splits
}

/** What `$1` and so on may be: the words at that place; null where one of them is unknown. An empty place is an empty value. */
export function argumentAt(lists: ArgumentLists, number: number): readonly (Word | null)[] | null {
  if (lists === null) return null
  const found: (Word | null)[] = []
  for (const list of lists) {
    if (list.slice(0, number - 1).some(isSeveral)) return null
    found.push(list[number - 1] ?? null)
  }
  return found
}

/** All values of `$1`, `$#` or `$*`; null when unknown. */
export function argumentValues(lists: ArgumentLists, name: string): readonly string[] | null {
  if (lists === null) return null
  if (/^\d+$/.test(name)) {
    const words = argumentAt(lists, Number(name))
    if (words === null || words.some((word) => word !== null && word.values === null)) return null
    return [...new Set(words.flatMap((word) => word?.values ?? ['']))]
  }
  if (lists.some((list) => list.some(isSeveral))) return null
  if (name === '#') return [...new Set(lists.map((list) => String(list.length)))]
  const joined = lists.map((list) =>
    list.every(({ value }) => value !== null) ? list.map(({ value }) => value).join(' ') : null,
  )
  return joined.includes(null) ? null : [...new Set(joined as string[])]
}

/** The words that `"$@"` is; null when their number is unknown. */
export function allArguments(lists: ArgumentLists): readonly Word[] | null {
  const [first, ...others] = lists ?? []
  if (first === undefined) return null
  if (others.length === 0) return first
  if (others.some((list) => list.length !== first.length) || lists?.some((list) => list.some(isSeveral))) return null
  return first.map((word, i) => {
    const all = (lists ?? []).map((list) => list[i] as Word)
    if (all.some(({ values }) => values === null)) return { ...word, value: null, values: null, glob: null, prefix: '' }
    const values = [...new Set(all.flatMap((one) => one.values ?? []))]
    return values.length === 1 ? word : { ...word, value: null, values, literal: null, glob: null, prefix: '' }
  })
}

/** What a change may make of a value: an empty one may be none at all. */
export function changed(value: string, change: Change): readonly string[] {
  if (change.operator === '-') return value === '' ? ['', change.text] : [value]
  return [cut(value, change)]
}

function cut(value: string, { operator, text, any }: Change): string {
  if (operator === ':-') return value === '' ? text : value
  if (operator === '%' || operator === '%%') {
    if (!any) return value.endsWith(text) ? value.slice(0, value.length - text.length) : value
    const at = operator === '%' ? value.lastIndexOf(text) : value.indexOf(text)
    return at < 0 ? value : value.slice(0, at)
  }
  if (!any) return value.startsWith(text) ? value.slice(text.length) : value
  const at = operator === '#' ? value.indexOf(text) : value.lastIndexOf(text)
  return at < 0 ? value : value.slice(at + text.length)
}
