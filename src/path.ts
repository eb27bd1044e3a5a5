import type { Platform } from './call.ts'
import type { System } from './system.ts'

/**
 * The absolute POSIX form of a path as a tool or command names it: `~` expanded, `.`, `..` and doubled slashes removed.
 * Windows spellings become `/c/Users/a` (spec/permissions.md 3.4). Links are not followed.
 */
export function absolutePath(path: string, cwd: string, home: string, platform: Platform = 'linux'): string {
  return normalPath(joined(path, cwd, home, platform))
}

function joined(path: string, cwd: string, home: string, platform: Platform): string {
  let text = path
  if (platform === 'win32') text = posixPath(text)
  if (text === '~' || text.startsWith('~/')) text = home + text.slice(1)
  return text.startsWith('/') ? text : `${cwd}/${text}`
}

/**
 * The names under which a program or a redirect opens a path in a folder. The first is the text without its `..`; where
 * a `..` stands after a link the kernel goes somewhere else, and where `/proc` names a folder of a process it is that.
 */
export function openedPaths(
  path: string,
  cwd: string,
  home: string,
  platform: Platform,
  system: System,
): readonly string[] {
  const whole = joined(path, cwd, home, platform)
  const lexical = normalPath(whole)
  if (!whole.includes('/..') && !lexical.startsWith('/proc/')) return [lexical]
  const names = [lexical]
  const climb = /^.*\/\.\.(?=\/|$)/s.exec(whole)?.[0]
  if (climb !== undefined) {
    const from = realPath(climb, system, cwd)
    const kernel = from === null ? lexical : normalPath(`${from}${whole.slice(climb.length)}`)
    if (kernel !== lexical && realPath(kernel, system, cwd) !== realPath(lexical, system, cwd)) names.push(kernel)
  }
  for (const name of [...names]) {
    const other = throughProc(name, cwd)
    if (!names.includes(other)) names.push(other)
  }
  return names
}

/** `/proc/self/cwd/x` and `/proc/self/root/x` as the ordinary files they name (proc(5)), whichever process it is; any other path as it is. */
export function throughProc(path: string, cwd: string): string {
  const [, folder, rest] =
    /^\/proc\/(?:self|thread-self|[\d*?[\]-]+)(?:\/task\/[\d*?[\]-]+)?\/(cwd|root)(\/.*)?$/s.exec(path) ?? []
  return folder === undefined ? path : normalPath(`${folder === 'cwd' ? cwd : ''}${rest ?? '/'}`)
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

/** Whether a `..` stands behind a name, which then must be a folder: `name/..`, not `../name`. */
export function climbsBack(path: string): boolean {
  if (!path.includes('..')) return false
  const segments = path.split('/')
  const name = segments.findIndex((segment) => !/^\.{0,2}$/.test(segment))
  return name >= 0 && segments.includes('..', name)
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
 * Where the kernel ends on an absolute path, link by link and `..` by `..`; what does not exist is taken by its name.
 * null: links in a circle. `cwd` is the folder that `/proc/self/cwd` names.
 */
export function realPath(path: string, system: System, cwd?: string): string | null {
  const rest = path.split('/').reverse()
  let at = ''
  for (let links = 0; rest.length > 0; ) {
    const segment = rest.pop() as string
    if (segment === '' || segment === '.') continue
    if (segment === '..') {
      at = at.slice(0, Math.max(0, at.lastIndexOf('/')))
      continue
    }
    const next = `${at}/${segment}`
    const proc = cwd === undefined ? next : throughProc(next, cwd)
    const target = proc === next ? system.readLink(next) : proc
    if (target === undefined) {
      at = next
      continue
    }
    if (++links > maxLinks) return null
    if (target.startsWith('/')) at = ''
    rest.push(...target.split('/').reverse())
  }
  return at || '/'
}

/**
 * Every name a path goes by: itself, then after each symbolic link on the way, the real one last. What does not exist
 * yet is resolved as far as its deepest existing folder. null: links in a circle, nobody can say where it leads.
 */
export function linkChain(path: string, system: System): readonly string[] | null {
  const chain = [path]
  let at = path
  let climbs = false
  for (let links = 0; ; links++) {
    const next = followFirstLink(at, system)
    if (next === undefined) break
    if (links >= maxLinks) return null
    climbs ||= next.climbs
    at = next.path
    chain.push(at)
  }
  if (climbs) {
    // A target such as `link/../x` is walked by the kernel, not read as text.
    const real = realPath(path, system)
    if (real === null) return null
    if (real !== at) chain.push(real)
  }
  return chain
}

function followFirstLink(path: string, system: System): { path: string; climbs: boolean } | undefined {
  for (let cut = path.indexOf('/', 1); ; cut = path.indexOf('/', cut + 1)) {
    const head = cut < 0 ? path : path.slice(0, cut)
    if (head !== '') {
      const target = system.readLink(head)
      if (target !== undefined) {
        const base = target.startsWith('/') ? target : `${parentPath(head)}/${target}`
        return { path: normalPath(cut < 0 ? base : base + path.slice(cut)), climbs: /[^/.][^/]*\/+\.\./.test(target) }
      }
    }
    if (cut < 0) return undefined
  }
}
