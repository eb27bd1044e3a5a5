import type { PlatformPath } from 'node:path'
import type { System } from '../system.ts'

/** Where a checkout keeps what: `root` is the folder of the main checkout even when found from a worktree of it. */
export interface Checkout {
  /** Folder of the working tree that the search started in. */
  readonly top: string
  /** Folder of the main checkout; the same as `top` outside worktrees. */
  readonly root: string
  /** Folder that holds the index of the working tree. */
  readonly gitFolder: string
}

/** The git checkout around a folder; undefined outside one. Nothing is run: `.git` is read as gitrepository-layout(5) says. */
export function checkoutAround(folder: string, system: System, path: PlatformPath): Checkout | undefined {
  for (let top = folder; ; top = path.dirname(top)) {
    const git = path.join(top, '.git')
    const kind = system.kind(git)
    if (kind === 'directory' || kind === 'link') return { top, root: top, gitFolder: git }
    if (kind === 'file') return linkedCheckout(top, git, system, path)
    if (path.dirname(top) === top) return undefined
  }
}

/**
 * A `.git` file names the real folder; a worktree's folder names the common one in `commondir`. Both directions must agree:
 * else a `.git` file that anybody can write would borrow the trust of another checkout.
 */
function linkedCheckout(top: string, git: string, system: System, path: PlatformPath): Checkout {
  const named = /^gitdir:\s*(.+?)\s*$/m.exec(textOf(git, system) ?? '')?.[1]
  if (named === undefined) return { top, root: top, gitFolder: git }
  const gitFolder = path.resolve(top, named)
  const common = textOf(path.join(gitFolder, 'commondir'), system)?.trim()
  const back = textOf(path.join(gitFolder, 'gitdir'), system)?.trim()
  // A submodule has no `commondir`, and a bare main repository has no checkout to be found.
  if (!common || !back) return { top, root: top, gitFolder }
  const shared = path.resolve(gitFolder, common)
  const agrees = path.dirname(gitFolder) === path.join(shared, 'worktrees') && path.resolve(gitFolder, back) === git
  const root = agrees && path.basename(shared) === '.git' ? path.dirname(shared) : top
  return { top, root, gitFolder }
}

/**
 * Whether git tracks a file, as far as the index shows without running git. Names stand in it in full and end in NUL up to
 * version 3; version 4 shortens them. A file counts as tracked where that cannot be known.
 */
export function isTracked(file: string, top: string, gitFolder: string, system: System, path: PlatformPath): boolean {
  // Lower case: on a disk that ignores case a tracked `Settings.local.json` is the same file.
  const name = `${path.relative(top, file).replaceAll('\\', '/')}\0`.toLowerCase()
  const indexFile = path.join(gitFolder, 'index')
  if (system.kind(indexFile) === undefined) return false
  const index = textOf(indexFile, system)
  if (index === undefined || !/^DIRC\0\0\0[\x02\x03]/.test(index)) return true
  if (index.toLowerCase().includes(name)) return true
  const shared = (system.list(gitFolder) ?? []).filter((entry) => entry.startsWith('sharedindex.'))
  return shared.some((entry) => textOf(path.join(gitFolder, entry), system)?.toLowerCase().includes(name) ?? true)
}

/** Undefined when there is nothing or it cannot be read. */
function textOf(file: string, system: System): string | undefined {
  try {
    return system.readText(file)
  } catch {
    return undefined
  }
}
