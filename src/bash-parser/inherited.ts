import { declarations } from './environment.ts'
import { behindPrefixes } from './prefixes.ts'
import type { Script, SimpleCommand, Word } from './script.ts'

/**
 * All values that variables may have in a text which another one hands to a shell: null for one of unknown value, undefined for
 * one that nothing sets.
 */
export type Inherited = (name: string) => readonly string[] | null | undefined

/** Builtins that set the variables their words name. */
const setters = new Set('read mapfile readarray getopts unset let'.split(' '))
/** Builtins that run text, which may set any variable. */
const unsettlers = new Set(['eval', 'source', '.', 'trap'])

/** Where a variable is not exported, or taken out of the environment, it is empty. */
const absent = ''

/** Values are followed for deny and ask alone, so it is no matter which of them are exported, nor which assignment comes last. */
export function inheritedFrom(script: Script, outer: Inherited | undefined): Inherited {
  return (name) => {
    let values = gathered.get(script)
    if (values === undefined) gathered.set(script, (values = gather(script)))
    if (values === null) return null
    const own = values.get(name)
    if (own === undefined || own === null) return own === null ? null : outer?.(name)
    // What looks like an assignment may be an argument, so what is handed on from further out may still be in force.
    const others = outer?.(name)
    return others === null ? null : [...new Set([...own, ...(others ?? [])])]
  }
}

type Values = Map<string, Set<string> | null>

const gathered = new WeakMap<Script, Values | null>()

/** null where any variable may have any value. */
function gather(script: Script): Values | null {
  const found: Values = new Map()
  const add = (name: string, values: readonly string[] | null) => {
    const known = found.get(name)
    if (values === null || known === null) found.set(name, null)
    else if (known === undefined) found.set(name, new Set([absent, ...values]))
    else for (const value of values) known.add(value)
  }
  for (const command of script.commands) {
    if (command.place.nesting.includes('coproc')) return null
    for (const { name, subscript, append, value } of command.assignments)
      add(name, append || subscript !== null || value === null ? null : value.values)
    if (!gatherWords(command, add)) return null
  }
  for (const { name, words } of script.loops) {
    const lists = words?.map((word) => word.values) ?? [null]
    add(name, lists.includes(null) ? null : lists.flatMap((values) => values ?? []))
  }
  return found
}

/** What the words of a command set; false where that may be anything. */
function gatherWords({ words }: SimpleCommand, add: (name: string, values: readonly string[] | null) => void): boolean {
  const at = behindPrefixes((i) => words[i]?.value)
  const name = words[at]?.value
  const rest = words.slice(at + 1)
  if (name === null || unsettlers.has(name ?? '')) return false
  const prints = name === 'printf' && (rest[0]?.value ?? '-v').startsWith('-v')
  const sets = setters.has(name ?? '') || prints
  const declares = declarations.has(name ?? '')
  // `declare -u x=a`, `declare -n x=y`: what is stored is another value, or in another variable.
  const options = rest.filter(({ text }) => /^[-+]/.test(text))
  if (declares && options.some(({ text }) => text.includes('n') && name !== 'export')) return false
  const alters = declares && options.some(({ text }) => /[^-+xgpfFr]/.test(text))
  if (prints && rest.slice(0, 2).some(({ value }) => value === null)) return false
  for (const word of rest) {
    if ((sets && !prints && word.value === null && word.values === null) || (declares && isUnnamed(word))) return false
    if (sets) for (const one of namesIn(word)) add(one, null)
    // What `env`, `sudo` and the like set stands among their words too.
    else addArgument(word, alters, add)
  }
  return true
}

function isUnnamed({ value, values, prefix }: Word): boolean {
  return value === null && values === null && !/^[A-Za-z_]\w*=/.test(prefix)
}

/** Names in a word; `-vx` and `-rax` may name what any end of the letters says. */
function namesIn({ value, values, literal, text }: Word): readonly string[] {
  const names = (values ?? [value ?? literal ?? text]).flatMap((each) => each.match(/[A-Za-z_]\w*/g) ?? [])
  const [glued] = text.startsWith('-') ? names : []
  return [...names, ...[...(glued ?? '')].map((_, i) => (glued as string).slice(i))]
}

function addArgument(word: Word, alters: boolean, add: (name: string, values: readonly string[] | null) => void): void {
  const [head, name] = /^([A-Za-z_]\w*)=/.exec(word.prefix) ?? []
  if (head !== undefined && name !== undefined)
    add(name, alters ? null : (word.values?.map((value) => value.slice(head.length)) ?? null))
  // `env -S 'x=1 y=2'`
  const inside = (word.values ?? [word.text]).flatMap((text) => [...text.matchAll(/[\s'"]([A-Za-z_]\w*)\+?=/g)])
  for (const [, one = ''] of inside) add(one, null)
}
