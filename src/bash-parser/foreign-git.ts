import { absolutePath, parentPath, realPath } from '../path.ts'
import type { System } from '../system.ts'
import type { Surroundings } from './bounds.ts'
import type { Doubt } from './script.ts'

/** Why a call of git may run what a repository that is not the user's own names; null when it does not. */
export function foreignGit(program: string | null, moved: boolean, { cwd, system }: Surroundings): Doubt | null {
  if (program !== 'git') return null
  // A repository's own configuration names programs that git runs, so only the user's own repository is read freely.
  if (moved) return { code: 'git-in-foreign-folder', detail: 'git after cd' }
  if (isRepository(cwd, system) || linksElsewhere(cwd, system)) return { code: 'git-in-foreign-folder', detail: cwd }
  return null
}

/** Whether git takes a folder itself for a repository (gitrepository-layout(5)). */
function isRepository(folder: string, system: System): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => system.kind(`${folder}/${name}`) !== undefined)
}

/** Whether the repository of a folder is a `.git` file that names no work tree git itself has made (gitrepository-layout(5)). */
function linksElsewhere(cwd: string, system: System): boolean {
  for (let folder = cwd; ; folder = parentPath(folder)) {
    const kind = system.kind(`${folder}/.git`)
    if (kind === 'file') {
      const target = /^gitdir: (.+?)\s*$/.exec(system.readText(`${folder}/.git`) ?? '')?.[1]
      return target === undefined || system.kind(absolutePath(`${target}/commondir`, folder, '/')) !== 'file'
    }
    if (kind !== undefined || folder === '/') return false
  }
}

/**
 * The folder that `git rev-parse --show-toplevel` prints in a folder: the nearest above it that holds a whole repository, by its
 * real name; null where there is none, or where its configuration or the environment may name another (git-config(1) core.worktree).
 */
export function workTree(folder: string, system: System): string | null {
  if (['GIT_DIR', 'GIT_WORK_TREE', 'GIT_CEILING_DIRECTORIES'].some((name) => system.env[name] !== undefined))
    return null
  const start = realPath(folder, system)
  if (start === null) return null
  for (let at = start; ; at = parentPath(at)) {
    const kind = system.kind(`${at}/.git`)
    if (kind === 'directory') {
      const config = readQuietly(`${at}/.git/config`, system)
      return isRepository(`${at}/.git`, system) && config !== null && !/worktree|include/i.test(config) ? at : null
    }
    if (kind !== undefined || at === '/') return null
  }
}

function readQuietly(file: string, system: System): string | null {
  try {
    return system.readText(file) ?? ''
  } catch {
    return null
  }
}
