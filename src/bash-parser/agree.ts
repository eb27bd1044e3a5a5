import type { DraftCommand, DraftRedirect, DraftWord, Part, Reader } from './draft.ts'
import { isComputed, type Seen, type SeenCommand, type SeenRedirect } from './second-reader.ts'

/** Where two readings of one text differ first; null when they are the same. */
export function findDifference(reader: Reader, seen: Seen): { start: number; end: number } | null {
  const { commands } = reader
  for (let i = 0; i < commands.length; i++) {
    const ours = commands[i] as DraftCommand
    const theirs = seen.commands[i]
    if (theirs === undefined || !sameCommand(ours, theirs)) return ours
  }
  if (seen.commands.length > commands.length) return seen.commands[commands.length] as SeenCommand
  if (!sameRedirects(reader.redirects, seen.redirects)) return { start: 0, end: reader.text.length }
  return null
}

function sameCommand(ours: DraftCommand, theirs: SeenCommand): boolean {
  if (ours.start !== theirs.start || ours.words.length * 2 !== theirs.spans.length) return false
  if (ours.assignments.length * 2 !== theirs.assignments.length) return false
  for (let i = 0; i < ours.words.length; i++) {
    const word = ours.words[i] as DraftWord
    if (word.start !== theirs.spans[i * 2] || word.end !== theirs.spans[i * 2 + 1]) return false
  }
  for (let i = 0; i < ours.assignments.length; i++) {
    const { start, end } = ours.assignments[i] as { start: number; end: number }
    if (start !== theirs.assignments[i * 2] || end !== theirs.assignments[i * 2 + 1]) return false
  }
  return sameValues(ours, theirs) && sameRedirects(ours.redirects, theirs.redirects)
}

/** The quotes of each word must come off the same way. */
function sameValues(ours: DraftCommand, theirs: SeenCommand): boolean {
  let at = 0
  for (const word of ours.words) {
    const other = theirs.words[at]
    // Arguments that look like assignments are no words to the second reader.
    if (other === undefined || other.pos !== word.start) continue
    at++
    if (word.parts === null) {
      if (other.text.length !== word.end - word.start) return false
      continue
    }
    const literal = literalOf(word.parts)
    if (literal === null ? !isComputed(other) : isComputed(other) || other.value !== literal) return false
  }
  return at === theirs.words.length
}

function literalOf(parts: readonly Part[]): string | null {
  let literal = ''
  for (const part of parts) {
    if (part.kind !== 'bare' && part.kind !== 'quoted') return null
    literal += part.text
  }
  return literal
}

function sameRedirects(ours: readonly DraftRedirect[], theirs: readonly SeenRedirect[]): boolean {
  if (ours.length !== theirs.length) return false
  for (let i = 0; i < ours.length; i++) {
    const one = ours[i] as DraftRedirect
    const other = theirs[i] as SeenRedirect
    if (one.start !== other.start || one.operator !== other.operator) return false
    if (one.target.start !== other.targetStart || one.target.end !== other.targetEnd) return false
    if ((one.body === null) !== (other.body === null)) return false
  }
  return true
}
