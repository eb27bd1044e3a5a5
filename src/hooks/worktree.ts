import { join, resolve, sep } from 'node:path'
import type { System } from '../system.ts'
import type { HookOutcome } from './report.ts'

/** Where a WorktreeCreate hook ran and whose worktree it made. */
export interface WorktreePlace {
  readonly cwd: string
  readonly projectDir: string
}

/** The outcome of a WorktreeCreate hook with its path made absolute, or blocked where nobody should follow that path. */
export function screenWorktree(outcome: HookOutcome, place: WorktreePlace, system: System): HookOutcome {
  const path = outcome.fields['worktreePath']
  if (outcome.event !== 'WorktreeCreate' || outcome.blocks || typeof path !== 'string') return outcome
  const fault = faultOf(path, place, system)
  if (fault === null) return { ...outcome, fields: { ...outcome.fields, worktreePath: resolve(place.cwd, path) } }
  return { ...outcome, result: 'blocked', blocks: true, reason: fault, fields: {} }
}

/** What is wrong with the path (spec/hooks.md 3.7); null when nothing is. */
function faultOf(path: string, { cwd, projectDir }: WorktreePlace, system: System): string | null {
  if (path.startsWith('/') && path.split('/').some((part) => part === '.' || part === '..')) {
    return `\`${path}\` holds \`.\` or \`..\``
  }
  const target = resolve(cwd, path)
  const root = resolve(projectDir)
  if (target.startsWith(`${root}${sep}`)) {
    let at = root
    for (const part of target.slice(root.length + 1).split(sep)) {
      at = join(at, part)
      if (system.kind(at) === 'link') return `\`${path}\` goes through the symbolic link \`${at}\``
    }
  }
  const kind = system.kind(target)
  return kind === 'directory' || kind === 'link' ? null : `\`${path}\` is no directory`
}
