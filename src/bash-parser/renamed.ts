import { baseName } from '../path.ts'
import type { CommandEffects } from './effects.ts'
import type { Script, Word } from './script.ts'

/** Programs under names that a text gives them, by the new name. */
export type Renamed = ReadonlyMap<string, Word>

const renamers = new Set(['ln', 'cp', 'mv', 'install', 'link'])
/** A program under a new name of a new name, and so on, is followed no further. */
const maxChain = 4
/** How that is shown among the wrappers a command was reached through. */
const through = 'ln'

/** `ln -s /bin/rm q`, `cp "$(command -v rm)" q`: what the text makes of other files, each by its name without the folder. */
export function renamedIn(script: Script, outer: Renamed | undefined): Renamed | undefined {
  let found: Map<string, Word> | undefined
  for (const { words } of script.commands) {
    // `sudo ln`, `command cp` do the same.
    const at = words.slice(0, 4).findIndex(({ value }) => renamers.has(baseName(value ?? '')))
    if (at < 0) continue
    // The values of options stand before the two.
    const [source, target] = words
      .slice(at + 1)
      .filter(({ value }) => !value?.startsWith('-'))
      .slice(-2)
    if (source === undefined || target?.value == null) continue
    found ??= new Map(outer)
    found.set(baseName(target.value), source)
  }
  return found ?? outer
}

/** What a command does besides, where its program is one the text has renamed. */
export function underNewName(
  words: readonly Word[],
  before: readonly string[],
  renamed: Renamed | undefined,
  effects: CommandEffects,
): CommandEffects {
  const [first, ...rest] = words
  const source = renamed === undefined || first?.value == null ? undefined : renamed.get(baseName(first.value))
  if (source === undefined || before.filter((name) => name === through).length >= maxChain) return effects
  if (source.value === null) return { ...effects, unread: effects.unread ?? source.text }
  if (baseName(source.value) === baseName(first?.value ?? '')) return effects
  const run = { words: [source, ...rest], appends: false, fills: null, shell: null, args: null, remote: false, through }
  return { ...effects, runs: [...effects.runs, run] }
}
