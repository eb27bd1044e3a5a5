import fs from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { isInside } from '../path.ts'

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
  const root = fs.mkdtempSync(join(os.tmpdir(), 'hook-case-'))
  const here = join(root, cwd)
  fs.mkdirSync(here, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    if (!isInside(path, cwd)) continue
    make(root, path)
    fs.writeFileSync(join(root, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
  }
  for (const [path, target] of Object.entries(symlinks)) {
    if (!isInside(path, cwd)) continue
    make(root, path)
    fs.symlinkSync(target.startsWith('/') ? join(root, target) : target, join(root, path))
  }
  return { cwd: here, dispose: () => fs.rmSync(root, { recursive: true, force: true }) }
}

function make(root: string, path: string): void {
  fs.mkdirSync(dirname(join(root, path)), { recursive: true })
}
