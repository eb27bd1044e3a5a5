import { expandBraces } from './braces.ts'
import type { DraftWord, Part } from './draft.ts'
import type { Knowledge } from './knowledge.ts'
import { allArguments, argumentAt, changed } from './positional.ts'
import type { Span, Word } from './script.ts'
import { shapesOf } from './shapes.ts'
import { cutTildes, type TildeForm, type TildePiece } from './tilde.ts'

/** What a word is for: only a plain `word` is split and matched; an `argument` is the `name=value` of a declaration builtin. */
export type WordUse = 'word' | 'value' | 'argument'

/** More values than this are not followed. */
const maxValues = 32

/** The words a command gets for one word of its text: one, or several by brace expansion. */
export function toWords(text: string, draft: DraftWord, known: Knowledge, use: WordUse = 'word'): readonly Word[] {
  if (draft.parts === null) return [plainWord(text, draft.start, draft.end)]
  const source = text.slice(draft.start, draft.end)
  const fixed = fixedText(draft.parts)
  if (fixed !== null) return [fixedWord(draft, source, fixed)]
  const given = use === 'word' ? argumentWords(source, draft, known) : null
  if (given !== null) return given
  const whole = build(source, draft, draft.parts, known, use)
  if (use === 'word' && whole.splits && draft.parts.length === 1) {
    const split = splitWords(source, draft, known)
    if (split !== null) return split
  }
  const made = expandBraces(draft.parts)
  if (made === null) return [whole]
  if (made === undefined || holdsInnerTilde(draft.parts) || mayRename(draft.parts)) return [severalWords(whole)]
  // An empty word without quotes is none: `a{,}` is two words, `{,}` no word.
  const { literal } = whole
  return made.flatMap((parts) =>
    parts.length === 0 ? [] : { ...build(source, draft, parts, known, use), literal, brace: true },
  )
}

/** Which of the words that braces make are `name=~` to the shell depends on what stood there before. */
function holdsInnerTilde(parts: readonly Part[]): boolean {
  return parts.some((part, i) => part.kind === 'bare' && part.text.includes('~', i === 0 ? 1 : 0))
}

/** `$v{a,b}` is `$va $vb`: braces are expanded before names are read. */
function mayRename(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === 'variable' && !part.quoted)
}

/** Some words that nobody knows. */
function severalWords(word: Word): Word {
  return { ...word, value: null, values: null, glob: null, prefix: '', splits: true }
}

/** The value of an assignment or a here-string (`value`), or the target of a redirect (`word`), where braces make no several words. */
export function toValue(text: string, draft: DraftWord, known: Knowledge, use: 'value' | 'word'): Word {
  if (draft.parts === null) return plainWord(text, draft.start, draft.end)
  const source = text.slice(draft.start, draft.end)
  const fixed = fixedText(draft.parts)
  if (fixed !== null) return fixedWord(draft, source, fixed)
  const word = build(source, draft, draft.parts, known, use)
  const made = use === 'word' ? expandBraces(draft.parts) : null
  if (made === null) return word
  // A redirect takes what braces make, if that is one word.
  const [only, ...others] = made ?? []
  const several = only === undefined || others.length > 0 || mayRename(draft.parts)
  return several ? severalWords(word) : build(source, draft, only, known, use)
}

/** A word that is what it looks like. */
export function plainWord(text: string, start: number, end: number): Word {
  const own = text.slice(start, end)
  return fixedWord({ start, end }, own, own)
}

/** A word of one certain value. */
export function fixedWord({ start, end }: Span, text: string, value: string): Word {
  return {
    start,
    end,
    text,
    literal: value,
    value,
    values: [value],
    glob: null,
    prefix: value,
    splits: false,
    brace: false,
  }
}

/** The value of a word in which nothing is expanded; null for any other. */
function fixedText(parts: readonly Part[]): string | null {
  let value = ''
  for (const part of parts) {
    if (part.kind !== 'quoted' && (part.kind !== 'bare' || expandable.test(part.text))) return null
    value += part.text
  }
  return value
}

