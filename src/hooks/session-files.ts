import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { undoneAtEnd } from './left-behind.ts'

/** Characters of one text that reach the model; longer ones go to a file (spec/hooks.md 3.10). */
export const maxText = 10_000

const previewLength = 2_000

/**
 * A text short enough for the model: itself, or a preview and the path of the file that holds all of it. Without a
 * folder, or where none can be written, the text is cut and says so.
 */
export function spill(text: string, folder: string | null, name: string): string {
  if (text.length <= maxText) return text
  const preview = text.slice(0, previewLength)
  if (folder === null) return `${preview}\n[${text.length} characters, the rest was dropped]`
  const path = join(folder, name)
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
    return `${preview}\n[${text.length} characters, all of it in ${path}]`
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown fault'
    return `${preview}\n[${text.length} characters, the rest was dropped: \`${path}\` cannot be written: ${code}]`
  }
}

/** The first of the folders that exists (spec/hooks.md 4.4: a working directory may have been deleted). */
export function firstFolder(folders: readonly string[]): string {
  return folders.find(isFolder) ?? os.tmpdir()
}

/** A path that cannot be looked at (too long, a loop of links, a parent without permission) is no folder to run in. */
function isFolder(path: string): boolean {
  try {
    return fs.statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** A file for `CLAUDE_ENV_FILE`; null where none can be made. */
export function makeEnvFile(): { readonly path: string; take(): string } | null {
  let folder: string
  let path: string
  try {
    folder = fs.mkdtempSync(join(os.tmpdir(), 'hook-env-'))
    path = join(folder, 'env.sh')
    fs.writeFileSync(path, '', { mode: 0o600 })
  } catch {
    return null
  }
  const remove = () => fs.rmSync(folder, { recursive: true, force: true })
  const forget = undoneAtEnd(remove)
  return {
    path,
    /** What was written; the file is gone afterwards. */
    take() {
      try {
        return fs.readFileSync(path, 'utf8')
      } catch {
        return ''
      } finally {
        forget()
        remove()
      }
    },
  }
}

/** Whether the system would start the file itself. */
export function isExecutable(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.X_OK)
    return fs.statSync(path).isFile()
  } catch {
    return false
  }
}
