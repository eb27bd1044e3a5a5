import {
  backtick,
  closeBrace,
  closeParen,
  dollar,
  isDigit,
  isNamePart,
  isNameStart,
  openBracket,
  openParen,
  semicolon,
} from './chars.ts'
import { doubtful, type Part, peek, type Reader, type Scope, unsure } from './draft.ts'
import { computed, readBackticks, readDollar } from './word.ts'

/** Reads `$((...))`. */
export function readArithmeticExpansion(reader: Reader, scope: Scope, parts: Part[], quoted: boolean): void {
  reader.failures.push(reader.at)
  reader.at += 3
  readExpression(reader, scope, 'parens')
  reader.at += 2
  parts.push(computed(quoted, { numeric: true }))
}

/** Reads `((...))`, also of a `for`, the opening parentheses included. */
export function readArithmeticCommand(reader: Reader, scope: Scope, loop: boolean): void {
  reader.at += 2
  readExpression(reader, scope, loop ? 'loop' : 'parens')
  reader.at += 2
}

/** Reads an expression in `${name[...]}` or `${name:...}` up to the character that ends it, which stays unread. */
export function readSubscriptOrSlice(reader: Reader, scope: Scope, close: ']' | '}', array: string | null): void {
  reader.failures.push(reader.at)
  readExpression(reader, scope, close, array)
}

type End = 'parens' | 'loop' | ']' | '}'

const operators = '+-*/%<>=!&|^~?:, \t\n'

/** Reads an arithmetic expression. Variables in it are evaluated as expressions in their turn, so each must be known to be a number. */
function readExpression(reader: Reader, scope: Scope, end: End, array: string | null = null): void {
  const start = reader.at
  const names: { name: string; start: number }[] = []
  const outputs: { from: number; to: number }[] = []
  let hazard = false
  let depth = 0
  for (;;) {
    const code = peek(reader)
    if (code < 0) unsure(reader, 'syntax-error', start, 'arithmetic without its end')
    if (depth === 0 && ends(reader, code, end)) break
    if (isNameStart(code)) {
      const name = readName(reader)
      names.push({ name, start: reader.at - name.length })
      if (peek(reader) === openBracket) hazard = true
      // The name of a plain assignment is not read.
      if (noteAssignment(reader, scope, name, start)) names.pop()
    } else if (isDigit(code)) {
      while (isNamePart(peek(reader)) || peek(reader) === 35 || peek(reader) === 64) reader.at++
      if (peek(reader) === dollar) hazard = true
    } else if (code === dollar || code === backtick) {
      const glued = isNamePart(reader.text.charCodeAt(reader.at - 1)) && reader.at > start
      const parts: Part[] = []
      if (code === dollar) readDollar(reader, scope, parts, true, false)
      else readBackticks(reader, scope, parts, true)
      if (glued || isNamePart(peek(reader)) || peek(reader) === dollar || peek(reader) === openBracket) hazard = true
      for (const part of parts) {
        if (part.kind === 'variable') names.push({ name: part.name, start: reader.at })
        else if (part.kind !== 'computed') hazard = true
        else if (!part.numeric) {
          if (part.to > part.from) outputs.push(part)
          else hazard = true
        }
      }
    } else if (code === openParen) {
      depth++
      reader.at++
    } else if (code === closeParen) {
      if (depth === 0) unsure(reader, 'unknown-construct', start)
      depth--
      reader.at++
    } else if (code === semicolon && end === 'loop' && depth === 0) reader.at++
    else if (code === openBracket || (code === 93 && end !== ']')) {
      hazard = true
      reader.at++
    } else if (operators.includes(String.fromCharCode(code))) reader.at++
    else unsure(reader, 'unknown-construct', start)
  }
  if (hazard) doubtful(reader, 'shell-state', start, reader.at)
  if (names.length > 0 || outputs.length > 0) {
    reader.variables = true
    reader.arithmetic.push({ names, array, outputs, start, end: reader.at, place: scope.place, region: scope.region })
  }
}

function ends(reader: Reader, code: number, end: End): boolean {
  if (end === ']') return code === 93
  if (end === '}') return code === closeBrace
  return code === closeParen && peek(reader, 1) === closeParen
}

function readName(reader: Reader): string {
  const start = reader.at
  while (isNamePart(peek(reader))) reader.at++
  return reader.text.slice(start, reader.at)
}

/** Notes `name = `, `name += `, `name++` and `++name`: what they store is a number. Says whether it is a plain assignment. */
function noteAssignment(reader: Reader, scope: Scope, name: string, from: number): boolean {
  const start = reader.at - name.length
  const rest = reader.text.slice(reader.at, reader.at + 20)
  const plain = /^[ \t\n]*=(?!=)/.test(rest)
  const after = plain || /^[ \t\n]*(?:(?:[-+*/%&^|]|<<|>>)=(?!=)|\+\+|--)/.test(rest)
  const before = /(?:\+\+|--)[ \t]*$/.test(reader.text.slice(Math.max(0, start - 10), start))
  if (!after && !before) return false
  // After `?`, `&&`, `||` or in parentheses it may not happen.
  const settles = plain && !/[?&|(]/.test(reader.text.slice(from, start))
  const { place, region } = scope
  reader.loose.push({ name, words: null, numeric: true, settles, place, region, start })
  return plain
}
