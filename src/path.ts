import type { Platform } from './call.ts'
import type { System } from './system.ts'

/**
 * The absolute POSIX form of a path as a tool or command names it: `~` expanded, `.`, `..` and doubled slashes removed.
 * Windows spellings become `/c/Users/a` (spec/permissions.md 3.4). Links are not followed.
 */
export function absolutePath(path: string, cwd: string, home: string, platform: Platform = 'linux'): string {
  let text = path
  if (platform === 'win32') text = posixPath(text)
  if (text === '~' || text.startsWith('~/')) text = home + text.slice(1)
  return normalPath(text.startsWith('/') ? text : `${cwd}/${text}`)
}

/** `C:\Users\a` and `C:/Users/a` as `/c/Users/a`; other backslashes become slashes. */
export function posixPath(path: string): string {
  const slashed = path.replaceAll('\\', '/')
  return slashed.replace(/^([A-Za-z]):(?=\/|$)/, (_, drive: string) => `/${drive.toLowerCase()}`)
}

/** An absolute path without `.`, `..`, doubled or trailing slashes. */
export function normalPath(path: string): string {
  if (!/\/\/|\/\.|\/$/.test(path)) return path
  const out: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') out.pop()
    else out.push(segment)
  }
  return `/${out.join('/')}`
}

/** Whether a path is the folder or something below it. Both absolute and normal. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`)
}

export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Linux gives up following links at 40 (path_resolution(7)). */
const maxLinks = 40

/**
 * Every name a path goes by: itself, then after each symbolic link on the way, the real one last. What does not exist
 * yet is resolved as far as its deepest existing folder. null: links in a circle, nobody can say where it leads.
 */
export function linkChain(path: string, system: System): readonly string[] | null {
  const chain = [path]
  let at = path
  for (let links = 0; ; links++) {
    const next = followFirstLink(at, system)
    if (next === undefined) return chain
    if (links >= maxLinks) return null
    at = next
    chain.push(at)
  }
}

function followFirstLink(path: string, system: System): string | undefined {
  for (let cut = path.indexOf('/', 1); ; cut = path.indexOf('/', cut + 1)) {
    const head = cut < 0 ? path : path.slice(0, cut)
    if (head !== '') {
      const target = system.readLink(head)
      if (target !== undefined) {
        const base = target.startsWith('/') ? target : `${parentPath(head)}/${target}`
        return normalPath(cut < 0 ? base : base + path.slice(cut))
      }
    }
    if (cut < 0) return undefined
  }
}
