import type { Script, SimpleCommand, Word } from '../bash-parser/script.ts'

/** Variables that say where and as whom one works, and nothing secret. */
const open = new Set(
  `HOME PWD OLDPWD USER LOGNAME SHELL TERM LANG PATH HOSTNAME TMPDIR EDITOR PAGER COLUMNS LINES UID EUID PPID SHLVL RANDOM
   SECONDS LINENO BASHPID BASH_VERSION IFS REPLY OSTYPE HOSTTYPE MACHTYPE CI NODE_ENV`
    .trim()
    .split(/\s+/),
)

/**
 * The name of a variable whose value a command would hand to its program, where nothing in the text gives it one: it comes
 * from the environment, which holds secrets. The reference client asks too. null: no such variable.
 */
export function showsEnvironment(command: SimpleCommand, script: Script): string | null {
  const listed = listsEnvironment(command)
  if (listed !== null) return listed
  for (const word of wordsOf(command)) {
    if (word.value !== null) continue
    for (const [, name] of word.text.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g)) {
      if (name !== undefined && !open.has(name) && !isBound(name, script.text)) return name
    }
  }
  return null
}

/** Programs that print the environment, or the variables of it they are told to. */
function listsEnvironment({ words }: SimpleCommand): string | null {
  const [name, ...rest] = words.map((word) => word.value)
  const operands = rest.filter((word) => !(word?.startsWith('-') ?? false))
  if (name === 'printenv')
    return operands.length === 0 ? 'printenv' : (operands.find((word) => !open.has(word ?? '')) ?? null)
  if (name === 'env' || name === 'set') return rest.length === 0 ? name : null
  if (name === 'export' || name === 'declare' || name === 'typeset') return operands.length === 0 ? name : null
  return null
}

function wordsOf(command: SimpleCommand): readonly Word[] {
  return [...command.words, ...command.redirects.map((redirect) => redirect.target)]
}

/** Whether the text itself sets the name: an assignment, a loop, `read` and the like. */
function isBound(name: string, text: string): boolean {
  return new RegExp(
    `(^|[^\\w$])${name}\\+?=|\\b(for|select|read|mapfile|readarray|local|declare|typeset|export|getopts|printf)\\b[^\\n;|&]*\\b${name}\\b`,
  ).test(text)
}
