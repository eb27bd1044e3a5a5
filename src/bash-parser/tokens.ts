import {
  backslash,
  bang,
  closeBrace,
  endsWord,
  hash,
  isNameStart,
  newline,
  openBrace,
  openBracket,
  space,
  tab,
} from './chars.ts'
import { peek, type Reader, unsure } from './draft.ts'
import { readDocuments } from './here-document.ts'

/** Skips blanks, line continuations and a comment, all of which may stand before any token. */
export function skipBlanks(reader: Reader): void {
  for (;;) {
    const code = peek(reader)
    if (code === space || code === tab) reader.at++
    else if (code === backslash && peek(reader, 1) === newline) skipContinuation(reader)
    else if (code === hash) {
      while (reader.at < reader.limit && peek(reader) !== newline) reader.at++
    } else return
  }
}

/** A continuation glued to an operator takes part in the token: `2\⏎>f` is a descriptor, `&\⏎&` one operator. */
function skipContinuation(reader: Reader): void {
  const before = reader.at === 0 ? space : reader.text.charCodeAt(reader.at - 1)
  if (before !== space && before !== tab && before !== newline) unsure(reader, 'unknown-construct')
  reader.at += 2
}

/** Skips blanks and newlines, and reads the here-documents that wait for a newline. */
export function skipNewlines(reader: Reader): void {
  for (;;) {
    skipBlanks(reader)
    if (peek(reader) !== newline) return
    readNewline(reader)
  }
}

function readNewline(reader: Reader): void {
  if (reader.waiting) unsure(reader, 'unknown-construct', reader.at, 'a newline before the text of a here-document')
  reader.at++
  if (reader.pending.length > 0) readDocuments(reader)
}

const reserved = new Set(
  '! case coproc do done elif else esac fi for function if in select then until while { } time [['.split(' '),
)

/** Reserved word at the reading point, where a command may begin. */
export function reservedAt(reader: Reader): string | null {
  const first = peek(reader)
  if (!isNameStart(first) && first !== openBrace && first !== closeBrace && first !== bang && first !== openBracket)
    return null
  let ahead = 1
  while (ahead < 9 && !endsWord(peek(reader, ahead))) ahead++
  if (ahead > 8 || !endsWord(peek(reader, ahead))) return null
  const word = reader.text.slice(reader.at, reader.at + ahead)
  return reserved.has(word) ? word : null
}
