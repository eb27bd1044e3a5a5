import type { Pattern, Piece } from './automaton.ts'
import { anyLetter, codeOf, type LetterSet, letters } from './letters.ts'

const slash: Piece = { set: letters('/'), repeat: false }
const notSlash: LetterSet = { ranges: letters('/').ranges, negated: true }
const anything: Piece = { set: anyLetter, repeat: true }

/**
 * The paths a gitignore pattern covers, written relative to its anchor: what it names and everything below
 * (gitignore(5), spec/permissions.md 3.4). A pattern with a slash before its end is anchored, another one matches at any
 * depth. Undefined for a pattern that names nothing: empty, a lone slash, an unclosed bracket.
 */
export function pathPattern(glob: string): Pattern | undefined {
  const trimmed = glob.replace(/(?<!\\)\/+$/, '')
  const anchored = trimmed.includes('/')
  const segments = trimmed.replace(/^\//, '').split('/')
  if (!anchored && segments[0] !== '**') segments.unshift('**')
  const pieces: (Piece | null)[] = []
  const skips: [number, number][] = []
  for (const [i, segment] of segments.entries()) {
    const last = i === segments.length - 1
    if (segment === '**' && last) {
      // `a/**`: whatever is below, not `a` itself.
      pieces.push({ set: notSlash, repeat: false }, anything)
      return { pieces, skips }
    }
    if (segment === '**') {
      skips.push([pieces.length, pieces.length + 3])
      pieces.push(null, anything, slash)
      continue
    }
    const read = segmentPieces(segment)
    if (read === undefined || read.length === 0) return undefined
    pieces.push(...read)
    if (!last) pieces.push(slash)
  }
  skips.push([pieces.length, pieces.length + 2])
  return { pieces: [...pieces, slash, anything], skips }
}

/** The pattern for absolute paths, below a folder that is meant literally. */
export function below(folder: string, pattern: Pattern): Pattern {
  const prefix = [...(folder === '/' ? '/' : `${folder}/`)].map((letter) => ({ set: letters(letter), repeat: false }))
  return {
    pieces: [...prefix, ...pattern.pieces],
    skips: pattern.skips.map(([from, to]) => [from + prefix.length, to + prefix.length]),
  }
}

function segmentPieces(segment: string): Piece[] | undefined {
  const pieces: Piece[] = []
  const characters = [...segment]
  for (let at = 0; at < characters.length; at++) {
    const letter = characters[at] as string
    if (letter === '*') {
      if (characters[at - 1] !== '*' || pieces.at(-1)?.repeat !== true) pieces.push({ set: notSlash, repeat: true })
    } else if (letter === '?') pieces.push({ set: notSlash, repeat: false })
    else if (letter === '[') {
      const close = closingBracket(characters, at)
      if (close === undefined) return undefined
      pieces.push({ set: bracket(characters.slice(at + 1, close)), repeat: false })
      at = close
    } else if (letter === '\\' && at + 1 < characters.length) {
      pieces.push({ set: letters(characters[++at] as string), repeat: false })
    } else pieces.push({ set: letters(letter), repeat: false })
  }
  return pieces
}

/** The bracket that ends a class: not the first letter of the class, not escaped. */
function closingBracket(characters: readonly string[], open: number): number | undefined {
  let at = open + 1
  if (characters[at] === '!' || characters[at] === '^') at++
  for (let first = true; at < characters.length; at++, first = false) {
    if (characters[at] === '\\') at++
    else if (characters[at] === ']' && !first) return at
  }
  return undefined
}

function bracket(characters: readonly string[]): LetterSet {
  const negated = characters[0] === '!' || characters[0] === '^'
  const body = negated ? characters.slice(1) : characters
  const ranges: [number, number][] = []
  for (let at = 0; at < body.length; at++) {
    if (body[at] === '\\' && at + 1 < body.length) at++
    const from = codeOf(body[at] as string)
    const to = body[at + 1] === '-' && at + 2 < body.length ? codeOf(body[(at += 2)] as string) : from
    if (from <= to) ranges.push([from, to])
  }
  if (!negated) return { ranges: ranges.flatMap(withoutSlash), negated: false }
  return { ranges: [...ranges, [codeOf('/'), codeOf('/')]], negated: true }
}

/** A slash is never matched by a class. */
function withoutSlash([from, to]: [number, number]): [number, number][] {
  const at = codeOf('/')
  if (from > at || to < at) return [[from, to]]
  const parts: [number, number][] = [
    [from, at - 1],
    [at + 1, to],
  ]
  return parts.filter(([low, high]) => low <= high)
}
