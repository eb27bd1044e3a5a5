/** A set of code points: ranges, both ends included, or everything but them. */
export interface LetterSet {
  readonly ranges: readonly (readonly [number, number])[]
  readonly negated: boolean
}

export const anyLetter: LetterSet = { ranges: [], negated: true }

/** The set of these characters. */
export function letters(characters: string): LetterSet {
  return { ranges: [...characters].map((character) => [codeOf(character), codeOf(character)]), negated: false }
}

export function hasLetter(set: LetterSet, code: number): boolean {
  for (const [from, to] of set.ranges) if (code >= from && code <= to) return !set.negated
  return set.negated
}

export function codeOf(character: string): number {
  return character.codePointAt(0) as number
}

/** Tried in this order when any letter will do, so that a witness reads like a command. */
const readable = [...'xyabcdefghijklmnopqrstuvwz0123456789-_/. ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(codeOf)
const lastCodePoint = 0x10ffff

/**
 * One letter for each way the sets can tell letters apart: what holds for texts over these holds for all texts.
 * Readable letters stand for their kind where there is one.
 */
export function alphabet(sets: readonly LetterSet[]): number[] {
  const plain = plainAlphabet(sets)
  if (plain !== null) return plain
  const cuts = new Set([0])
  for (const { ranges } of sets) for (const [from, to] of ranges) cuts.add(from).add(to + 1)
  const candidates = [...readable, ...[...cuts].filter((cut) => cut <= lastCodePoint).sort((a, b) => a - b)]
  const byKind = new Map<string, number>()
  for (const code of candidates) {
    const kind = sets.map((set) => (hasLetter(set, code) ? '1' : '0')).join('')
    if (!byKind.has(kind)) byKind.set(kind, code)
  }
  return [...byKind.values()]
}

/**
 * The usual case, sets of one letter or of all and at most one larger set: those letters, one of the larger set and one
 * more for all the others. null: not that case.
 */
function plainAlphabet(sets: readonly LetterSet[]): number[] | null {
  const codes = new Set<number>()
  let larger: LetterSet | null = null
  for (const set of sets) {
    const [first] = set.ranges
    if (first === undefined) continue
    if (!set.negated && set.ranges.length === 1 && first[0] === first[1]) codes.add(first[0])
    else if (set.negated || (larger !== null && larger !== set)) return null
    else larger = set
  }
  const others = larger === null ? [] : [firstOf(larger, codes)]
  const free = readable.find((code) => !codes.has(code) && (larger === null || !hasLetter(larger, code)))
  return free === undefined || others.includes(undefined) ? null : [free, ...codes, ...(others as number[])]
}

function firstOf({ ranges }: LetterSet, codes: ReadonlySet<number>): number | undefined {
  for (const [from, to] of ranges) for (let code = from; code <= to; code++) if (!codes.has(code)) return code
  return undefined
}

const lower: readonly [number, number] = [0x61, 0x7a]
const upper: readonly [number, number] = [0x41, 0x5a]

/** The set with both cases of every ASCII letter it speaks of. */
export function ignoringCase(set: LetterSet): LetterSet {
  if (set.ranges.length === 0) return set
  const other = set.ranges.flatMap((range) => [shifted(range, lower, -32), shifted(range, upper, 32)]).flat()
  return other.length === 0 ? set : { ...set, ranges: [...set.ranges, ...other] }
}

/** The part of a range that lies within `of`, moved. */
function shifted([from, to]: readonly [number, number], of: readonly [number, number], by: number): [number, number][] {
  const low = Math.max(from, of[0])
  const high = Math.min(to, of[1])
  return low > high ? [] : [[low + by, high + by]]
}
