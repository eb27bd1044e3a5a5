import { readSubscriptOrSlice } from './arithmetic.ts'
import {
  backslash,
  backtick,
  closeBrace,
  dollar,
  doubleQuote,
  greater,
  hash,
  isDigit,
  isNamePart,
  isNameStart,
  less,
  openBracket,
  openParen,
  singleQuote,
} from './chars.ts'
import { type Change, doubtful, type Part, peek, type Reader, type Scope, unsure } from './draft.ts'
import { argument, computed, readBackticks, readDollar, readDouble, readSingle } from './word.ts'

/** Reads `${...}`. `quote`: inside double quotes, not merely in text that is treated alike. */
export function readParameter(reader: Reader, scope: Scope, parts: Part[], quoted: boolean, quote: boolean): void {
  const start = reader.at
  reader.at += 2
  const first = peek(reader)
  const second = peek(reader, 1)
  if (first === 33 && isNameStart(second)) {
    readIndirect(reader, start, parts, quoted)
    return
  }
  if (first === hash && second !== closeBrace) {
    readLength(reader, scope, parts, quoted)
    return
  }
  const name = readName(reader)
  if (name === '') unsure(reader, 'unknown-construct', start)
  const plainName = isNameStart(name.charCodeAt(0))
  let many = name === '@'
  let element = false
  if (peek(reader) === openBracket) {
    if (!plainName) unsure(reader, 'unknown-construct', start)
    many = readSubscript(reader, scope, name)
    element = true
  }
  if (peek(reader) === closeBrace) {
    reader.at++
    if (plainName && !element) {
      reader.variables = true
      parts.push({ kind: 'variable', name, quoted })
    } else {
      const of = element ? undefined : argument(reader, name)
      const numeric = name === '#' || name === '?' || name === '$'
      parts.push(computed(quoted, { many, numeric, of }))
    }
    return
  }
  const change =
    element || !/^\w+$/.test(name) ? null : changeAt(reader.text.slice(reader.at, reader.at + longestChange))
  readOperation(reader, scope, { quoted, quote }, name, start)
  if (peek(reader) !== closeBrace) unsure(reader, 'unknown-construct', start)
  reader.at++
  // `"${v:-"$@"}"` is as many words as there are arguments.
  const whole = reader.text.slice(start, reader.at)
  // Inside double quotes, what stands between inner ones is bare to brace expansion: `"${v:-"{a,b}"}"` is two words.
  many ||= /\$\{?@|\[@\]/.test(whole) || (quoted && whole.includes('"') && whole.lastIndexOf('{') > 1)
  if (change !== null) reader.variables = true
  parts.push(computed(quoted, { many, of: change === null ? undefined : { name, change } }))
}

const longestChange = 80

/** A change that needs no pattern matching; null for any other. */
function changeAt(text: string): Change | null {
  const [, operator = '', before = '', plain = '', after = ''] =
    /^(%%?|##?|:?-)(\*?)([\w.,/@+=-]*)(\*?)\}/.exec(text) ?? []
  if (operator === '') return null
  if (operator === '-' || operator === ':-') {
    return before + after === '' ? { operator, text: plain, any: false } : null
  }
  const [away, near] = operator.startsWith('%') ? [after, before] : [before, after]
  if (plain === '' || near !== '') return null
  return { operator: operator as Change['operator'], text: plain, any: away !== '' }
}

interface Quoting {
  readonly quoted: boolean
  readonly quote: boolean
}

/** Reads a variable's name, a position or a special parameter; empty when there is none. */
function readName(reader: Reader): string {
  const start = reader.at
  const code = peek(reader)
  if (isNameStart(code)) while (isNamePart(peek(reader))) reader.at++
  else if (isDigit(code)) while (isDigit(peek(reader))) reader.at++
  else if (code > 0 && '@*#?-$!'.includes(String.fromCharCode(code))) reader.at++
  return reader.text.slice(start, reader.at)
}

/** `${!name}` reads the variable that another one names; `${!name@}` and `${!name[@]}` only list names. */
function readIndirect(reader: Reader, start: number, parts: Part[], quoted: boolean): void {
  const rest = /^![A-Za-z_][A-Za-z0-9_]*(\}|[@*]\}|\[[@*]\]\})/.exec(reader.text.slice(reader.at, reader.limit))
  if (rest === null) unsure(reader, 'unknown-construct', start)
  reader.at += rest[0].length
  if (rest[1] === '}') doubtful(reader, 'shell-state', start, reader.at)
  parts.push(computed(quoted, { many: true }))
}

