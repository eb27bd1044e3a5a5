import fs from 'node:fs'
import { dirname } from 'node:path'

/** Writes a new file in one step, with the folders it needs. False when something stands there already: it is left as it is. */
export function createFile(path: string, text: string): boolean {
  fs.mkdirSync(dirname(path), { recursive: true })
  if (fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false
  const draft = `${path}.toolgate-draft-${process.pid}`
  fs.writeFileSync(draft, text, { flag: 'wx' })
  try {
    // A link, unlike a rename, fails when somebody was faster.
    fs.linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}
