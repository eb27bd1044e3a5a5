import type { Script, Word } from './script.ts'

/** All values that variables may have in a text which another one hands to a shell; null for one of unknown value. */
export type Inherited = (name: string) => readonly string[] | null

/** Builtins that set the variables their words name. */
const setters = new Set('read mapfile readarray getopts printf unset let eval source .'.split(' '))
const exporters = new Set(['export', 'declare', 'typeset', 'local', 'readonly'])

/** Values are followed for deny and ask alone, so it is no matter which of them are exported, nor which assignment comes last. */
export function inheritedFrom(script: Script, outer: Inherited | undefined): Inherited {
  let values: Map<string, Set<string> | null> | undefined
  return (name) => {
    values ??= gather(script)
    const own = values.get(name)
    return own === undefined ? (outer?.(name) ?? null) : own === null ? null : [...own]
  }
}

function gather(script: Script): Map<string, Set<string> | null> {
  const found = new Map<string, Set<string> | null>()
  const add = (name: string, values: readonly string[] | null) => {
    const known = found.get(name)
    if (values === null || known === null) found.set(name, null)
    else if (known === undefined) found.set(name, new Set(values))
    else for (const value of values) known.add(value)
  }
  for (const { assignments, words } of script.commands) {
    for (const { name, subscript, append, value } of assignments)
      add(name, append || subscript !== null || value === null ? null : value.values)
    const [first, ...rest] = words
    if (exporters.has(first?.value ?? '')) for (const word of rest) addArgument(word, add)
    else if (setters.has(first?.value ?? '')) for (const { value } of rest) if (value !== null) add(value, null)
  }
  for (const { name, words } of script.loops) {
    const lists = words?.map((word) => word.values) ?? [null]
    add(name, lists.includes(null) ? null : lists.flatMap((values) => values ?? []))
  }
  return found
}

function addArgument(word: Word, add: (name: string, values: readonly string[] | null) => void): void {
  const [head, name] = /^([A-Za-z_]\w*)=/.exec(word.prefix) ?? []
  if (head !== undefined && name !== undefined) add(name, word.values?.map((value) => value.slice(head.length)) ?? null)
}
