import type { Word } from '../script.ts'

/** A word of this value: a piece of another, or one that stands for it; without a place of its own where there is none. */
export function wordOf(value: string, at?: Word): Word {
  return {
    start: at?.start ?? 0,
    end: at?.end ?? 0,
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
export function unknownWord(at: Pick<Word, 'start' | 'end' | 'text'>, prefix = ''): Word {
  const { start, end, text } = at
  return { start, end, text, value: null, literal: null, values: null, glob: null, prefix, splits: false, brace: false }
}

/** The end of a word from an offset of its value, for `--file=x` and `-fx`; as unknown as the word is. */
export function part(word: Word, from: number): Word {
  if (word.value === null) {
    const rest = unknownWord(word, word.prefix.slice(from))
    if (word.values !== null) return { ...rest, values: word.values.map((value) => value.slice(from)) }
    const { shapes, prefix } = word
    // What is cut off must stand in the patterns as it is.
    if (shapes === undefined || prefix.length < from || /[\\*?[\]]/.test(prefix.slice(0, from))) return rest
    return { ...rest, shapes: () => shapes()?.map((shape) => shape.slice(from)) ?? null }
  }
  return { ...wordOf(word.value.slice(from), word), text: word.text }
}

/** Whether a word stays one word. */
export function isSteady({ value, splits }: Word): boolean {
  return value !== null || !splits
}

/** Whether these words stay that many words, in these places. */
export function areSteady(words: readonly Word[]): boolean {
  return words.every(isSteady)
}

/** `a b c` as one line for a shell (watch, eval, `ssh host a b`); unknown when any word is. */
export function joined(words: readonly Word[]): Word | undefined {
  const [first] = words
  if (first === undefined) return undefined
  const unknown = words.find((word) => word.value === null)
  return unknown ?? wordOf(words.map((word) => word.value).join(' '), first)
}

/** Text for a shell that nobody can read here; `name` says where it comes from. */
export function unreadText(name: string): Word {
  return unknownWord(wordOf(name))
}
