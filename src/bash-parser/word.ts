import { decodeAnsi } from './ansi.ts'
import {
  backslash,
  backtick,
  closeParen,
  dollar,
  doubleQuote,
  endsWord,
  greater,
  hash,
  isDigit,
  isNamePart,
  isNameStart,
  isPlain,
  less,
  newline,
  openBrace,
  openBracket,
  openParen,
  singleQuote,
  space,
} from './chars.ts'
import { type Derived, type DraftWord, inProcess, type Part, peek, type Reader, type Scope, unsure } from './draft.ts'
import type { Nesting } from './script.ts'

/** Reads one word, which begins at the reading point. Empty when none does. */
export function readWord(reader: Reader, scope: Scope): DraftWord {
  const { text, limit } = reader
  const start = reader.at
  let at = start
  while (at < limit && isPlain(text.charCodeAt(at))) at++
  const code = at < limit ? text.charCodeAt(at) : -1
  reader.at = at
  if (endsWord(code) && !beginsProcess(reader, code)) return { start, end: at, parts: null }
  reader.at = start
  const parts: Part[] = []
  while (readPiece(reader, scope, parts)) {}
  return { start, end: reader.at, parts }
}

function beginsProcess(reader: Reader, code: number): boolean {
  return (code === less || code === greater) && peek(reader, 1) === openParen
}

/** Reads the next piece of an unquoted word; false at the end of the word. */
export function readPiece(reader: Reader, scope: Scope, parts: Part[]): boolean {
  const code = peek(reader)
  switch (code) {
    case backslash: {
      const next = peek(reader, 1)
      if (next < 0) unsure(reader, 'syntax-error', reader.at, 'a backslash at the end')
      if (next !== newline) parts.push({ kind: 'quoted', text: reader.text.charAt(reader.at + 1) })
      // `2\⏎>f` is a descriptor, not a word before a redirect.
      else if (endsWord(peek(reader, 2)) && peek(reader, 2) !== space) unsure(reader, 'unknown-construct')
      reader.at += 2
      return true
    }
    case singleQuote:
      parts.push({ kind: 'quoted', text: readSingle(reader) })
      return true
    case doubleQuote:
      readDouble(reader, scope, parts)
      return true
    case dollar:
      readDollar(reader, scope, parts, false)
      return true
    case backtick:
      readBackticks(reader, scope, parts, false)
      return true
    case less:
    case greater:
      if (peek(reader, 1) !== openParen) return false
      readSubstitution(reader, scope, parts, false, 'process-substitution')
      return true
    default: {
      if (endsWord(code)) return false
      const start = reader.at
      while (isBare(peek(reader))) reader.at++
      if (reader.at === start) unsure(reader, 'unknown-construct')
      const text = reader.text.slice(start, reader.at)
      // The value of a tilde changes with `HOME`.
      if (text.includes('~')) reader.variables = true
      parts.push({ kind: 'bare', text })
      return true
    }
  }
}

/** Literal in a word, though globs, tildes and braces among it have a meaning. */
function isBare(code: number): boolean {
  if (isPlain(code)) return true
  if (endsWord(code)) return false
  return code !== backslash && code !== singleQuote && code !== doubleQuote && code !== dollar && code !== backtick
}

/** Reads `'...'` and gives what is between the quotes. */
export function readSingle(reader: Reader): string {
  const close = reader.text.indexOf("'", reader.at + 1)
  if (close < 0 || close >= reader.limit) unsure(reader, 'syntax-error', reader.at, 'a quote without its end')
  const inner = reader.text.slice(reader.at + 1, close)
  reader.at = close + 1
  return inner
}

/** Reads `"..."`. */
export function readDouble(reader: Reader, scope: Scope, parts: Part[]): void {
  const open = reader.at
  reader.at++
  const before = parts.length
  while (peek(reader) !== doubleQuote) {
    if (reader.at >= reader.limit) unsure(reader, 'syntax-error', open, 'a quote without its end')
    readQuotedPiece(reader, scope, parts, true)
  }
  reader.at++
  if (parts.length === before) parts.push({ kind: 'quoted', text: '' })
}

/** Reads the next piece of double-quoted text or of a here-document. `quote`: a double quote ends it. */
export function readQuotedPiece(reader: Reader, scope: Scope, parts: Part[], quote: boolean): void {
  const code = peek(reader)
  if (code === dollar) {
    readDollar(reader, scope, parts, true, quote)
    return
  }
  if (code === backtick) {
    readBackticks(reader, scope, parts, true)
    return
  }
  const { text } = reader
  if (code === backslash) {
    const next = peek(reader, 1)
    if (next < 0) unsure(reader, 'syntax-error', reader.at, 'a backslash at the end')
    const escapes = next === dollar || next === backtick || next === backslash || (quote && next === doubleQuote)
    if (escapes) parts.push({ kind: 'quoted', text: text.charAt(reader.at + 1) })
    else if (next !== newline) parts.push({ kind: 'quoted', text: '\\' })
    reader.at += escapes || next === newline ? 2 : 1
    return
  }
  const start = reader.at
  let at = start
  for (; at < reader.limit; at++) {
    const here = text.charCodeAt(at)
    if (here === dollar || here === backtick || here === backslash || (quote && here === doubleQuote)) break
  }
  reader.at = at
  parts.push({ kind: 'quoted', text: text.slice(start, at) })
}

/** Part for a value only the running shell knows. */
export function computed(
  quoted: boolean,
  more: { many?: boolean; numeric?: boolean; from?: number; to?: number; of?: Derived | undefined } = {},
): Part {
  return {
    kind: 'computed',
    quoted,
    many: more.many ?? false,
    numeric: more.numeric ?? false,
    from: more.from ?? 0,
    to: more.to ?? 0,
    ...(more.of === undefined ? {} : { of: more.of }),
  }
}

