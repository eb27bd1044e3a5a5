import type { AnalysedCommand, Analysis } from '../bash-parser/analysis.ts'
import { unboundedRead } from '../bash-parser/bounds.ts'
import type { PathUse } from '../bash-parser/effects.ts'
import type { Folders } from '../bash-parser/folders.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'
import type { Subject } from './subject.ts'

/**
 * What a command line may read outside the working directories where the settings block that: only a person may allow
 * it, in every mode and whatever allow rules say (spec/permissions.md 2.6). null when all its reads stay inside.
 */
export function blockedReads(analysis: Analysis, context: PermissionContext, system: System): Subject | null {
  if (!context.blockReadsOutside) return null
  const { cwd, home, platform, workingDirectories } = context
  const surroundings = { cwd, home, platform, workingDirectories, system }
  const outside = (uses: readonly PathUse[], folders: Folders): string | null => {
    for (const use of uses) {
      const doubt = unboundedRead(use, folders, surroundings)
      if (doubt !== null) return doubt.detail
    }
    return null
  }
  // A command that nobody can name, and a text that nobody can read, may read anything.
  const readBy = (command: AnalysedCommand): string | null => {
    const { words, effects, redirects, folders, inner, remote } = command
    if (remote) return null
    if (effects.unread !== null || words[0]?.value === null) return command.command.text
    const own = outside(effects.reads, folders) ?? outside(redirects.reads, folders)
    return own ?? first(inner, readBy)
  }
  const { script, commands, redirects } = analysis
  const unread = script.doubt === null ? null : script.doubt.detail || script.doubt.code
  const found =
    unread ?? first(commands, readBy) ?? first(redirects, (each) => outside(each.effects.reads, each.folders))
  if (found === null) return null
  return {
    label: found,
    covers: () => false,
    locked: { code: 'reads-blocked-outside', subject: found },
    guarded: null,
    writes: false,
    approval: null,
    otherwise: { code: 'outside-working-directories', subject: found },
    refused: null,
  }
}

function first<T>(list: readonly T[], find: (one: T) => string | null): string | null {
  for (const one of list) {
    const found = find(one)
    if (found !== null) return found
  }
  return null
}
