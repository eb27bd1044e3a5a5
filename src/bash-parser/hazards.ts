import { doubtful, type Reader } from './draft.ts'
import type { SimpleCommand, Word } from './script.ts'

/** Variables whose assignment is evaluated as arithmetic, or whose value the shell expands as a prompt. */
const evaluated = new Set(
  'OPTIND RANDOM SRANDOM SECONDS LINENO HISTCMD EPOCHSECONDS EPOCHREALTIME BASHPID PS4'.split(' '),
)

/** Builtins that take the name of a variable and evaluate a subscript in it. */
const namers = new Set('read mapfile readarray unset getopts declare typeset local export readonly wait let'.split(' '))

/** Options whose value is no variable's name. */
const valued: Readonly<Record<string, RegExp>> = {
  read: /^-[a-zA-Z]*[dinNptu]$/,
  mapfile: /^-[a-zA-Z]*[dnOsuCc]$/,
  readarray: /^-[a-zA-Z]*[dnOsuCc]$/,
}

/** Options after which later text is read by other rules. */
const grammarOptions = /^(?:extglob|expand_aliases|posix|keyword|extquote|lastpipe|compat\d+)$/

/** Marks a text that makes the shell run something that stands in no command: subscripts, integers, options that change the grammar. */
export function noteHazards(reader: Reader, commands: readonly SimpleCommand[]): void {
  for (const command of commands) {
    for (const { name, value, start, end } of command.assignments) {
      if (evaluated.has(name) && !/^\d+$/.test(value?.value ?? '')) doubtful(reader, 'shell-state', start, end)
    }
    if (isHazard(command.words)) doubtful(reader, 'shell-state', command.start, command.end)
  }
}

function isHazard(words: readonly Word[]): boolean {
  let at = 0
  while (words[at]?.value === 'command' || words[at]?.value === 'builtin') at++
  const name = words[at]?.value ?? null
  if (name === null) return false
  const rest = words.slice(at + 1)
  if (name === '[' || name === 'test') return testsVariable(rest)
  if (name === 'printf') return printsToVariable(rest)
  if (name === 'set')
    return rest.some((word, i) => /^[-+][a-zA-Z]*k/.test(word.value ?? '') || changesGrammar(word, rest[i - 1]))
  if (name === 'shopt') return rest.some((word) => word.value === null || grammarOptions.test(word.value))
  if (!namers.has(name)) return false
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
  if (known && declares) return evaluated.has(/^\w+/.exec(word.prefix)?.[0] ?? '')
  return word.value === null || /\[.*[$`[A-Za-z_]/.test(word.value)
}

/** `[ -v 'a[$(command)]' ]`; an operand that may split may bring the `-v` along. */
function testsVariable(words: readonly Word[]): boolean {
  return words.some((word, i) => {
    if (word.value === '-v' || word.value === '-R') return !/^\w+$/.test(words[i + 1]?.value ?? '[')
    return word.value === null && word.splits && word.glob === null
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