const expandable = /[~{*?[\]]/

interface State {
  literal: string | null
  values: string[] | null
  glob: string | null
  prefix: string
  prefixOpen: boolean
  hasGlob: boolean
  splits: boolean
  /** Something stands in the word even when its expansions are empty. */
  solid: boolean
}

function build(
  source: string,
  draft: DraftWord,
  parts: readonly Part[],
  known: Knowledge,
  use: WordUse = 'word',
): Word {
  const matches = use === 'word' && holdsGlob(parts)
  // A joined line ends a part in the middle of what the shell reads as one tilde.
  const joinedTilde = source.includes('\\\n') && source.includes('~')
  const state: State = {
    literal: '',
    values: [''],
    glob: matches ? '' : null,
    prefix: '',
    prefixOpen: true,
    hasGlob: false,
    splits: false,
    solid: false,
  }
  if (joinedTilde) unknownFrom(state)
  const form = tildeForm(parts, use)
  const assigned = use !== 'word'
  parts.forEach((part, i) => {
    if (part.kind === 'bare') {
      addBare(state, cutTildes(part.text, form, i === 0, i === parts.length - 1), known, matches)
    } else if (part.kind === 'quoted') addText(state, part.text, true)
    else if (part.kind === 'variable') addVariable(state, part.name, part.quoted || assigned, known)
    else {
      const values = computedValues(part, assigned, known)
      const whole = assigned || (part.quoted && !part.many)
      if (values === null) addUnknown(state, whole, part.numeric && !part.many, known)
      else addValues(state, values, whole, false, known)
    }
  })
  if (
    state.values !== null &&
    !state.solid &&
    state.values.includes('') &&
    parts.some((part) => (part.kind === 'variable' || part.kind === 'computed') && !part.quoted)
  ) {
    state.splits = true
    state.values = null
  }
  const values = state.hasGlob ? null : state.values
  const word: { -readonly [Key in keyof Word]: Word[Key] } = {
    start: draft.start,
    end: draft.end,
    text: source,
    literal: state.literal,
    value: values?.length === 1 ? (values[0] as string) : null,
    values,
    glob: state.hasGlob && !(state.splits && state.glob === null) ? state.glob : null,
    prefix: values?.length === 1 ? (values[0] as string) : state.prefix,
    splits: state.splits || state.hasGlob,
    brace: false,
  }
  if (values === null && !state.hasGlob) word.shapes = () => shapesOf(parts, known, assigned)
  return word
}

/** All values of a computed part; null when unknown. */
function computedValues(
  part: Part & { kind: 'computed' },
  assigned: boolean,
  known: Knowledge,
): readonly string[] | null {
  const { of, many, from, to } = part
  if (of === undefined) return many || to === from ? null : (known.printed?.(from, to) ?? null)
  const { name, change } = of
  if (name === '') return ['']
  if (name === '@' && !assigned) return null
  // Unquoted, each argument is split on its own.
  if (name === '*' && !(part.quoted || assigned)) return null
  if ((name === '@' || name === '*') && (change !== null || !known.splitsAtBlanks)) return null
  const values = known.lookup(name)
  return values === null || change === null ? values : [...new Set(values.flatMap((value) => changed(value, change)))]
}

/** The words that `"$@"`, or `$1` alone, stands for; null where that is no matter of whole words. */
function argumentWords(source: string, draft: DraftWord, known: Knowledge): readonly Word[] | null {
  const [part, ...others] = draft.parts ?? []
  if (part?.kind !== 'computed' || part.of === undefined || part.of.change !== null || others.length > 0) return null
  const { name } = part.of
  const span = { start: draft.start, end: draft.end }
  const fits = ({ values }: Word) =>
    part.quoted || (known.splitsAtBlanks && values?.every((value) => /^[^\s*?[\]\\]+$/.test(value)))
  if (name === '@' || (name === '*' && !part.quoted)) {
    const words = allArguments(known.arguments?.() ?? null)
    if (words === null || !words.every(fits)) return null
    return words.map((word) => ({ ...word, ...span, text: textOf(word, source), brace: true }))
  }
  if (!/^\d+$/.test(name)) return null
  const found = name === '0' ? [known.zero?.() ?? null] : argumentAt(known.arguments?.() ?? null, Number(name))
  const [word, ...more] = found ?? []
  // The first name that a pattern matches is one of those names; a program may list none.
  if (word == null || word.values !== null || word.glob === null || word.listed === true || more.length > 0) return null
  return [{ ...word, ...span, text: textOf(word, source), splits: !part.quoted }]
}

/** The words that `$name` or `$1` alone becomes where its one value is several words, or none. */
function splitWords(source: string, { parts, start, end }: DraftWord, known: Knowledge): readonly Word[] | null {
  const part = parts?.[0]
  if (part === undefined || part.kind === 'bare' || part.kind === 'quoted' || part.quoted) return null
  const name = part.kind === 'variable' ? part.name : part.of?.change === null ? part.of.name : '@'
  if (!/^\w+$/.test(name) || !known.splitsAtBlanks) return null
  const [value, ...more] = known.lookup(name) ?? []
  if (value === undefined || more.length > 0 || !/\s|^$/.test(value) || /[^ -~\t\n]|[*?[\]\\]/.test(value)) return null
  const words = value.split(/[ \t\n]+/).filter((word) => word !== '')
  return words.map((word) => ({ ...fixedWord({ start, end }, source, word), brace: true }))
}

/** What `find` fills in is known by its text. */
function textOf(word: Word, source: string): string {
  return word.glob === null ? source : word.text
}

function tildeForm(parts: readonly Part[], use: WordUse): TildeForm {
  if (use === 'value') return 'value'
  const [first] = parts
  return first?.kind === 'bare' && /^[A-Za-z_]\w*\+?=/.test(first.text) ? 'argument' : 'word'
}

/** Whether unquoted characters match file names. */
function holdsGlob(parts: readonly Part[]): boolean {
  let bare = ''
  for (const part of parts) if (part.kind === 'bare') bare += part.text
  return bare !== '' && /[*?]|\[.*\]/s.test(bare)
}

function addBare(state: State, pieces: readonly TildePiece[], known: Knowledge, matches: boolean): void {
  for (const { text, user } of pieces) {
    if (user === null) {
      addCharacters(state, text, matches)
      continue
    }
    const literal = join(state.literal, text)
    if (user === '' && known.home !== undefined) addText(state, known.home, true)
    else if (user === '+') addVariable(state, 'PWD', true, known)
    else {
      state.solid = true
      unknownFrom(state)
    }
    state.literal = literal
  }
}

function addCharacters(state: State, text: string, matches: boolean): void {
  state.literal = join(state.literal, text)
  state.solid ||= text !== ''
  const at = matches ? text.search(/[*?[]/) : -1
  if (at >= 0) state.hasGlob = true
  if (state.prefixOpen) {
    state.prefix += at >= 0 ? text.slice(0, at) : text
    if (at >= 0) state.prefixOpen = false
  }
  if (state.values !== null) state.values = state.values.map((value) => value + text)
  if (state.glob !== null) state.glob += matches ? text.replace(/[{}()|]/g, '\\$&') : escapeGlob(text)
}

function addText(state: State, text: string, solid: boolean): void {
  state.literal = join(state.literal, text)
  state.solid ||= solid
  if (state.prefixOpen) state.prefix += text
  if (state.values !== null) state.values = state.values.map((value) => value + text)
  if (state.glob !== null) state.glob += escapeGlob(text)
}

function addVariable(state: State, name: string, whole: boolean, known: Knowledge): void {
  const values = known.lookup(name)
  const numeric = values === null && (!whole || state.prefix === '/proc/') && known.isNumber(name)
  addValues(state, values, whole, numeric, known)
}

function addValues(
  state: State,
  values: readonly string[] | null,
  whole: boolean,
  numeric: boolean,
  known: Knowledge,
): void {
  const safe = values?.every((value) => whole || (known.splitsAtBlanks && !/[\s*?[\]\\]/.test(value))) ?? false
  if (values === null || !safe) {
    addUnknown(state, whole, numeric, known)
    return
  }
  if (values.length === 1) {
    addText(state, values[0] as string, whole || values[0] !== '')
    return
  }
  state.literal = null
  state.glob = null
  state.prefixOpen = false
  state.solid ||= whole
  if (state.values === null) return
  const before = state.values
  const tooMany = before.length * values.length > maxValues
  state.values = tooMany ? null : [...new Set(before.flatMap((head) => values.map((value) => head + value)))]
}

/** `whole`: it stays one word, whatever it is. */
function addUnknown(state: State, whole: boolean, numeric: boolean, known: Knowledge): void {
  const process = numeric && state.prefixOpen && state.prefix === '/proc/'
  state.literal = null
  if (!whole && !(numeric && known.keepsNumbers)) {
    state.splits = true
    // Any later word of it may begin with anything.
    state.prefix = ''
  }
  state.solid ||= whole
  unknownFrom(state)
  if (process) {
    // `/proc/$$/cwd`: the folder of whichever process it is.
    state.hasGlob = true
    state.glob = '/proc/[0-9]*'
  }
}

function unknownFrom(state: State): void {
  state.values = null
  state.glob = null
  state.prefixOpen = false
}

function join(before: string | null, text: string): string | null {
  return before === null ? null : before + text
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}()!@+|]/g, '\\$&')
}
