import { relative } from 'node:path'

/** A path as seen from a folder; absolute where that would climb. */
export function nameFrom(here: string, file: string): string {
  const path = relative(here, file)
  return path === '' || path.startsWith('..') || !file.startsWith('/') ? file : path
}
