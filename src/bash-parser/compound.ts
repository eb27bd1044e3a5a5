import { readArithmeticCommand } from './arithmetic.ts'
import { ampersand, bar, closeParen, endsWord, isNameStart, newline, openBrace, openParen, semicolon } from './chars.ts'
import { type DraftWord, inProcess, peek, type Reader, type Region, unsure, within } from './draft.ts'
import type { Nesting, Place } from './script.ts'
import { readRedirect } from './simple.ts'
import { readTest } from './test-expression.ts'
import { reservedAt, skipBlanks, skipNewlines } from './tokens.ts'
import { argument, computed, readWord } from './word.ts'

/** Reads a command that begins with a parenthesis. Says whether nothing but the command itself was read. */
export function readCompound(reader: Reader, place: Place, outer: Region): boolean {
  const region: Region = { parent: outer, certain: true }
  if (peek(reader, 1) === openParen) readArithmeticCommand(reader, { place: within(place, 'condition'), region }, false)
  else {
    reader.at++
    reader.rules.readList(reader, inProcess(reader, place, 'subshell'), region, 'paren')
    reader.at++
  }
  return endCompound(reader, place, region, outer)
}

/** Reads a command that begins with a reserved word. */
export function readReserved(reader: Reader, word: string, place: Place, outer: Region): boolean {
  const region: Region = { parent: outer, certain: true }
  switch (word) {
    case '{':
      reader.at++
      reader.rules.readList(reader, within(place, 'group'), region, ['}'])
      reader.at++
      break
    case 'if':
      readIf(reader, within(place, 'condition'), region)
      break
    case 'while':
    case 'until':
      reader.at += word.length
      reader.rules.readList(reader, within(place, 'loop'), region, ['do'])
      readBody(reader, within(place, 'loop'), { parent: region })
      break
    case 'for':
    case 'select':
      readFor(reader, within(place, 'loop'), region, word)
      break
    case 'case':
      readCase(reader, within(place, 'case'), region)
      break
    case '[[':
      reader.at += 2
      readTest(reader, { place: within(place, 'condition'), region })
      break
    case 'function':
      return readFunction(reader, place, region)
    default:
      // A closing word out of place.
      unsure(reader, 'syntax-error')
  }
  return endCompound(reader, place, region, outer)
}

/** Reads the redirects after a compound command. Where one cannot be opened, nothing inside runs. */
function endCompound(reader: Reader, place: Place, region: Region, outer: Region): boolean {
  const plain = readRedirects(reader, place, outer)
  region.certain = plain
  return plain
}

