import { backslash, endsWord, greater, less, newline, openParen } from './chars.ts'
import {
  type DraftRedirect,
  type Part,
  type PendingDocument,
  peek,
  type Reader,
  type Scope,
  unsure,
  within,
} from './draft.ts'
import { readQuotedPiece, readSingle } from './word.ts'

/** Reads the delimiter after `<<`: only its quotes matter, nothing in it is expanded. */
export function readDelimiter(reader: Reader): { start: number; end: number; value: string; quoted: boolean } {
  const start = reader.at
  let value = ''
  let quoted = false
  for (;;) {
    const code = peek(reader)
    if (endsWord(code)) break
    const char = reader.text.charAt(reader.at)
    if (char === "'") {
      value += readSingle(reader)
      quoted = true
    } else if (char === '"') {
      const close = reader.text.indexOf('"', reader.at + 1)
      const inner = close < 0 ? '' : reader.text.slice(reader.at + 1, close)
      if (close < 0 || close >= reader.limit || /[\\$`]/.test(inner)) unsure(reader, 'unknown-construct', start)
      value += inner
      quoted = true
      reader.at = close + 1
    } else if (code === backslash) {
      if (peek(reader, 1) < 0 || peek(reader, 1) === newline) unsure(reader, 'unknown-construct', start)
      value += reader.text.charAt(reader.at + 1)
      quoted = true
      reader.at += 2
    } else if (/[$`{}[\]*?!~#]/.test(char)) unsure(reader, 'unknown-construct', start)
    else {
      value += char
      reader.at++
    }
  }
  // `<<A<(b)` has the whole as its delimiter.
  const code = peek(reader)
  if ((code === less || code === greater) && peek(reader, 1) === openParen) unsure(reader, 'unknown-construct', start)
  if (value === '' || value.includes('\n')) unsure(reader, 'unknown-construct', start)
  return { start, end: reader.at, value, quoted }
}

/** Reads the bodies that wait for the newline just passed. */
export function readDocuments(reader: Reader): void {
  const pending = reader.pending
  const newlineAt = reader.at - 1
  reader.pending = []
  for (const document of pending) readDocument(reader, document)
  if (reader.substitution === 0) return
  // Bash 5.2 prints a substitution anew before it runs it and drops a separator after a here-document or its operator,
  // so nothing may follow either but the end of the pipeline and of that very substitution.
  const line = reader.text.slice(pending[0]?.start ?? newlineAt, newlineAt)
  const rest = /^[ \t\n]*\)/.test(reader.text.slice(reader.at, Math.min(reader.limit, reader.at + 1000)))
  const last = rest && pending.length === 1 && !/[;&(){}]|\|\|/.test(line)
  if (!last || reader.depth !== reader.substitution) unsure(reader, 'unknown-construct')
}

function readDocument(reader: Reader, document: PendingDocument): void {
  const { text, limit } = reader
  const start = reader.at
  let at = start
  for (;;) {
    if (at >= limit) unsure(reader, 'syntax-error', document.start, 'a here-document without its end')
    const found = text.indexOf('\n', at)
    const end = found < 0 || found > limit ? limit : found
    let line = text.slice(at, end)
    if (document.stripTabs) line = line.replace(/^\t+/, '')
    if (line === document.delimiter) {
      readBody(reader, document, start, at)
      reader.at = Math.min(end + 1, limit)
      return
    }
    at = end + 1
  }
}

function readBody(reader: Reader, document: PendingDocument, start: number, end: number): void {
  const body = reader.text.slice(start, end)
  const shown = document.stripTabs ? body.replace(/^\t+/gm, '') : body
  document.redirect.body = { quoted: document.quoted, text: shown }
  if (document.quoted) return
  // The shell joins a line that ends in a backslash with the next one before anything else: before it looks for the delimiter,
  // and in the single quotes of a substitution too.
  const joined = /(?:^|[^\\])(?:\\\\)*\\\n/
  if (joined.test(body) && /`|\$[([]|\$\{(?!\w+\})|\\\n$/.test(body))
    unsure(reader, 'unknown-construct', document.start)
  const { limit, substitution, waiting } = reader
  const scope: Scope = { place: within(document.place, 'here-document'), region: document.region }
  const parts: Part[] = []
  reader.at = start
  reader.limit = end
  while (reader.at < end) readQuotedPiece(reader, scope, parts, false)
  reader.limit = limit
  reader.substitution = substitution
  reader.waiting = waiting
}

/** Empty until the body is read. */
export function documentRedirect(
  fields: Omit<DraftRedirect, 'body' | 'target'>,
  delimiter: { start: number; end: number; value: string },
): DraftRedirect {
  const parts: Part[] = [{ kind: 'quoted', text: delimiter.value }]
  return { ...fields, target: { start: delimiter.start, end: delimiter.end, parts }, body: null }
}
