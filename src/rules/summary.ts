import type { AnalysedCommand, Analysis } from '../bash-parser/analysis.ts'
import { resolvePaths } from '../bash-parser/bounds.ts'
import type { CommandEffects } from '../bash-parser/effects.ts'
import type { Folders } from '../bash-parser/folders.ts'
import type { EffectsSummary } from '../decision.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'

/** What a command line touches, all commands together: absolute paths, programs by name, hosts. */
export function summarise(analysis: Analysis, context: PermissionContext, system: System): EffectsSummary {
  const reads = new Set<string>()
  const writes = new Set<string>()
  const deletes = new Set<string>()
  const runs = new Set<string>()
  const network = new Set<string>()
  const add = (effects: CommandEffects, folders: Folders) => {
    const into = (set: Set<string>, uses: CommandEffects['reads']) => {
      for (const use of uses) {
        const paths = resolvePaths(use, folders, { ...context, system })
        for (const path of paths ?? [use.path ?? use.glob ?? '?']) set.add(path)
      }
    }
    into(reads, effects.reads)
    into(writes, effects.writes)
    into(deletes, effects.deletes)
    for (const host of effects.hosts) network.add(host ?? '?')
  }
  const walk = (command: AnalysedCommand) => {
    if (command.words.length > 0) runs.add(command.program ?? command.words[0]?.literal ?? '?')
    if (!command.remote) add(command.effects, command.folders)
    add(command.redirects, command.folders)
    for (const inner of command.inner) walk(inner)
  }
  for (const command of analysis.commands) walk(command)
  for (const redirect of analysis.redirects) add(redirect.effects, redirect.folders)
  return {
    reads: [...reads].sort(),
    writes: [...writes].sort(),
    deletes: [...deletes].sort(),
    runs: [...runs].sort(),
    network: [...network].sort(),
  }
}
