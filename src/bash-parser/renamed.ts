import { baseName } from '../path.ts'
import type { CommandEffects } from './effects.ts'
import type { Script, Word } from './script.ts'

/** Programs under names that a text gives them, by the new name. */
export type Renamed = ReadonlyMap<string, Word>

const renamers = new Set(['ln', 'cp', 'mv', 'install', 'link'])
/** What may stand in front of them. */
const wrappers = new Set(['sudo', 'command', 'doas', 'env', 'busybox', 'toybox', 'time', 'nice'])

function isRenamer(word: Word | undefined): boolean {
  const value = word?.value ?? ''
  return renamers.has(value.includes('/') ? baseName(value) : value)
}

/** A program under a new name of a new name, and so on, is followed no further. */
const maxChain = 4
/** How that is shown among the wrappers a command was reached through. */
const through = 'ln'

/** `ln -s /bin/rm q`, `cp "$(command -v rm)" q`: what the text makes of other files, each by its name without the folder. */
export function renamedIn(script: Script, outer: Renamed | undefined): Renamed | undefined {
  let found: Map<string, Word> | undefined
  for (const { words } of script.commands) {
    let at = 0
    while (wrappers.has(words[at]?.value ?? '')) at++
    if (!isRenamer(words[at])) continue
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
  renamed: Renamed,
  effects: CommandEffects,
): CommandEffects {
  const [first, ...rest] = words
  const source = first?.value == null ? undefined : renamed.get(baseName(first.value))
  if (source === undefined || before.filter((name) => name === through).length >= maxChain) return effects
  if (source.value === null) return { ...effects, unread: effects.unread ?? source.text }
  if (baseName(source.value) === baseName(first?.value ?? '')) return effects
  const run = { words: [source, ...rest], appends: false, fills: null, shell: null, args: null, remote: false, through }
  return { ...effects, runs: [...effects.runs, run] }
}
