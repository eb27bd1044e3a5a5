import {
  ampersand,
  bar,
  closeParen,
  endsWord,
  equals,
  greater,
  isDigit,
  isNamePart,
  isNameStart,
  less,
  newline,
  openBrace,
  openBracket,
  openParen,
  semicolon,
} from './chars.ts'
import {
  type DraftAssignment,
  type DraftCommand,
  type DraftRedirect,
  type DraftWord,
  type Part,
  peek,
  type Reader,
  type Region,
  type Scope,
  unsure,
} from './draft.ts'
import { declarations } from './environment.ts'
import { documentRedirect, readDelimiter } from './here-document.ts'
import type { Place, RedirectOperator } from './script.ts'
import { reservedAt, skipBlanks, skipNewlines } from './tokens.ts'
import { computed, readWord } from './word.ts'

/** Reads a simple command. When it turns out to be the head of a function definition: the name, the body unread. */
export function readSimple(reader: Reader, place: Place, region: Region): string | null {
  const start = reader.at
  const command: DraftCommand = { start, end: start, assignments: [], words: [], redirects: [], place, region }
  const scope: Scope = command
  const number = reader.commands.length
  reader.commands.push(command)
  let declares = false
  for (;;) {
    skipBlanks(reader)
    const code = peek(reader)
    if (code < 0 || code === newline || code === semicolon || code === bar || code === closeParen) break
    if (code === ampersand && peek(reader, 1) !== greater) break
    if (code === openParen) {
      if (!isFunctionHead(reader, command)) unsure(reader, 'syntax-error')
      reader.commands.length = number
      const name = command.words[0] as DraftWord
      return reader.text.slice(name.start, name.end)
    }
    const redirect = readRedirect(reader, scope)
    if (redirect !== null) command.redirects.push(redirect)
    else if (command.words.length === 0) {
      // Inside `$(...)` bash prints a command anew with its redirects last, and the word becomes a reserved one.
      if (command.redirects.length > 0 && reservedAt(reader) !== null) unsure(reader, 'unknown-construct')
      const assignment = isNameStart(code) ? readAssignment(reader, scope) : null
      if (assignment !== null) command.assignments.push(assignment)
      else {
        const word = readWord(reader, scope)
        declares = word.parts === null && declarations.has(reader.text.slice(word.start, word.end))
        command.words.push(word)
      }
    } else
      command.words.push(
        (declares && isNameStart(code) && readArrayArgument(reader, command)) || readWord(reader, scope),
      )
    command.end = reader.at
  }
  if (command.end === start) unsure(reader, 'syntax-error')
  if (declares && declaresKeys(reader, command)) noteKeys(reader, command)
  return null
}

/** `declare -A`: the keys of the arrays named are text, not arithmetic. */
function declaresKeys(reader: Reader, command: DraftCommand): boolean {
  return command.words.some((word) => /^-[a-zA-Z]*A/.test(reader.text.slice(word.start, word.end)))
}

function noteKeys(reader: Reader, command: DraftCommand): void {
  const { place, region } = command
  for (const word of command.words) {
    const name = /^[A-Za-z_]\w*(?==|$)/.exec(reader.text.slice(word.start, word.end))
    if (name !== null) reader.associative.push({ name: name[0], start: word.start, place, region })
  }
}

function isFunctionHead(reader: Reader, command: DraftCommand): boolean {
  const [name] = command.words
  if (name === undefined || command.words.length > 1 || command.redirects.length > 0 || command.assignments.length > 0)
    return false
  if (name.parts !== null || !/^[A-Za-z_][\w.:-]*$/.test(reader.text.slice(name.start, name.end))) return false
  reader.at++
  skipBlanks(reader)
  if (peek(reader) !== closeParen) return false
  reader.at++
  skipNewlines(reader)
  return true
}

/** Reads `name=value`, `name+=value`, `name[subscript]=value`, `name=(...)`; null when the word is no assignment. */
function readAssignment(reader: Reader, scope: Scope): DraftAssignment | null {
  const start = reader.at
  let ahead = 1
  while (isNamePart(peek(reader, ahead))) ahead++
  const nameEnd = start + ahead
  let subscript: string | null = null
  if (peek(reader, ahead) === openBracket) {
    // At this place the shell reads on to the closing bracket whatever stands between.
    const simple = /^\[([\w.-]+|[@*])\]/.exec(reader.text.slice(nameEnd, Math.min(reader.limit, nameEnd + 80)))
    const afterBracket = simple === null ? -1 : peek(reader, ahead + simple[0].length)
    if (simple === null || (afterBracket !== equals && afterBracket !== 43)) unsure(reader, 'unknown-construct')
    subscript = simple[1] as string
    ahead += simple[0].length
  }
  const append = peek(reader, ahead) === 43 && peek(reader, ahead + 1) === equals
  if (!append && peek(reader, ahead) !== equals) {
    if (subscript !== null) unsure(reader, 'unknown-construct')
    return null
  }
  reader.at = start + ahead + (append ? 2 : 1)
  const name = reader.text.slice(start, nameEnd)
  if (subscript !== null) noteSubscript(reader, scope, name, subscript, start)
  if (peek(reader) === openParen) {
    if (subscript !== null) unsure(reader, 'syntax-error')
    const array = readArray(reader, scope, name)
    return { start, end: reader.at, name, subscript, append, value: null, array }
  }
  const value = readWord(reader, scope)
  return { start, end: reader.at, name, subscript, append, value, array: null }
}

