import { doubtful, type Reader } from './draft.ts'
import { printsNumber } from './numeric.ts'
import type { Redirect, SimpleCommand, Word } from './script.ts'

/** Variables whose assignment is evaluated as arithmetic. */
const evaluated = new Set('OPTIND RANDOM SRANDOM SECONDS LINENO HISTCMD EPOCHSECONDS EPOCHREALTIME BASHPID'.split(' '))

/** Variables that are expanded as a prompt or change how later text is read. */
const commanding = new Set(['PS4', 'POSIXLY_CORRECT', 'BASH_COMPAT'])

/** Builtins that take the name of a variable and evaluate a subscript in it. */
const namers = new Set('read mapfile readarray unset getopts declare typeset local export readonly wait let'.split(' '))

/** Options whose value is no variable's name. */
const valued: Readonly<Record<string, RegExp>> = {
  read: /^-[a-zA-Z]*[dinNptu]$/,
  mapfile: /^-[a-zA-Z]*[dnOsuCc]$/,
  readarray: /^-[a-zA-Z]*[dnOsuCc]$/,
}

const runners: Readonly<Record<string, RegExp>> = {
  mapfile: /(?:^| )-[a-zA-Z]*C/,
  readarray: /(?:^| )-[a-zA-Z]*C/,
  compgen: /(?:^| )-[a-zA-Z]*[CFW]/,
  complete: /./,
  hash: /(?:^| )-[a-zA-Z]*p/,
  enable: /(?:^| )-[a-zA-Z]*f/,
}

/** Options after which later text is read by other rules. */
const grammarOptions = /^(?:extglob|expand_aliases|posix|keyword|extquote|lastpipe|compat\d+)$/

/** Marks a text that makes the shell run something that stands in no command: subscripts, integers, redirects that expand twice, options that change the grammar. */
export function noteHazards(reader: Reader, commands: readonly SimpleCommand[], redirects: readonly Redirect[]): void {
  noteRedirects(reader, redirects)
  for (const { name, numeric, start } of reader.loose) {
    if (commanding.has(name) || (evaluated.has(name) && !numeric))
      doubtful(reader, 'shell-state', start, start + name.length)
  }
  for (let i = 0; i < commands.length; i++) {
    const command = commands[i] as SimpleCommand
    for (const { name, value, start, end } of command.assignments) {
      const number = /^\d+$/.test(value?.value ?? '')
      if (commanding.has(name) || (evaluated.has(name) && !number)) doubtful(reader, 'shell-state', start, end)
    }
    noteRedirects(reader, command.redirects)
    if (isHazard(command.words, (word) => printsDigits(reader, i, word)))
      doubtful(reader, 'shell-state', command.start, command.end)
  }
}

/** In `>& FILE` bash 5.2 expands once more what the word has become, quoted or not, and runs the substitutions in it. */
function noteRedirects(reader: Reader, redirects: readonly Redirect[]): void {
  for (const { operator, target, start, end } of redirects) {
    if (operator === '>&' && !/^[\w./+,:@%=-]*$/.test(target.value ?? '$')) doubtful(reader, 'shell-state', start, end)
  }
}

/** Whether a word is the output of programs that print numbers: it may be several words, but none is an operator. */
function printsDigits(reader: Reader, command: number, { start }: Word): boolean {
  const draft = reader.commands[command]?.words.find((word) => word.start === start)
  return (
    draft?.parts?.every(
      (part) => part.kind === 'computed' && (part.numeric || printsNumber(reader, part.from, part.to)),
    ) === true
  )
}

/** Builtins that may make the shell run what stands in no command. */
const suspects = new Set(['[', 'test', 'printf', 'set', 'shopt', ...Object.keys(runners), ...namers])

function isHazard(words: readonly Word[], isDigits: (word: Word) => boolean): boolean {
  let at = 0
  while (words[at]?.value === 'command' || words[at]?.value === 'builtin') at++
  const name = words[at]?.value ?? null
  if (name === null || !suspects.has(name)) return false
  const rest = words.slice(at + 1)
  if (name === '[' || name === 'test') return testsVariable(rest, isDigits)
  if (name === 'printf') return printsToVariable(rest)
  if (name === 'set')
    return rest.some((word, i) => /^[-+][a-zA-Z]*k/.test(word.value ?? '') || changesGrammar(word, rest[i - 1]))
  if (name === 'shopt') return rest.some((word) => word.value === null || grammarOptions.test(word.value))
  // Options whose value is a command.
  if (runners[name]?.test(rest.map((word) => word.value ?? '-C').join(' ')) === true) return true
  if (!namers.has(name) || (name === 'wait' && !rest.some((word) => word.value?.startsWith('-')))) return false
  return rest.some((word, i) => {
    if (i > 0 && valued[name]?.test(rest[i - 1]?.value ?? '') === true) return false
    return namesSubscript(name, word)
  })
}

function changesGrammar(word: Word, before: Word | undefined): boolean {
  return /^[-+][a-zA-Z]*o$/.test(before?.value ?? '') && (word.value === null || grammarOptions.test(word.value))
}

function namesSubscript(name: string, word: Word): boolean {
  const declares =
    name === 'declare' || name === 'typeset' || name === 'local' || name === 'export' || name === 'readonly'
  if (word.value?.startsWith('-')) return declares && name !== 'export' && /[in]/.test(word.value)
  if (name === 'let') return !/^[A-Za-z_]\w*=-?\d+$/.test(word.value ?? '')
  // The name is what matters: in `export NAME="$value"` it is fixed.
  const known = /^[A-Za-z_]\w*(?:\+?=|$)/.test(word.prefix) && (word.value !== null || /=/.test(word.prefix))
  const variable = /^\w+/.exec(word.prefix)?.[0] ?? ''
  if (known && name !== 'unset' && (evaluated.has(variable) || commanding.has(variable))) return true
  if (known && declares) return false
  return word.value === null || /\[.*[$`[A-Za-z_]/.test(word.value)
}

/** `[ -v 'a[$(command)]' ]`; an operand that may split may bring the `-v` along. */
function testsVariable(words: readonly Word[], isDigits: (word: Word) => boolean): boolean {
  const operands = words.filter((word) => word.value !== ']' && word.value !== '!')
  const [operator, second] = operands
  // The first of two may turn out to be `-v`.
  if (operands.length === 2 && operator?.value === null && operator.prefix === '' && second !== undefined) return true
  return words.some((word, i) => {
    if (word.value === '-v' || word.value === '-R') return !/^\w+$/.test(words[i + 1]?.value ?? '[')
    return word.value === null && word.splits && word.glob === null && !isDigits(word)
  })
}

function printsToVariable(words: readonly Word[]): boolean {
  const [first, second] = words
  if (first === undefined) return false
  if (first.value === null) return first.prefix === '' && words.length > 1
  if (!first.value.startsWith('-v')) return false
  const variable = first.value === '-v' ? second?.value : first.value.slice(2)
  return !/^\w+$/.test(variable ?? '[')
}
