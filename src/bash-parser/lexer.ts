import {
  ampersand,
  bar,
  doubleQuote,
  endsWord,
  greater,
  isDigit,
  isPlain,
  less,
  newline,
  semicolon,
  singleQuote,
  space,
  tab,
} from './chars.ts'
import { mainPlace } from './draft.ts'
import { checkCharacters, longest } from './precheck.ts'
import type { Place, Redirect, RedirectOperator, Script, SimpleCommand, Word } from './script.ts'
import { fixedWord, plainWord } from './value.ts'

/**
 * First words this lexer leaves to the reader: reserved words, and builtins that name variables, change how later text is read or take
 * assignments as arguments.
 */
const left = new Set(
  `if then else elif fi for in do done while until case esac select function time coproc
   declare typeset local export readonly unset read mapfile readarray getopts let wait set shopt test printf command builtin
   alias eval source . trap enable fc`.split(/\s+/),
)

interface Lexer {
  readonly text: string
  at: number
  readonly commands: (SimpleCommand & { place: Place })[]
  /** Numbers of shell processes given so far. */
  shells: number
  /** Whether the next command reads from a pipe. */
  piped: boolean
}

/**
 * Reads a text of plain words, quoted literals, simple redirects and `&& || ; |` alone; null for anything else.
 * Such a text has one reading, so no second reader is asked.
 */
export function lex(text: string): Script | null {
  if (text.length > longest) return null
  const lexer: Lexer = { text, at: 0, commands: [], shells: 0, piped: false }
  skipLines(lexer)
  while (lexer.at < text.length) {
    if (!lexCommand(lexer) || !lexSeparator(lexer)) return null
  }
  if (lexer.piped) return null
  const { commands } = lexer
  return { text, commands, redirects: [], defines: [], loops: [], doubt: null, wide: commands }
}

function skipBlanks(lexer: Lexer): void {
  while (lexer.text.charCodeAt(lexer.at) === space || lexer.text.charCodeAt(lexer.at) === tab) lexer.at++
}

function skipLines(lexer: Lexer): void {
  for (;;) {
    const code = lexer.text.charCodeAt(lexer.at)
    if (code !== space && code !== tab && code !== newline) return
    lexer.at++
  }
}

/** Reads one command; false when it is not plain or there is none. */
function lexCommand(lexer: Lexer): boolean {
  const { text } = lexer
  const start = lexer.at
  const words: Word[] = []
  const redirects: Redirect[] = []
  let end = start
  for (;;) {
    skipBlanks(lexer)
    const code = lexer.text.charCodeAt(lexer.at)
    if (lexer.at >= text.length || code === newline || code === semicolon || code === bar) break
    if (code === ampersand && text.charCodeAt(lexer.at + 1) !== greater) break
    if (code === greater || code === less || code === ampersand || isDescriptor(text, lexer.at)) {
      const redirect = lexRedirect(lexer)
      if (redirect === null) return false
      redirects.push(redirect)
    } else {
      const word = lexWord(lexer)
      if (word === null) return false
      // An assignment, a reserved word or a word that could become one.
      if (
        words.length === 0 &&
        (redirects.length > 0 || word.text.includes('=') || left.has(word.text) || left.has(word.value ?? ''))
      )
        return false
      words.push(word)
    }
    end = lexer.at
  }
  if (words.length === 0) return false
  const place = lexer.piped ? stage(lexer, true) : mainPlace
  lexer.commands.push({ start, end, text: text.slice(start, end), assignments: [], words, redirects, place })
  return true
}

function stage(lexer: Lexer, piped: boolean): Place {
  return { nesting: ['pipeline'], shell: ++lexer.shells, outer: [0], functionName: null, piped }
}

/** Reads the operator between two commands and the newlines after it; false for one that is not plain. */
function lexSeparator(lexer: Lexer): boolean {
  const { text } = lexer
  const code = text.charCodeAt(lexer.at)
  const next = text.charCodeAt(lexer.at + 1)
  const piped = lexer.piped
  lexer.piped = false
  if (lexer.at >= text.length) return true
  if (code === newline || code === semicolon) {
    if (code === semicolon && (next === semicolon || next === ampersand)) return false
    lexer.at++
    skipLines(lexer)
    return true
  }
  if (code === bar && next !== bar && next !== ampersand) {
    const last = lexer.commands.at(-1)
    if (!piped && last !== undefined) last.place = stage(lexer, false)
    lexer.piped = true
    lexer.at++
  } else if ((code === ampersand || code === bar) && next === code) lexer.at += 2
  else return false
  skipLines(lexer)
  // A command must follow.
  return lexer.at < text.length
}

/** Reads a word of plain characters and quoted literals; null when anything else stands in it. */
function lexWord(lexer: Lexer): Word | null {
  const { text } = lexer
  const start = lexer.at
  let at = start
  let from = start
  let value: string | null = null
  for (;;) {
    const code = at < text.length ? text.charCodeAt(at) : -1
    if (isPlain(code) && code >= 0) {
      if (code >= 128 && checkCharacters(text) !== null) return null
      at++
      continue
    }
    if (code === singleQuote || code === doubleQuote) {
      const close = lexQuoted(text, at, code)
      if (close < 0) return null
      value = (value ?? '') + text.slice(from, at) + text.slice(at + 1, close)
      at = close + 1
      from = at
      continue
    }
    // A parenthesis after a word begins a function or a pattern, one after `<` or `>` a process.
    if (!endsWord(code) || code === 40 || code === 41 || at === start) return null
    break
  }
  lexer.at = at
  if (value === null) return plainWord(text, start, at)
  value += text.slice(from, at)
  return fixedWord({ start, end: at }, text.slice(start, at), value)
}

/** Where a quote closes; -1 when it does not, or something in it is no literal. */
function lexQuoted(text: string, open: number, quote: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code < space && code !== tab && code !== newline) return -1
    if (code >= 127 && checkCharacters(text) !== null) return -1
    if (quote === doubleQuote && (code === 36 || code === 92 || code === 96)) return -1
  }
  return -1
}

function isDescriptor(text: string, at: number): boolean {
  if (!isDigit(text.charCodeAt(at))) return false
  do at++
  while (isDigit(text.charCodeAt(at)))
  return text.charCodeAt(at) === greater || text.charCodeAt(at) === less
}

/** Reads `<file`, `>file`, `>>file`, `&>file`, `>&1`, with a descriptor or without. */
function lexRedirect(lexer: Lexer): Redirect | null {
  const { text } = lexer
  const start = lexer.at
  while (isDigit(text.charCodeAt(lexer.at))) lexer.at++
  const descriptor = lexer.at > start ? text.slice(start, lexer.at) : null
  const next = text.charCodeAt(lexer.at + 1)
  let operator: RedirectOperator = '<'
  if (text.charCodeAt(lexer.at) === ampersand) operator = '&>'
  else if (text.charCodeAt(lexer.at) === greater) operator = next === greater ? '>>' : next === ampersand ? '>&' : '>'
  lexer.at += operator.length
  const glued = text.charCodeAt(lexer.at)
  if (
    operator === '>&' &&
    !(isDigit(glued) && endsWord(lexer.at + 1 < text.length ? text.charCodeAt(lexer.at + 1) : -1))
  )
    return null
  skipBlanks(lexer)
  const target = lexWord(lexer)
  if (target === null || target.text.includes('=') || /^\d+$/.test(target.text) !== (operator === '>&')) return null
  return { start, end: lexer.at, operator, descriptor, target, body: null }
}
