import fs from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { isInside, normalPath } from '../path.ts'
import { undoneAtEnd } from './left-behind.ts'

/** A temporary folder that stands for a case's working directory while its hooks run. */
export interface CaseFolder {
  /** Where the hooks run; ends like the case's own path, so that blanks in it stay visible to a shell. */
  readonly cwd: string
  dispose(): void
}

/**
 * Writes the files of a case below its working directory into a fresh temporary folder. Files that begin with `#!` are
 * executable. Nothing outside the working directory is made.
 */
export function caseFolder(
  cwd: string,
  files: Readonly<Record<string, string>> = {},
  symlinks: Readonly<Record<string, string>> = {},
): CaseFolder {
  const root = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'hook-case-')))
  const remove = () => fs.rmSync(root, { recursive: true, force: true })
  const forget = undoneAtEnd(remove)
  const here = join(root, normalPath(cwd))
  fs.mkdirSync(here, { recursive: true })
  /** Where a path of the case stands; undefined outside the working directory, also by `..` or through a link. */
  const place = (path: string): string | undefined => {
    const at = join(root, normalPath(path))
    if (!isInside(at, here) || at === here) return undefined
    let parent = dirname(at)
    while (fs.lstatSync(parent, { throwIfNoEntry: false }) === undefined) parent = dirname(parent)
    if (!fs.existsSync(parent) || !isInside(fs.realpathSync(parent), here)) return undefined
    fs.mkdirSync(dirname(at), { recursive: true })
    return at
  }
  for (const [path, text] of Object.entries(files)) {
    const at = place(path)
    if (at !== undefined) fs.writeFileSync(at, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
  }
  for (const [path, target] of Object.entries(symlinks)) {
    const at = place(path)
    if (at !== undefined) fs.symlinkSync(target.startsWith('/') ? join(root, target) : target, at)
  }
  const dispose = () => {
    forget()
    remove()
  }
  return { cwd: here, dispose }
}
