import path from 'node:path'
import type { Platform } from '../call.ts'

export interface Home {
  readonly cwd: string
  readonly home: string
  readonly platform: Platform
}

/**
 * A working directory as written in settings, made absolute: `~` is the home directory, anything relative starts at the
 * working directory. Undefined for a network path (`\\server\share`, `//server/share`), which is refused.
 */
export function workingDirectory(text: string, { cwd, home, platform }: Home): string | undefined {
  if (/^[\\/]{2}/.test(text) || text === '' || text.includes('\0')) return undefined
  const { resolve } = platform === 'win32' ? path.win32 : path.posix
  if (text === '~') return home
  if (text.startsWith('~/') || (platform === 'win32' && text.startsWith('~\\'))) return resolve(home, text.slice(2))
  return resolve(cwd, text)
}