function readLength(reader: Reader, scope: Scope, parts: Part[], quoted: boolean): void {
  const start = reader.at
  reader.at++
  const name = readName(reader)
  if (name === '') unsure(reader, 'unknown-construct', start)
  if (peek(reader) === openBracket) readSubscript(reader, scope, name)
  if (peek(reader) !== closeBrace) unsure(reader, 'unknown-construct', start)
  reader.at++
  parts.push(computed(quoted, { numeric: true }))
}

/** Reads `[...]` after a name; says whether it stands for all elements. */
function readSubscript(reader: Reader, scope: Scope, array: string): boolean {
  const all = peek(reader, 1)
  if ((all === 64 || all === 42) && peek(reader, 2) === 93) {
    reader.at += 3
    return true
  }
  reader.at++
  readSubscriptOrSlice(reader, scope, ']', array)
  reader.at++
  return false
}

function readOperation(reader: Reader, scope: Scope, within: Quoting, name: string, start: number): void {
  const text = reader.text
  const two = text.slice(reader.at, reader.at + 2)
  if (/^:?[-=?+]/.test(two)) {
    reader.at += two[0] === ':' ? 2 : 1
    if (two.endsWith('?') || two.startsWith('?')) reader.failures.push(start)
    if (two.startsWith('=') || two === ':=') {
      const { place, region } = scope
      reader.loose.push({ name, words: null, numeric: false, settles: false, place, region, start })
    }
  } else if (two[0] === ':') {
    reader.at++
    readSubscriptOrSlice(reader, scope, '}', null)
    return
  } else if (two[0] === '@') {
    if (!/^@[UuLQEPAKak]\}/.test(text.slice(reader.at, reader.at + 3))) unsure(reader, 'unknown-construct', start)
    // The value is expanded once more, as a prompt: commands in it run.
    if (two === '@P') doubtful(reader, 'shell-state', start, reader.at + 3)
    reader.at += 2
    return
  } else if (/^[#%/^,]/.test(two)) reader.at += two[0] === two[1] ? 2 : 1
  else unsure(reader, 'unknown-construct', start)
  readOperand(reader, scope, within)
}

/** Reads the word or pattern of an operation up to the brace that ends it. */
function readOperand(reader: Reader, scope: Scope, { quoted, quote }: Quoting): void {
  const parts: Part[] = []
  for (;;) {
    const code = peek(reader)
    if (code < 0) unsure(reader, 'syntax-error', reader.at, 'a brace without its end')
    if (code === closeBrace) return
    if (code === dollar) readDollar(reader, scope, parts, quoted)
    else if (code === backtick) readBackticks(reader, scope, parts, quoted)
    else if (code === backslash) reader.at += 2
    else if (code === singleQuote || code === doubleQuote) {
      // Whether single quotes quote inside a quoted expansion depends on the operator; in a here-document neither is sure to.
      if (quoted && (code === singleQuote || !quote)) unsure(reader, 'unknown-construct')
      if (code === singleQuote) readSingle(reader)
      else readDouble(reader, scope, parts)
    } else if ((code === less || code === greater) && peek(reader, 1) === openParen) unsure(reader, 'unknown-construct')
    else reader.at++
  }
}