/** A subscript is evaluated like any arithmetic, a name in it to the value of that variable. */
function noteSubscript(reader: Reader, scope: Scope, array: string, subscript: string, start: number): void {
  const found = subscript.match(/[A-Za-z_]\w*/g)
  if (found === null || subscript === '@' || subscript === '*') return
  const names = found.map((name) => ({ name, start }))
  const { place, region } = scope
  reader.arithmetic.push({ names, array, outputs: [], start, end: reader.at, place, region })
  reader.variables = true
}

function readArray(reader: Reader, scope: Scope, name: string): DraftWord[] {
  const elements: DraftWord[] = []
  reader.at++
  for (;;) {
    skipNewlines(reader)
    if (peek(reader) === closeParen) break
    const start = reader.at
    const key = /^\[([\w.-]+)\]\+?=/.exec(reader.text.slice(start, Math.min(reader.limit, start + 80)))
    if (key !== null) {
      reader.at += key[0].length
      noteSubscript(reader, scope, name, key[1] as string, start)
    } else if (peek(reader) === openBracket) unsure(reader, 'unknown-construct')
    const word = readWord(reader, scope)
    if (reader.at === start) unsure(reader, 'syntax-error')
    elements.push({ ...word, start })
  }
  reader.at++
  const code = peek(reader)
  if (!endsWord(code) || code === less || code === greater || code === openParen) unsure(reader, 'unknown-construct')
  return elements
}

/** `declare name=(...)`: one word that holds an array. */
function readArrayArgument(reader: Reader, command: DraftCommand): DraftWord | null {
  const start = reader.at
  const head = /^[A-Za-z_]\w*\+?=\(/.exec(reader.text.slice(start, Math.min(reader.limit, start + 80)))
  if (head === null) return null
  if (declaresKeys(reader, command)) {
    const { place, region } = command
    reader.associative.push({ name: head[0].slice(0, head[0].search(/\W/)), start, place, region })
  }
  reader.at += head[0].length - 1
  readArray(reader, command, head[0].slice(0, head[0].search(/\W/)))
  const parts: Part[] = [{ kind: 'quoted', text: head[0].slice(0, -1) }, computed(true)]
  return { start, end: reader.at, parts }
}

/** Reads one redirect with its descriptor; null when none begins here. */
export function readRedirect(reader: Reader, scope: Scope): DraftRedirect | null {
  const start = reader.at
  let ahead = 0
  while (isDigit(peek(reader, ahead))) ahead++
  if (ahead === 0 && peek(reader) === openBrace) {
    const name = /^\{[A-Za-z_]\w*\}(?=[<>])/.exec(reader.text.slice(start, Math.min(reader.limit, start + 80)))
    if (name !== null) ahead = name[0].length
  }
  const code = peek(reader, ahead)
  const both = ahead === 0 && code === ampersand && peek(reader, 1) === greater
  if (code !== less && code !== greater && !both) return null
  if (peek(reader, ahead + 1) === openParen && !both) {
    if (ahead > 0) unsure(reader, 'unknown-construct')
    return null
  }
  const descriptor = ahead === 0 ? null : reader.text.slice(start, start + ahead)
  const operator = operatorAt(reader.text.slice(start + ahead, Math.min(reader.limit, start + ahead + 3)))
  reader.at = start + ahead + operator.length
  skipBlanks(reader)
  if (operator === '<<' || operator === '<<-') return readDocumentHead(reader, scope, start, operator, descriptor)
  const target = readTarget(reader, scope, operator)
  return { start, end: reader.at, operator, descriptor, target, body: null }
}

function operatorAt(text: string): RedirectOperator {
  const found = /^(?:<<<|<<-|<<|<&|<>|<|>>|>&|>\||>|&>>|&>)/.exec(text)
  return (found?.[0] ?? '>') as RedirectOperator
}

function readTarget(reader: Reader, scope: Scope, operator: RedirectOperator): DraftWord {
  const start = reader.at
  if ((operator === '>&' || operator === '<&') && peek(reader) === 45) {
    // `>&-` closes; what is glued to it would be a word of its own.
    reader.at++
    if (!endsWord(peek(reader))) unsure(reader, 'unknown-construct', start)
    return { start, end: reader.at, parts: null }
  }
  const word = readWord(reader, scope)
  if (reader.at === start) unsure(reader, 'syntax-error')
  // Digits before an operator are its descriptor, so no target is left; a copied descriptor is one all the same.
  if (operator === '>&' || operator === '<&') return word
  const code = peek(reader)
  if ((code === less || code === greater) && /^\d+$/.test(reader.text.slice(start, word.end)))
    unsure(reader, 'syntax-error')
  return word
}

function readDocumentHead(
  reader: Reader,
  scope: Scope,
  start: number,
  operator: RedirectOperator,
  descriptor: string | null,
): DraftRedirect {
  const delimiter = readDelimiter(reader)
  const redirect = documentRedirect({ start, end: reader.at, operator, descriptor }, delimiter)
  reader.pending.push({
    redirect,
    start,
    delimiter: delimiter.value,
    quoted: delimiter.quoted,
    stripTabs: operator === '<<-',
    place: scope.place,
    region: scope.region,
  })
  return redirect
}
