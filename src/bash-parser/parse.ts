import { findDifference } from './agree.ts'
import { type Reader, Unsure } from './draft.ts'
import { parseTree } from './grammar.ts'
import { lex } from './lexer.ts'
import { checkCharacters, longest } from './precheck.ts'
import { readText, startReader } from './reader.ts'
import type { Doubt, Script } from './script.ts'
import { readAgain } from './second-reader.ts'
import { settle } from './settle.ts'

export interface ParseOptions {
  /** Value of `$HOME` and `~`; unknown when absent. */
  readonly home?: string
}

/** Reads a Bash text into its commands. Never throws: what cannot be known is said in `doubt`. */
export function parse(text: string, options: ParseOptions = {}): Script {
  const plain = lex(text)
  if (plain !== null) return plain
  const reader = startReader(text)
  const doubt = checkText(text) ?? readChecked(reader)
  const { commands, redirects, defines } = settle(reader, options.home)
  return { text, commands, redirects, defines, doubt: doubt ?? reader.doubt ?? findDoubt(reader), wide: commands }
}

function checkText(text: string): Doubt | null {
  if (text.length > longest)
    return { code: 'too-long', detail: `${text.length} characters, at most ${longest} are read` }
  return checkCharacters(text)
}

function readChecked(reader: Reader): Doubt | null {
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
export async function loadGrammar(): Promise<'native' | 'wasm' | 'none'> {
  return parseTree('') === undefined ? 'none' : 'native'
}
