import { readArithmeticExpansion } from './arithmetic.ts'
import { ampersand, bar, closeParen, endsWord, newline, openParen, semicolon } from './chars.ts'
import { readCompound, readFunctionBody, readReserved, skipCoprocName } from './compound.ts'
import {
  type Closer,
  inProcess,
  mainPlace,
  moveInto,
  peek,
  type Reader,
  type Region,
  type Rules,
  unsure,
  within,
} from './draft.ts'
import { readParameter } from './parameter.ts'
import type { Place } from './script.ts'
import { readSimple } from './simple.ts'
import { reservedAt, skipBlanks, skipNewlines } from './tokens.ts'

/** Nesting deeper than this is not read: nobody writes it, and the stack is not endless. */
const maxDepth = 60

const rules: Rules = { readList, readParameter, readArithmeticExpansion }

/** Begins to read a text or a part of one. */
export function startReader(text: string, start = 0, limit = text.length): Reader {
  return {
    text,
    rules,
    at: start,
    limit,
    depth: 0,
    shells: 0,
    commands: [],
    redirects: [],
    defines: [],
    loose: [],
    arithmetic: [],
    associative: [],
    lines: [],
    failures: [],
    pending: [],
    waiting: false,
    substitution: 0,
    doubt: null,
    variables: false,
  }
}

/** Reads a whole text. Throws `Unsure` where it cannot be certain; what was read before stays in the reader. */
export function readText(reader: Reader): void {
  skipNewlines(reader)
  if (reader.at < reader.limit) readList(reader, mainPlace, { parent: null }, 'end')
  if (reader.pending.length > 0) unsure(reader, 'syntax-error', reader.at, 'a here-document without its end')
}

/** Reads commands up to the closer, which stays unread. */
function readList(reader: Reader, place: Place, region: Region, closer: Closer): void {
  if (++reader.depth > maxDepth) unsure(reader, 'unknown-construct', reader.at, 'nested too deep')
  skipNewlines(reader)
  let any = false
  while (!closes(reader, closer)) {
    if (reader.at >= reader.limit) unsure(reader, 'syntax-error', reader.at, 'the text ends inside a command')
    const compound = readAndOr(reader, place, region)
    any = true
    skipBlanks(reader)
    const code = peek(reader)
    if (code === semicolon && peek(reader, 1) !== semicolon && peek(reader, 1) !== ampersand) reader.at++
    else if (code === ampersand) reader.at++
    else if (code !== newline) {
      // A reserved word may follow a compound command at once; a simple command would take it as a word.
      if (closes(reader, closer) && (compound || typeof closer === 'string')) break
      unsure(reader, 'syntax-error')
    }
    const before = reader.at
    skipNewlines(reader)
    const byLine = closer === 'end' || reader.depth === reader.substitution
    if (byLine && reader.text.slice(before, reader.at).includes('\n')) reader.lines.push(reader.at)
  }
  if (!any && closer !== 'case' && closer !== 'end' && closer !== 'substitution') unsure(reader, 'syntax-error')
  reader.depth--
}

function closes(reader: Reader, closer: Closer): boolean {
  if (closer === 'end') return reader.at >= reader.limit
  if (closer === 'paren' || closer === 'substitution') return peek(reader) === closeParen
  if (closer === 'case') {
    const second = peek(reader, 1)
    if (peek(reader) === semicolon && (second === semicolon || second === ampersand)) return true
    return reservedAt(reader) === 'esac'
  }
  const word = reservedAt(reader)
  return word !== null && closer.includes(word)
}

/** Reads `a && b || c`, with the `&` after it when there is one (left unread). Says whether the last command was a compound one. */
function readAndOr(reader: Reader, place: Place, region: Region): boolean {
  const from = reader.at
  let here = region
  let afterOr = false
  let compound = readPipeline(reader, place, here)
  for (;;) {
    skipBlanks(reader)
    const code = peek(reader)
    if (code === ampersand && peek(reader, 1) === ampersand) here = { parent: afterOr ? region : here }
    else if (code === bar && peek(reader, 1) === bar) {
      afterOr = true
      here = { parent: region }
    } else {
      if (code === ampersand) moveInto(reader, from, place, 'background')
      return compound
    }
    reader.at += 2
    skipNewlines(reader)
    compound = readPipeline(reader, place, here)
  }
}

function readPipeline(reader: Reader, place: Place, region: Region): boolean {
  const inner = readPrefixes(reader, place)
  if (inner === null) return false
  const from = reader.at
  let compound = readCommand(reader, inner, region)
  let piped = false
  for (;;) {
    skipBlanks(reader)
    if (peek(reader) !== bar || peek(reader, 1) === bar) return compound
    if (!piped) moveInto(reader, from, inner, 'pipeline')
    piped = true
    reader.at += peek(reader, 1) === ampersand ? 2 : 1
    skipNewlines(reader)
    compound = readCommand(reader, inProcess(reader, inner, 'pipeline', true), region)
  }
}

/** Reads `!` and `time` in front of a pipeline; null when no command follows them. */
function readPrefixes(reader: Reader, place: Place): Place | null {
  let inner = place
  let word = reservedAt(reader)
  while (word === '!' || word === 'time') {
    reader.at += word.length
    if (word === '!' && inner === place) inner = within(place, 'negation')
    skipBlanks(reader)
    if (word === 'time' && reader.text.startsWith('-p', reader.at) && endsWord(peek(reader, 2))) {
      reader.at += 2
      skipBlanks(reader)
    }
    const code = peek(reader)
    if (code < 0 || code === newline || code === semicolon) return null
    word = reservedAt(reader)
  }
  return inner
}

/** Reads one command with its redirects. */
function readCommand(reader: Reader, place: Place, region: Region): boolean {
  if (peek(reader) === openParen) return readCompound(reader, place, region)
  const word = reservedAt(reader)
  // After `|`, `time` is the program of that name; as both spellings are rare, neither is trusted.
  if (word === '!' || word === 'time') unsure(reader, 'unknown-construct')
  if (word === 'coproc') {
    // Printed anew for a substitution, a coprocess without a name gets one, which is then run.
    if (reader.substitution !== 0) unsure(reader, 'unknown-construct')
    skipCoprocName(reader)
    if (reservedAt(reader) === 'coproc') unsure(reader, 'unknown-construct')
    return readCommand(reader, inProcess(reader, place, 'coproc', false), region)
  }
  if (word !== null) return readReserved(reader, word, place, region)
  const name = readSimple(reader, place, region)
  return name !== null && readFunctionBody(reader, name, place, region)
}