const compounds = /^(?:\{|if|while|until|for|select|case|\[\[)$/

/** Whether a compound command begins at the reading point. */
export function atCompound(reader: Reader): boolean {
  return peek(reader) === openParen || compounds.test(reservedAt(reader) ?? '')
}

/** Skips `coproc` and the name that a compound command after it may have. */
export function skipCoprocName(reader: Reader): void {
  reader.at += 'coproc'.length
  skipBlanks(reader)
  const start = reader.at
  const name = /^[A-Za-z_]\w*(?=[ \t])/.exec(reader.text.slice(start, Math.min(reader.limit, start + 80)))
  if (name === null || reservedAt(reader) !== null) return
  reader.at += name[0].length
  skipBlanks(reader)
  if (!atCompound(reader)) reader.at = start
}

/** Reads the redirects after a compound command; true when there are none. */
function readRedirects(reader: Reader, place: Place, region: Region): boolean {
  for (let any = false; ; any = true) {
    skipBlanks(reader)
    const redirect = readRedirect(reader, { place, region })
    if (redirect === null) return !any
    reader.redirects.push({ ...redirect, place, region })
    const waiting = reader.pending.at(-1)
    // The body is filled into the redirect that is kept.
    if (waiting?.redirect === redirect) {
      reader.pending[reader.pending.length - 1] = { ...waiting, redirect: reader.redirects.at(-1) as typeof redirect }
    }
  }
}

function readIf(reader: Reader, place: Place, region: Region): void {
  reader.at += 2
  reader.rules.readList(reader, place, region, ['then'])
  for (;;) {
    reader.at += 4
    reader.rules.readList(reader, place, { parent: region }, ['elif', 'else', 'fi'])
    const word = reservedAt(reader)
    if (word === 'fi') break
    reader.at += 4
    if (word === 'elif') {
      reader.rules.readList(reader, place, { parent: region }, ['then'])
      continue
    }
    reader.rules.readList(reader, place, { parent: region }, ['fi'])
    break
  }
  reader.at += 2
}

function readBody(reader: Reader, place: Place, region: Region): void {
  const brace = peek(reader) === openBrace
  if (!brace && reservedAt(reader) !== 'do') unsure(reader, 'syntax-error')
  reader.at += brace ? 1 : 2
  if (!endsWord(peek(reader))) unsure(reader, 'syntax-error')
  reader.rules.readList(reader, place, region, [brace ? '}' : 'done'])
  reader.at += brace ? 1 : 4
}

function readFor(reader: Reader, place: Place, region: Region, keyword: string): void {
  const inner: Region = { parent: region }
  const start = reader.at
  reader.at += keyword.length
  skipBlanks(reader)
  if (keyword === 'for' && peek(reader) === openParen && peek(reader, 1) === openParen) {
    readArithmeticCommand(reader, { place, region }, true)
    skipBlanks(reader)
    if (peek(reader) === semicolon) reader.at++
    skipNewlines(reader)
    readBody(reader, place, inner)
    return
  }
  const name = isNameStart(peek(reader)) ? readWord(reader, { place, region }) : null
  if (name === null || name.parts !== null || !/^\w+$/.test(reader.text.slice(name.start, name.end)))
    unsure(reader, 'syntax-error')
  const loose = {
    name: reader.text.slice(name.start, name.end),
    numeric: false,
    settles: true,
    place,
    region: inner,
    start,
  }
  skipNewlines(reader)
  // Without a list it goes through the arguments.
  const all = computed(true, { many: true, of: argument(reader, '@') })
  let words: DraftWord[] = [{ ...name, parts: [all] }]
  if (reservedAt(reader) === 'in') {
    reader.at += 2
    words = []
    for (skipBlanks(reader); peek(reader) !== semicolon && peek(reader) !== newline; skipBlanks(reader)) {
      const word = readWord(reader, { place, region })
      if (word.end === word.start) unsure(reader, 'syntax-error')
      words.push(word)
    }
    if (peek(reader) === semicolon) reader.at++
  } else if (peek(reader) === semicolon) reader.at++
  skipNewlines(reader)
  reader.loose.push({ ...loose, words: keyword === 'for' ? words : null })
  readBody(reader, place, inner)
}

function readCase(reader: Reader, place: Place, region: Region): void {
  reader.at += 4
  skipBlanks(reader)
  const scope = { place, region }
  const subject = readWord(reader, scope)
  if (subject.end === subject.start) unsure(reader, 'syntax-error')
  skipNewlines(reader)
  if (reservedAt(reader) !== 'in') unsure(reader, 'syntax-error')
  reader.at += 2
  for (skipNewlines(reader); reservedAt(reader) !== 'esac'; skipNewlines(reader)) {
    if (peek(reader) === openParen) reader.at++
    for (;;) {
      skipBlanks(reader)
      const pattern = readWord(reader, scope)
      if (pattern.end === pattern.start) unsure(reader, 'syntax-error')
      skipBlanks(reader)
      if (peek(reader) !== bar) break
      reader.at++
    }
    if (peek(reader) !== closeParen) unsure(reader, 'syntax-error')
    reader.at++
    reader.rules.readList(reader, place, { parent: region }, 'case')
    if (peek(reader) !== semicolon) break
    reader.at += peek(reader, 1) === semicolon && peek(reader, 2) === ampersand ? 3 : 2
  }
  reader.at += 4
}

function readFunction(reader: Reader, place: Place, around: Region): boolean {
  reader.at += 'function'.length
  skipBlanks(reader)
  const start = reader.at
  const word = readWord(reader, { place, region: { parent: null } })
  const name = reader.text.slice(start, word.end)
  if (word.parts !== null || !/^[A-Za-z_][\w.:-]*$/.test(name)) unsure(reader, 'unknown-construct', start)
  skipBlanks(reader)
  if (peek(reader) === openParen) {
    reader.at++
    skipBlanks(reader)
    if (peek(reader) !== closeParen) unsure(reader, 'syntax-error')
    reader.at++
  }
  skipNewlines(reader)
  return readFunctionBody(reader, name, place, around)
}

/** Reads the body of a function, which runs when and where it is called. */
export function readFunctionBody(reader: Reader, name: string, place: Place, around: Region): boolean {
  reader.defines.push({ name, start: reader.at, place, region: around })
  const nesting: readonly Nesting[] = [...place.nesting, 'function']
  const inner: Place = { ...place, nesting, functionName: name, piped: false }
  const region: Region = { parent: { parent: null } }
  if (peek(reader) === openParen) return readCompound(reader, inner, region)
  const word = reservedAt(reader)
  if (word === null || !compounds.test(word)) unsure(reader, 'syntax-error')
  return readReserved(reader, word, inner, region)
}
