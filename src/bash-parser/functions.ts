import type { DraftCommand, Reader } from './draft.ts'
import type { Use } from './in-force.ts'
import { commandName, fixed } from './names.ts'
import { behindPrefixes } from './prefixes.ts'

/** How many calls are looked at in one text before no further one is certain. */
const maxSteps = 20_000

/**
 * Tells which commands are certain to call a function of the text itself: it is defined where they run, in their shell or one around
 * it, and nothing takes it away. `holds` says whether what was set at one place is certain to be in force at another.
 */
export function functionCalls(
  reader: Reader,
  holds: (setting: Use & { readonly passing: boolean }, use: Use) => boolean,
): (command: DraftCommand) => boolean {
  const calls = new Map<string, DraftCommand[]>()
  const lost = new Set<string>()
  let anyLost = false
  for (const command of reader.commands) {
    const { words } = command
    const nameAt = (i: number) => (words[i] === undefined ? undefined : commandName(reader, words[i]))
    const called = nameAt(0)
    const before = called == null ? undefined : calls.get(called)
    if (before !== undefined) before.push(command)
    else if (called != null) calls.set(called, [command])
    const at = behindPrefixes(nameAt)
    if (nameAt(at) !== 'unset') continue
    for (const word of words.slice(at + 1)) {
      const name = fixed(reader, word)
      if (name === null) anyLost = true
      else lost.add(name)
    }
  }
  let steps = 0
  const isDefined = (name: string, use: Use, seen: Set<string>): boolean => {
    if (++steps > maxSteps) return false
    if (reader.defines.some((one) => one.name === name && holds({ ...one, passing: false }, use))) return true
    // A body runs where its function is called, each time; a call from within comes after another one.
    const { functionName } = use.place
    if (functionName === null) return false
    if (seen.has(functionName)) return true
    seen.add(functionName)
    const callers = calls.get(functionName) ?? []
    return callers.length > 0 && callers.every((caller) => isDefined(name, caller, seen))
  }
  return ({ words: [first], start, place, region }) => {
    const name = first === undefined ? null : commandName(reader, first)
    return name !== null && !anyLost && !lost.has(name) && isDefined(name, { start, place, region }, new Set())
  }
}