/** The value of `$1`, `$@`, `$*` or `$#`. */
export function argument(reader: Reader, name: string): Derived | undefined {
  if (!/^(?:\d+|[@*#])$/.test(name)) return undefined
  reader.variables = true
  return { name, change: null }
}

/** Reads what a dollar sign begins. `quote`: inside double quotes (not in a here-document). */
export function readDollar(reader: Reader, scope: Scope, parts: Part[], quoted: boolean, quote = quoted): void {
  const next = peek(reader, 1)
  if (isNameStart(next)) {
    const start = reader.at + 1
    let at = start + 1
    while (at < reader.limit && isNamePart(reader.text.charCodeAt(at))) at++
    reader.at = at
    reader.variables = true
    parts.push({ kind: 'variable', name: reader.text.slice(start, at), quoted })
    return
  }
  switch (next) {
    case openBrace:
      reader.rules.readParameter(reader, scope, parts, quoted, quote)
      return
    case openParen:
      if (peek(reader, 2) === openParen) reader.rules.readArithmeticExpansion(reader, scope, parts, quoted)
      else readSubstitution(reader, scope, parts, quoted, 'substitution')
      return
    case openBracket:
      unsure(reader, 'unknown-construct')
      break
    case backslash:
      if (peek(reader, 2) === newline) unsure(reader, 'unknown-construct')
      break
    case singleQuote:
      if (quoted) break
      readAnsi(reader, parts)
      return
    case doubleQuote:
      if (quoted) break
      reader.at++
      readDouble(reader, scope, parts)
      return
    default:
      if (isDigit(next) || isSpecial(next)) {
        reader.at += 2
        // `$#`, `$?`, `$$`; `$!` may be empty.
        const numeric = next === hash || next === 63 || next === dollar
        const of = argument(reader, String.fromCharCode(next))
        parts.push(computed(quoted, { many: next === 64, numeric, of }))
        return
      }
  }
  // Inside double quotes `"$"` ends the quote after a plain dollar sign, as everywhere else.
  if (quote && next < 0) unsure(reader, 'syntax-error')
  reader.at++
  parts.push({ kind: quoted ? 'quoted' : 'bare', text: '$' })
}

/** `$@ $* $# $? $- $$ $!` */
function isSpecial(code: number): boolean {
  return code === 64 || code === 42 || code === hash || code === 63 || code === 45 || code === dollar || code === 33
}

function readAnsi(reader: Reader, parts: Part[]): void {
  const start = reader.at + 2
  let at = start
  while (at < reader.limit && reader.text.charCodeAt(at) !== singleQuote)
    at += reader.text.charCodeAt(at) === backslash ? 2 : 1
  if (at >= reader.limit) unsure(reader, 'syntax-error', reader.at, 'a quote without its end')
  const value = decodeAnsi(reader.text.slice(start, at))
  if (value === null) unsure(reader, 'unknown-construct')
  parts.push({ kind: 'quoted', text: value })
  reader.at = at + 1
}

/** Reads `$(...)`, `<(...)` or `>(...)`. */
export function readSubstitution(reader: Reader, scope: Scope, parts: Part[], quoted: boolean, nesting: Nesting): void {
  const { pending, waiting, substitution } = reader
  const from = reader.commands.length
  reader.at += 2
  reader.waiting = waiting || pending.length > 0
  reader.pending = []
  reader.substitution = reader.depth + 1
  const closer = nesting === 'substitution' ? 'substitution' : 'paren'
  reader.rules.readList(reader, inProcess(reader, scope.place, nesting), scope.region, closer)
  if (peek(reader) !== closeParen || reader.pending.length > 0) unsure(reader, 'syntax-error')
  reader.at++
  reader.pending = pending
  reader.waiting = waiting
  reader.substitution = substitution
  const pipe = nesting === 'process-substitution'
  // The word becomes the name of a pipe.
  if (pipe) parts.push({ kind: 'quoted', text: '/dev/fd/' })
  const to = reader.commands.length
  reader.variables ||= !pipe
  parts.push(pipe ? computed(true, { from, to }) : printed(quoted, from, to))
}

/** What the commands of a substitution print; without a simple command among them, nothing. */
function printed(quoted: boolean, from: number, to: number): Part {
  return computed(quoted, to === from ? { of: { name: '', change: null } } : { from, to })
}

/** Reads backticks. What a backslash means inside them depends on too much to be sure of. */
export function readBackticks(reader: Reader, scope: Scope, parts: Part[], quoted: boolean): void {
  const { pending, waiting, substitution, limit } = reader
  const close = reader.text.indexOf('`', reader.at + 1)
  if (close < 0 || close >= limit) unsure(reader, 'syntax-error', reader.at, 'a backtick without its end')
  if (reader.text.slice(reader.at, close).includes('\\')) unsure(reader, 'unknown-construct')
  const from = reader.commands.length
  reader.at++
  reader.limit = close
  reader.waiting = waiting || pending.length > 0
  reader.pending = []
  reader.substitution = -1
  reader.rules.readList(reader, inProcess(reader, scope.place, 'substitution'), scope.region, 'end')
  const to = reader.commands.length
  if (reader.pending.length > 0) unsure(reader, 'unknown-construct')
  reader.at = close + 1
  reader.limit = limit
  reader.pending = pending
  reader.waiting = waiting
  reader.substitution = substitution
  reader.variables = true
  parts.push(printed(quoted, from, to))
}
