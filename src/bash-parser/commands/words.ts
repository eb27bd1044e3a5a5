import type { Word } from '../script.ts'

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

export function unknownPart(word: Word, from: number): Word {
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

/** Whether these words stay that many words, in these places. */
export function areSteady(words: readonly Word[]): boolean {
  return words.every((word) => word.value !== null || !word.splits)
}
