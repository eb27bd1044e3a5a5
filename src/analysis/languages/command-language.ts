import type { Automaton, Pattern, Piece } from './automaton.ts'
import { anyLetter, hasLetter, type LetterSet, letters } from './letters.ts'

const anything: Piece = { set: anyLetter, repeat: true }

/**
 * The texts a `Bash(...)` rule matches, by the text in its parentheses (spec/permissions.md 3.2.1): `*` is any run of
 * letters, a trailing ` *` that is the only one may be absent, a trailing `:*` means the same after a literal prefix.
 */
export function commandPattern(specifier: string): Pattern {
  if (specifier.endsWith(':*')) return optionalRest(literal(specifier.slice(0, -2)))
  const stars = specifier.split('*').length - 1
  if (stars === 1 && specifier.endsWith(' *')) return optionalRest(literal(specifier.slice(0, -2)))
  return { pieces: [...specifier].map((letter) => (letter === '*' ? anything : one(letter))), skips: [] }
}

/** Command texts as rules see them: not empty, blanks single, none at the ends, one line. */
export const commandTexts: Automaton = plainTexts()

function optionalRest(prefix: readonly Piece[]): Pattern {
  return {
    pieces: [...prefix, one(' '), anything],
    skips: [[prefix.length, prefix.length + 2]],
  }
}

function literal(text: string): Piece[] {
  return [...text].map(one)
}

function one(letter: string): Piece {
  return { set: letters(letter), repeat: false }
}

/** Words joined by single blanks: state 0 awaits a word, state 1 is inside one. */
function plainTexts(): Automaton {
  const blank = letters(' ')
  const control: LetterSet = {
    ranges: [
      [0, 0x1f],
      [0x7f, 0x9f],
    ],
    negated: false,
  }
  return {
    start: [0],
    step([at], code) {
      if (at === undefined || hasLetter(control, code)) return []
      return hasLetter(blank, code) ? (at === 1 ? [0] : []) : [1]
    },
    accepts: ([at]) => at === 1,
    sets: [blank, control],
  }
}
