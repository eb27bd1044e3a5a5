import type { Change, Part } from './draft.ts'
import { escapeGlob } from './glob.ts'
import type { Knowledge } from './knowledge.ts'
import { changed } from './positional.ts'
import type { Word } from './script.ts'

/** More patterns than this are not followed. */
export const maxShapes = 16

/** Patterns that all values of a word match, its expansions of unknown value among them; null when one may be anything. */
export function shapesOf(parts: readonly Part[], known: Knowledge, assigned = false): readonly string[] | null {
  let shapes: readonly string[] = ['']
  for (const part of parts) {
    const pieces = piecesOf(part, known)
    const whole = assigned || part.kind === 'bare' || part.kind === 'quoted' || part.quoted
    if (pieces === null || (!whole && !(known.splitsAtBlanks && pieces.every(staysWhole)))) return null
    if (shapes.length * pieces.length > maxShapes) return null
    shapes = shapes.flatMap((before) => pieces.map((piece) => before + piece))
  }
  return shapes
}

/** Whether unquoted what a pattern speaks of is neither split nor matched anew. */
function staysWhole(pattern: string): boolean {
  return !/\s|\\/.test(pattern)
}

function piecesOf(part: Part, known: Knowledge): readonly string[] | null {
  switch (part.kind) {
    case 'bare':
      return /[~{*?[\]]/.test(part.text) ? null : [escapeGlob(part.text)]
    case 'quoted':
      return [escapeGlob(part.text)]
    case 'variable':
      return variable(part.name, known)
    case 'computed': {
      if (part.numeric) return [part.to === part.from ? '[-0-9]*' : '*']
      if (part.of === undefined) {
        return part.many || part.to === part.from ? null : (known.printedShapes?.(part.from, part.to) ?? null)
      }
      const { name, change } = part.of
      if (name === '') return ['']
      if (name === '@' || name === '*') return null
      const pieces = variable(name, known)
      return pieces === null || change === null ? pieces : afterChange(pieces, change)
    }
  }
}

function variable(name: string, known: Knowledge): readonly string[] | null {
  const values = known.lookup(name)
  if (values !== null) return values.length > maxShapes ? null : values.map(escapeGlob)
  return known.isNumber(name) ? ['*'] : (known.shapes?.(name) ?? null)
}

/** What is left of a name without a slash is one, and so is what stands behind the last slash. */
function afterChange(pieces: readonly string[], change: Change): readonly string[] | null {
  const { operator, text, any } = change
  if (operator === '-') return pieces.flatMap((piece) => (piece === '' ? ['', escapeGlob(text)] : [piece]))
  if (operator === ':-') return [...pieces, escapeGlob(text)]
  if (operator === '##' && any && text === '/') return ['*']
  // A fixed end without a slash is cut from the last name alone.
  const end = operator.startsWith('%') && !any && !text.includes('/')
  const left = pieces.map((piece) => {
    if (!piece.includes('/')) return '*'
    if (!/[*?[\\]/.test(piece)) return escapeGlob(changed(piece, change)[0] as string)
    return end ? `${piece.slice(0, piece.lastIndexOf('/'))}/*` : null
  })
  return left.includes(null) ? null : (left as string[])
}

/** Patterns that all values of a word match; null for one that may be anything. */
export function patternsOf({ values, glob, shapes }: Word): readonly (string | null)[] {
  return values?.map(escapeGlob) ?? (glob !== null ? [glob] : (shapes?.() ?? [null]))
}
