import fs from 'node:fs'
import { normalPath } from './path.ts'

export type FileKind = 'file' | 'directory' | 'link' | 'other'

/** The one door to disk and environment. Nothing here throws for a missing file; other failures do. */
export interface System {
  /** The text of a file; undefined when there is none. Throws when it exists and cannot be read. */
  readText(path: string): string | undefined
  /** What stands at the path itself, links not followed; undefined when nothing does or it cannot be seen. */
  kind(path: string): FileKind | undefined
  /** The target of a symbolic link as written; undefined when the path is no link. */
  readLink(path: string): string | undefined
  /** Names in a directory, sorted; undefined when it is none or cannot be listed. */
  list(path: string): readonly string[] | undefined
  /** Numeric owner of a path; undefined where unknown. */
  owner(path: string): number | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** What the machine says where nobody was told otherwise; a disk in memory says nothing. */
  cwd?(): string
  home?(): string
  readonly platform?: NodeJS.Platform
  /** Numeric id of the user we run as; undefined on Windows. */
  readonly uid?: number | undefined
  /** Waits, so that a program that is just writing a file can finish. */
  pause?(milliseconds: number): void
}

/** The real machine. */
export const nodeSystem: System = {
  readText(path) {
    try {
      return fs.readFileSync(path, 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  kind(path) {
    const stat = attempt(() => fs.lstatSync(path, { throwIfNoEntry: false }))
    if (stat === undefined) return undefined
    return stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'directory' : stat.isFile() ? 'file' : 'other'
  },
  // Asking for the kind first is cheap; reading a link that is none throws, which is not.
  readLink: (path) => {
    const stat = attempt(() => fs.lstatSync(path, { throwIfNoEntry: false }))
    return stat?.isSymbolicLink() ? attempt(() => fs.readlinkSync(path)) : undefined
  },
  list: (path) => attempt(() => fs.readdirSync(path).sort()),
  owner: (path) => attempt(() => fs.lstatSync(path, { throwIfNoEntry: false })?.uid),
  env: process.env,
  cwd: () => process.cwd(),
  home: () => process.getBuiltinModule?.('node:os').homedir() ?? '/',
  platform: process.platform,
  get uid() {
    return process.getuid?.()
  },
  pause(milliseconds) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  },
}

/** The same disk, asked each question once: what one decision sees stays as it saw it first. */
export function rememberingSystem(system: System): System {
  const { env } = system
  return {
    readText: (path) => system.readText(path),
    owner: (path) => system.owner(path),
    kind: remember(system.kind),
    readLink: remember(system.readLink),
    list: remember(system.list),
    env,
  }
}

function remember<T>(ask: (path: string) => T): (path: string) => T {
  let answers: Map<string, T> | undefined
  return (path) => {
    answers ??= new Map()
    const known = answers.get(path)
    if (known !== undefined || answers.has(path)) return known as T
    const answer = ask(path)
    answers.set(path, answer)
    return answer
  }
}

/** A disk that exists only in memory: files by path, links by path. Directories are implied. */
export function memorySystem(
  files: Readonly<Record<string, string>>,
  symlinks: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string | undefined>> = {},
): System {
  const entries = new Map<string, { kind: FileKind; text?: string; target?: string }>()
  const children = new Map<string, Set<string>>()
  const place = (path: string, entry: { kind: FileKind; text?: string; target?: string }) => {
    entries.set(path, entry)
    for (let at = path; at !== '/'; ) {
      const parent = at.slice(0, at.lastIndexOf('/')) || '/'
      const names = children.get(parent) ?? new Set()
      children.set(parent, names.add(at.slice(at.lastIndexOf('/') + 1)))
      if (!entries.has(parent)) entries.set(parent, { kind: 'directory' })
      at = parent
    }
  }
  for (const [path, text] of Object.entries(files)) place(path, { kind: 'file', text })
  for (const [path, target] of Object.entries(symlinks)) place(path, { kind: 'link', target })
  const linked = Object.keys(symlinks).length > 0
  // A path whose parent is a link names what stands at the link's target, as on a real disk.
  const find = (path: string) => entries.get(linked || path.includes('//') ? followParents(path, entries) : path)
  return {
    readText: (path) => find(followAll(path, entries))?.text,
    kind: (path) => find(path)?.kind,
    readLink: (path) => find(path)?.target,
    list(path) {
      const names = children.get(followAll(path, entries))
      return names === undefined ? undefined : [...names].sort()
    },
    owner: () => undefined,
    env,
  }
}

type Entries = ReadonlyMap<string, { kind: FileKind; target?: string }>

/** Enough for any honest chain of links; a loop ends here (Linux gives up at 40, path_resolution(7)). */
const maxLinks = 40

function followParents(path: string, entries: Entries): string {
  const cut = path.lastIndexOf('/')
  return cut <= 0 ? path : `${followAll(path.slice(0, cut), entries)}${path.slice(cut)}`.replace(/^\/\//, '/')
}

function followAll(path: string, entries: Entries, depth = 0): string {
  if (depth > maxLinks) return path
  let at = ''
  for (const segment of path.split('/').filter(Boolean)) {
    at += `/${segment}`
    const entry = entries.get(at)
    if (entry?.kind === 'link' && entry.target !== undefined) {
      const target = entry.target.startsWith('/') ? entry.target : `${at.slice(0, at.lastIndexOf('/'))}/${entry.target}`
      at = followAll(normalPath(target), entries, depth + 1)
      if (at === '/') at = ''
    }
  }
  return at || '/'
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
