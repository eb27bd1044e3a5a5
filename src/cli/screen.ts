import picocolors from 'picocolors'
import type { Effect } from '../decision.ts'
import type { Io } from './io.ts'

type Paint = (text: string) => string

/** What the reader's terminal can show. */
export interface Screen {
  readonly width: number
  readonly bold: Paint
  readonly dim: Paint
  readonly effect: Readonly<Record<Effect, Paint>>
}

/** Lines longer than this are hard to read however wide the terminal is. */
const widest = 110
/** Narrower terminals get lines of this width and wrap them themselves. */
const narrowest = 24

/** The terminal behind standard output; no colour unless it is one and `NO_COLOR` is not set. */
export function screenOf(io: Io): Screen {
  const color = io.stdout.isTTY && !io.env['NO_COLOR'] && io.env['TERM'] !== 'dumb'
  const paint = picocolors.createColors(color)
  return {
    width: Math.max(narrowest, Math.min(io.stdout.columns || 100, widest)),
    bold: paint.bold,
    dim: paint.dim,
    effect: { allow: paint.green, ask: paint.yellow, deny: paint.red },
  }
}

/** Control, direction and invisible characters: a command may hold them to show a person something else. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u

/** One character as it may be printed: what would move the cursor or hide is spelled out. */
export function visibleCharacter(character: string): string {
  if (character === '\t') return ' '
  if (!hidden.test(character)) return character
  return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** Text of others as it may be printed on one line. */
export function visible(text: string): string {
  let out = ''
  for (const character of text) out += character === '\n' ? '⏎' : visibleCharacter(character)
  return out
}

// East Asian wide and emoji take two columns (Unicode Standard Annex 11); close enough for underlining.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const combining = /\p{M}/u

/** Columns a text takes on a terminal. */
export function columns(text: string): number {
  let count = 0
  for (const character of text) count += combining.test(character) ? 0 : wide.test(character) ? 2 : 1
  return count
}

/** The text, cut to so many columns with an ellipsis. */
export function cut(text: string, width: number): string {
  if (columns(text) <= width) return text
  let out = ''
  let used = 1
  for (const character of text) {
    used += columns(character)
    if (used > width) break
    out += character
  }
  return `${out}…`
}

/** Lines of at most `width` columns, broken at blanks where there are any. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (let word of text.split(' ')) {
    if (line !== '' && columns(line) + 1 + columns(word) > width) {
      lines.push(line)
      line = ''
    }
    while (columns(word) > width) {
      const head = fitting(word, width)
      lines.push(head)
      word = word.slice(head.length)
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A text that wraps beside `head`: lines of at most `width` columns, the later ones below the first. */
export function beside(
  head: string,
  text: string,
  width: number,
  paint: (line: string) => string = (line) => line,
): string[] {
  const margin = columns(head)
  const [first = '', ...rest] = wrap(text, Math.max(width - margin, 12))
  return [`${head}${paint(first)}`, ...rest.map((line) => `${' '.repeat(margin)}${paint(line)}`)]
}

/** The longest start of a word that fits; at least one character. */
function fitting(word: string, width: number): string {
  let head = ''
  let used = 0
  for (const character of word) {
    used += columns(character)
    if (used > width && head !== '') break
    head += character
  }
  return head
}
