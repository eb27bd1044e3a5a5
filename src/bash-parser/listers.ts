import { absolutePath, isInside } from '../path.ts'
import type { SimpleCommand } from './script.ts'

/** Programs that pass on some of the lines they are given, unchanged, by the options with which they do. */
const filters: Readonly<Record<string, RegExp>> = {
  head: /^-(\d+|n\d*|q|-lines=\d+)$/,
  tail: /^-(\d+|n\+?\d*|q|-lines=\+?\d+)$/,
  sort: /^-([bdfghinMRrsuVz]+|[kt].*|-\w+)$/,
  uniq: /^-[dDuiz]+$/,
  grep: /^-([aviyEFGPwxz]+|[viEFGPwx]*e.*|m\d*|-color=never|-invert-match|-ignore-case)$/,
  tac: /^$/,
  shuf: /^-(n\d*|z)$/,
  cat: /^-s$/,
}

/** Whether all that a command prints are lines of its input. */
export function passesLines({ words }: SimpleCommand): boolean {
  const [name = '', ...rest] = words.map((word) => word.value ?? word.glob ?? '')
  const program = /^[ef]grep$/.test(name) ? 'grep' : name
  const options = Object.hasOwn(filters, program) ? filters[program] : undefined
  return options !== undefined && rest.every((word) => !/^-./.test(word) || options.test(word))
}

/** Whether a command prints names of files below the folder it runs in, and nothing else. */
export function isLister({ words }: SimpleCommand): boolean {
  const [name, ...rest] = words.map((word) => word.value ?? word.glob ?? '')
  const has = (pattern: RegExp) => rest.some((word) => pattern.test(word))
  switch (name) {
    case 'find':
      return !has(/^-(printf|fprintf|ls|fls|exec|ok|files0-from)/) && startsInside(rest)
    case 'ls':
      // `..` is one of all names, and a long line tells where a link leads.
      return (
        !has(/^-\w*[aflginosZ]|^--(format|author|inode|size|all|full-time|numeric)/) &&
        rest.every((word) => word.startsWith('-') || below(word))
      )
    case 'fd':
    case 'fdfind':
      return (
        !has(/^-(x|X|-exec|-format|-search-path|-base-directory|a|-absolute|-path-separator)/) &&
        rest.every((word) => word.startsWith('-') || below(word))
      )
    case 'rg':
    case 'grep':
      return (
        has(name === 'rg' ? /^(--files|-l|--files-with-matches)$/ : /^-\w*l\w*$|^--files-with-matches$/) &&
        !has(/^--(la|path-sep)/) &&
        rest.every((word) => word.startsWith('-') || below(word))
      )
    case 'echo':
      return rest.every((word) => isName(word) || /^-[neE]+$/.test(word))
    case 'printf':
      return printsNames(rest)
    case 'git':
      return listsTracked(rest)
    default:
      return false
  }
}

/** A format that is names line by line, or one that prints each of the names after it as they are. */
function printsNames([format = '', ...rest]: readonly string[]): boolean {
  if (!format.includes('%')) return rest.length === 0 && format.split(/\\n|\s/).every((name) => isName(name))
  return (/^%s(\\n|\n| |\\0)$/.test(format) || (format === '%s' && rest.length < 2)) && rest.every(isName)
}

const tracked: Readonly<Record<string, RegExp>> = {
  'ls-files':
    /^-([zcomdix]+|-(cached|others|modified|deleted|ignored|exclude-standard|directory|no-empty-directory|error-unmatch|recurse-submodules|deduplicate|exclude=.*))?$/,
  diff: /^-(-name-only|-cached|-staged|-diff-filter=\w+|z|-relative|-no-renames|[MCRawb]|-merge-base|-no-color|-find-renames)?$/,
  grep: /^-([liwEFPGvIz]+|-name-only|-files-with-matches|-cached|-untracked|-ignore-case)?$/,
}
const logOptions =
  /^-(\d+|n\d*|-(format=|pretty=format:|since=.*|until=.*|after=.*|before=.*|author=.*|grep=.*|no-merges|merges|all|first-parent|reverse|no-commit-id|max-count=\d+|follow|oneline))$/

/** Names that git keeps, relative to the folder it runs in or to the top of the tree. */
function listsTracked([verb = '', ...rest]: readonly string[]): boolean {
  const options = rest.filter((word) => word.startsWith('-') && word !== '--')
  const operands = rest.filter((word) => !word.startsWith('-'))
  const inside = (words: readonly string[]) => words.every((word) => below(word) && !word.startsWith(':'))
  if (verb === 'ls-files') return options.every((word) => tracked['ls-files']?.test(word)) && inside(operands)
  if (verb === 'diff') {
    return rest.includes('--name-only') && options.every((word) => tracked.diff?.test(word)) && inside(operands)
  }
  if (verb === 'show' || verb === 'log') {
    return (
      rest.includes('--name-only') &&
      rest.some((word) => /^--(format=|pretty=format:)$/.test(word)) &&
      options.every((word) => word !== '--oneline' && (tracked.diff?.test(word) || logOptions.test(word))) &&
      inside(operands)
    )
  }
  // The tree the session works in; what is outside of the working directories is asked about by its own path.
  if (verb === 'rev-parse') return rest.length === 1 && rest[0] === '--show-prefix'
  // The first operand is the pattern.
  return (
    verb === 'grep' &&
    rest.some((word) => /^(-\w*l\w*|--name-only|--files-with-matches)$/.test(word)) &&
    options.every((word) => tracked.grep?.test(word)) &&
    inside(operands.slice(1))
  )
}

function startsInside(words: readonly string[]): boolean {
  const first = words.findIndex((word) => /^[-!(]/.test(word))
  return words.slice(0, first < 0 ? undefined : first).every(below)
}

/** A name below the folder that no shell and no `xargs` takes for several, and no `echo` for another one. */
function isName(word: string): boolean {
  return below(word) && !/[\s\\'"]/.test(word)
}

/** A relative name that stays below the folder it is taken from. */
function below(name: string): boolean {
  return !name.startsWith('/') && !name.startsWith('~') && isInside(absolutePath(`./${name}`, '/here', '/'), '/here')
}
