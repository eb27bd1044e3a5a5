import { absolutePath, parentPath } from '../path.ts'
import type { System } from '../system.ts'
import type { Surroundings } from './bounds.ts'
import type { Doubt } from './script.ts'

/** Why a call of git may run what a repository that is not the user's own names; null when it does not. */
export function foreignGit(program: string | null, moved: boolean, { cwd, system }: Surroundings): Doubt | null {
  if (program !== 'git') return null
  // A repository's own configuration names programs that git runs, so only the user's own repository is read freely.
  if (moved) return { code: 'git-in-foreign-folder', detail: 'git after cd' }
  const bare = ['HEAD', 'objects', 'refs'].every((name) => system.kind(`${cwd}/${name}`) !== undefined)
  if (bare || linksElsewhere(cwd, system)) return { code: 'git-in-foreign-folder', detail: cwd }
  return null
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
