import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, open, realpath, rename, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { guard } from './builtin/bash.ts'

/**
 * Writes a file whole or not at all: beside it under another name, then renamed over it. The half-written one is under
 * guard, so that not even a kill leaves it. A link stays a link and its target is replaced; the mode is kept.
 */
export async function writeWhole(path: string, data: string | Uint8Array, mode?: number): Promise<void> {
  const target = await finalTarget(path)
  await mkdir(dirname(target), { recursive: true, ...(mode === undefined ? {} : { mode: mode | 0o100 }) })
  const partial = join(dirname(target), `.${basename(target).slice(0, 100)}.${randomBytes(6).toString('hex')}.partial`)
  const release = guard(`f${partial}`)
  try {
    const old = await stat(target).catch(() => null)
    const file = await open(partial, 'wx', mode ?? 0o666)
    try {
      await file.writeFile(data)
    } finally {
      await file.close()
    }
    if (mode === undefined && old !== null) await chmod(partial, old.mode & 0o7777)
    await rename(partial, target)
  } catch (error) {
    await unlink(partial).catch(() => {})
    throw error
  } finally {
    release()
  }
}

/** Where a write through a path ends: the last target of its links, also when nothing stands there yet. */
async function finalTarget(path: string): Promise<string> {
  const info = await lstat(path).catch(() => null)
  if (!info?.isSymbolicLink()) return path
  return realpath(path)
}
