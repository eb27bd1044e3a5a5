import { ampersand, bar, closeParen, endsWord, greater, less, newline, openParen, space, tab } from './chars.ts'
import { type DraftWord, doubtful, type Part, peek, type Reader, type Scope, unsure } from './draft.ts'
import { skipBlanks, skipNewlines } from './tokens.ts'
import { readPiece, readWord } from './word.ts'

/** Reads the inside of `[[ ]]` and the closing brackets. */
export function readTest(reader: Reader, scope: Scope): void {
  if (!endsWord(peek(reader))) unsure(reader, 'syntax-error')
  readOr(reader, scope, 0)
  skipNewlines(reader)
  if (!atEnd(reader)) unsure(reader, 'unknown-construct')
  reader.at += 2
}

function atEnd(reader: Reader): boolean {
  return reader.text.startsWith(']]', reader.at) && reader.at + 2 <= reader.limit && endsWord(peek(reader, 2))
}

function readOr(reader: Reader, scope: Scope, depth: number): void {
  if (depth > 30) unsure(reader, 'unknown-construct')
  for (;;) {
    readTerm(reader, scope, depth)
    skipNewlines(reader)
    const code = peek(reader)
    if ((code !== ampersand && code !== bar) || peek(reader, 1) !== code) return
    reader.at += 2
  }
}

function readTerm(reader: Reader, scope: Scope, depth: number): void {
  skipNewlines(reader)
  while (peek(reader) === 33 && endsWord(peek(reader, 1))) {
    reader.at++
    skipNewlines(reader)
  }
  if (peek(reader) === openParen) {
    reader.at++
    readOr(reader, scope, depth + 1)
    skipNewlines(reader)
    if (peek(reader) !== closeParen) unsure(reader, 'unknown-construct')
    reader.at++
    return
  }
  readPrimary(reader, scope)
}

const unary = /^-[abcdefghknoprstuvwxzGLNORS]$/
const binary = /^(?:==?|!=|=~|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/

function readPrimary(reader: Reader, scope: Scope): void {
  const left = readOperand(reader, scope)
  const operator = plain(reader, left)
  skipBlanks(reader)
  if (operator !== null && unary.test(operator)) {
    const operand = readOperand(reader, scope)
    // `-v 'a[$(command)]'` evaluates the subscript.
    if (operator === '-v' && !/^\w+$/.test(plain(reader, operand) ?? '['))
      doubtful(reader, 'shell-state', left.start, operand.end)
    return
  }
  const code = peek(reader)
  if (code === less || code === greater) {
    reader.at++
    skipBlanks(reader)
    readOperand(reader, scope)
    return
  }
  if (endsWord(code) || atEnd(reader)) return
  const middle = plain(reader, readOperand(reader, scope))
  if (middle === null || !binary.test(middle)) unsure(reader, 'unknown-construct', left.start)
  skipBlanks(reader)
  if (middle === '=~') {
    readRegex(reader, scope)
    return
  }
  const right = /^(?:==?|!=)$/.test(middle) ? readPattern(reader, scope) : readOperand(reader, scope)
  if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(middle)) noteArithmetic(reader, scope, left, right)
}

function readOperand(reader: Reader, scope: Scope): DraftWord {
  if (atEnd(reader)) unsure(reader, 'syntax-error')
  const word = readWord(reader, scope)
  // A pattern list such as `@(a|b)` is read by neither the word nor the expression.
  if (word.end === word.start || peek(reader) === openParen) unsure(reader, 'unknown-construct', word.start)
  return word
}

/** Reads the pattern after `==`, in which lists such as `@(a|b)` may stand whatever the shell's options are. */
function readPattern(reader: Reader, scope: Scope): DraftWord {
  if (atEnd(reader)) unsure(reader, 'syntax-error')
  const start = reader.at
  const parts: Part[] = []
  let depth = 0
  for (;;) {
    const code = peek(reader)
    if (code === openParen && '?*+@!'.includes(reader.text.charAt(reader.at - 1)) && parts.at(-1)?.kind === 'bare') {
      depth++
      reader.at++
      parts.push({ kind: 'bare', text: '(' })
    } else if (depth > 0 && (code === bar || code === closeParen)) {
      if (code === closeParen) depth--
      reader.at++
      parts.push({ kind: 'bare', text: String.fromCharCode(code) })
    } else if (!readPiece(reader, scope, parts)) break
  }
  if (reader.at === start || depth > 0 || peek(reader) === openParen) unsure(reader, 'unknown-construct', start)
  return { start, end: reader.at, parts }
}

function plain(reader: Reader, word: DraftWord): string | null {
  if (word.parts === null) return reader.text.slice(word.start, word.end)
  const [only] = word.parts
  return word.parts.length === 1 && only?.kind === 'bare' ? only.text : null
}

/** Operands of `-eq` and its kin are arithmetic: a variable's value in them is evaluated in its turn. */
function noteArithmetic(reader: Reader, scope: Scope, ...operands: readonly DraftWord[]): void {
  const names: { name: string; start: number }[] = []
  const outputs: { from: number; to: number }[] = []
  for (const word of operands) {
    const parts: readonly Part[] = word.parts ?? [{ kind: 'bare', text: reader.text.slice(word.start, word.end) }]
    for (const part of parts) {
      if (part.kind === 'variable') names.push({ name: part.name, start: word.start })
      else if (part.kind === 'computed') {
        if (part.to > part.from) outputs.push(part)
        else if (!part.numeric) doubtful(reader, 'shell-state', word.start, word.end)
      } else if (/^[A-Za-z_]\w*$/.test(part.text) && parts.length === 1)
        names.push({ name: part.text, start: word.start })
      else if (!/^-?[0-9]*$/.test(part.text)) doubtful(reader, 'shell-state', word.start, word.end)
    }
    if (parts.length > 1 && parts.some((part) => part.kind === 'bare'))
      doubtful(reader, 'shell-state', word.start, word.end)
  }
  if (names.length === 0 && outputs.length === 0) return
  reader.variables = true
  const [first, last] = [operands[0] as DraftWord, operands.at(-1) as DraftWord]
  reader.arithmetic.push({
    names,
    array: null,
    outputs,
    start: first.start,
    end: last.end,
    place: scope.place,
    region: scope.region,
  })
}

/** Reads the expression after `=~`: parentheses and bars belong to it, a blank outside parentheses ends it. */
function readRegex(reader: Reader, scope: Scope): void {
  const start = reader.at
  const parts: Part[] = []
  let depth = 0
  for (;;) {
    const code = peek(reader)
    if (code < 0 || code === newline) unsure(reader, 'syntax-error', start)
    if (code === openParen) {
      depth++
      reader.at++
    } else if (code === closeParen && depth > 0) {
      depth--
      reader.at++
    } else if (code === bar && (depth > 0 || peek(reader, 1) !== bar)) reader.at++
    else if (depth > 0 && (code === space || code === tab)) unsure(reader, 'unknown-construct', start)
    else if (endsWord(code)) {
      if (depth > 0 || (code !== space && code !== tab)) unsure(reader, 'unknown-construct', start)
      break
    } else if (depth > 0 && !isRegexPlain(code)) unsure(reader, 'unknown-construct', start)
    else readPiece(reader, scope, parts)
  }
  if (reader.at === start) unsure(reader, 'syntax-error')
}

function isRegexPlain(code: number): boolean {
  return !endsWord(code) && !'\\\'"$`'.includes(String.fromCharCode(code))
}
