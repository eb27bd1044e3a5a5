import { findDifference } from './agree.ts'
import { type Reader, Unsure } from './draft.ts'
import { readyGrammar } from './grammar.ts'
import { lex } from './lexer.ts'
import { checkCharacters, longest } from './precheck.ts'
import { readText, startReader } from './reader.ts'
import type { Doubt, Script } from './script.ts'
import { readAgain } from './second-reader.ts'
import { settle } from './settle.ts'
import type { StartingValues } from './variables.ts'
import { splitRoughly, widen } from './wide.ts'

export type ParseOptions = StartingValues

/** Longest text that is read at all; a longer one is only cut into pieces. */
const longestRead = 200_000

/** Reads a Bash text into its commands. Never throws: what cannot be known is said in `doubt`. */
export function parse(text: string, options: ParseOptions = {}): Script {
  return lex(text) ?? readWithBoth(text, options)
}

/** Reads a text with both readers, whether or not it is plain. */
export function readWithBoth(text: string, options: ParseOptions): Script {
  const trusted = checkText(text)
  const nothing = { text, commands: [], redirects: [], defines: [], loops: [] }
  if (text.length > longestRead) return { ...nothing, doubt: trusted, wide: splitRoughly(text) }
  try {
    return readTrusted(text, options, trusted)
  } catch (error) {
    // A fault of ours must not be a way past the guard.
    const detail = `a reader failed: ${error instanceof Error ? error.message : String(error)}`
    return { ...nothing, doubt: trusted ?? { code: 'unknown-construct', detail }, wide: splitRoughly(text) }
  }
}

function readTrusted(text: string, options: ParseOptions, trusted: Doubt | null): Script {
  const reader = startReader(text)
  const unread = readAll(reader)
  const { commands, redirects, defines, loops } = settle(reader, trusted === null ? options : null)
  const doubt = trusted ?? unread ?? reader.doubt ?? findDoubt(reader)
  // A long text that was read to its end is not read again: the answer would take too long.
  const enough = doubt === null || (unread === null && text.length > longest)
  const wide = enough ? commands : widen(text, commands, unread === null)
  return { text, commands, redirects, defines, loops, doubt, wide }
}

function checkText(text: string): Doubt | null {
  if (text.length > longest)
    return { code: 'too-long', detail: `${text.length} characters, at most ${longest} are read` }
  return checkCharacters(text)
}

/** Reads to the end; else why not. */
function readAll(reader: Reader): Doubt | null {
  try {
    readText(reader)
    return null
  } catch (error) {
    if (error instanceof Unsure) return error.doubt
    throw error
  }
}

function findDoubt(reader: Reader): Doubt | null {
  const seen = readAgain(reader.text)
  if (seen === null) return { code: 'no-grammar', detail: 'the second reader is missing' }
  if (seen.error !== null) return { code: 'syntax-error', detail: seen.error }
  const place = findDifference(reader, seen)
  if (place === null) return null
  const detail = reader.text.slice(place.start, Math.min(place.end, place.start + 40))
  return { code: 'readers-disagree', detail, start: place.start, end: place.end }
}

/** Makes a grammar ready before the first `parse` that needs it; says which. Needed only where the native module is missing. */
export function loadGrammar(): Promise<'native' | 'wasm' | 'none'> {
  return readyGrammar()
}
