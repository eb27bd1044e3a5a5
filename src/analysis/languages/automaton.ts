import { alphabet, anyLetter, hasLetter, type LetterSet } from './letters.ts'

/** One step of a pattern: a letter of the set, or any number of them. */
export interface Piece {
  readonly set: LetterSet
  readonly repeat: boolean
}

/**
 * A pattern as a list of pieces, null for a place where nothing is read. `skips` are pairs of positions where the pieces
 * between may be left out; the first position must not be a repeating piece, or leaving out would repeat with it.
 */
export interface Pattern {
  readonly pieces: readonly (Piece | null)[]
  readonly skips: readonly (readonly [from: number, to: number])[]
}

/** Positions in a pattern that reading may have reached, ascending. Empty: no text that goes on like this belongs. */
export type State = readonly number[]

/** A set of texts, as a machine that reads one code point at a time and always knows where it is. */
export interface Automaton {
  readonly start: State
  step(state: State, code: number): State
  accepts(state: State): boolean
  /** All that it ever asks of a letter. */
  readonly sets: readonly LetterSet[]
}

/** The machine of a union of patterns. */
export function automaton(patterns: readonly Pattern[]): Automaton {
  const pieces: (Piece | null | undefined)[] = []
  const skips = new Map<number, number[]>()
  const ends = new Set<number>()
  const starts: number[] = []
  // Positions below `from` add nothing once the key is reached: whatever they accept, it accepts.
  const dominates = new Map<number, number>()
  for (const pattern of patterns) {
    const base = pieces.length
    starts.push(base)
    pieces.push(...pattern.pieces, undefined)
    ends.add(base + pattern.pieces.length)
    for (const [from, to] of pattern.skips) skips.set(base + from, [...(skips.get(base + from) ?? []), base + to])
    pattern.pieces.forEach((piece, at) => {
      const last = at === pattern.pieces.length - 1
      const skipped = pattern.skips.some(([from, to]) => from < at && to > at)
      if (piece?.repeat && piece.set === anyLetter && (last || !skipped)) dominates.set(base + at, base)
    })
  }

  const close = (positions: Iterable<number>): State => {
    const closed = new Set<number>()
    const queue = [...positions]
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      if (closed.has(at)) continue
      closed.add(at)
      if (pieces[at] === null || pieces[at]?.repeat) queue.push(at + 1)
      queue.push(...(skips.get(at) ?? []))
    }
    const sorted = [...closed].sort((a, b) => a - b)
    const dropped = new Set<number>()
    for (const position of sorted) {
      const from = dominates.get(position)
      if (from !== undefined) for (const other of sorted) if (other >= from && other < position) dropped.add(other)
    }
    return dropped.size === 0 ? sorted : sorted.filter((position) => !dropped.has(position))
  }

  return {
    start: close(starts),
    step(state, code) {
      const next: number[] = []
      for (const at of state) {
        const piece = pieces[at]
        if (piece && hasLetter(piece.set, code)) next.push(piece.repeat ? at : at + 1)
      }
      return close(next)
    },
    accepts: (state) => state.some((at) => ends.has(at)),
    sets: [...new Set(pieces.flatMap((piece) => (piece ? [piece.set] : [])))],
  }
}

/** More joint states than any pair of real rules needs; unions of hundreds of wildcards may pass it. */
const maxStates = 200_000

export type Found = { readonly found: 'text'; readonly text: string } | { readonly found: 'nothing' | 'too-large' }

/**
 * The shortest text that all of `all` accept and none of `none` does. `nothing` is a proof that there is none:
 * every joint state was visited, over one letter of each kind.
 */
export function findText(all: readonly Automaton[], none: readonly Automaton[] = []): Found {
  const machines = [...all, ...none]
  const codes = alphabet(machines.flatMap((machine) => machine.sets))
  const first = machines.map((machine) => machine.start)
  const seen = new Set([keyOf(first)])
  let level: { states: State[]; text: string }[] = [{ states: first, text: '' }]
  while (level.length > 0) {
    const next: typeof level = []
    for (const { states, text } of level) {
      if (machines.every((machine, i) => machine.accepts(states[i] as State) === i < all.length)) {
        return { found: 'text', text }
      }
      for (const code of codes) {
        const moved = machines.map((machine, i) => machine.step(states[i] as State, code))
        if (moved.some((state, i) => i < all.length && state.length === 0)) continue
        const key = keyOf(moved)
        if (seen.has(key)) continue
        if (seen.size >= maxStates) return { found: 'too-large' }
        seen.add(key)
        next.push({ states: moved, text: text + String.fromCodePoint(code) })
      }
    }
    level = next
  }
  return { found: 'nothing' }
}

function keyOf(states: readonly State[]): string {
  return states.map((state) => state.join(',')).join('|')
}

/** Whether the machine accepts the text. */
export function acceptsText(machine: Automaton, text: string): boolean {
  let state = machine.start
  for (const character of text) state = machine.step(state, character.codePointAt(0) as number)
  return machine.accepts(state)
}
