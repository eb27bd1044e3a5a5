import type { Platform } from '../call.ts'
import { absolutePath, isInside, linkChain, openedPaths, realPath } from '../path.ts'
import type { System } from '../system.ts'
import type { PathUse } from './effects.ts'
import type { Folders } from './folders.ts'
import { expandGlob } from './glob.ts'
import type { Doubt } from './script.ts'

/** What a command line is judged against. */
export interface Surroundings {
  readonly cwd: string
  readonly home: string
  readonly platform: Platform
  /** Reads inside these need nobody's leave. */
  readonly workingDirectories: readonly string[]
  /** Whether an allow rule lets this path be read although it is outside; absent: none does. */
  readonly mayRead?: (path: string) => boolean
  readonly system: System
}

/** Why a read is not certain to stay inside the working directories; null when it does. */
export function unboundedRead(use: PathUse, folders: Folders, surroundings: Surroundings): Doubt | null {
  const paths = resolvePaths(use, folders, surroundings)
  if (paths === null) return { code: 'dynamic-word', detail: use.glob ?? 'a path', start: use.start, end: use.end }
  for (const path of paths) {
    if (isReadFree(path)) continue
    const names = linkChain(path, surroundings.system)
    if (names === null || !names.every((name) => mayRead(name, surroundings))) {
      return { code: 'reads-outside', detail: path, start: use.start, end: use.end }
    }
  }
  const leaving = use.tree && use.follows === true ? linkOutside(paths, surroundings) : null
  return leaving === null ? null : { code: 'reads-outside', detail: leaving, start: use.start, end: use.end }
}

/** How many entries are looked at for one text, and what was found below folders. */
const maxLooks = 50_000
const looks = new WeakMap<Surroundings, { readonly seen: Map<string, string | null>; left: number }>()

/** A link below some folders that leads outside, or where looking for one takes too long; null when all stay inside. */
function linkOutside(folders: readonly string[], surroundings: Surroundings): string | null {
  const { system } = surroundings
  const look = looks.get(surroundings) ?? { seen: new Map<string, string | null>(), left: maxLooks }
  looks.set(surroundings, look)
  const key = folders.join('\0')
  const known = look.seen.get(key)
  if (known !== undefined) return known
  let found = `links below ${folders[0]}`
  const outside = walkBelow(folders, { follows: true, enters: () => true }, system, (path) => {
    if (--look.left < 0) return true
    if (system.kind(path) !== 'link') return false
    const names = linkChain(path, system)
    if (names?.every((name) => isReadFree(name) || mayRead(name, surroundings)) ?? false) return false
    found = path
    return true
  })
  look.seen.set(key, outside === false ? null : found)
  return outside === false ? null : found
}

/** How many entries below searched folders are looked at. A larger tree is listed in test/corpus/residual. */
const maxEntries = 5000

/** Whether anything below some folders passes the test; null when there is more than is looked at. Linked folders are entered where `follows` says so. */
export function walkBelow(
  folders: readonly string[],
  { follows, enters }: { readonly follows: boolean; readonly enters: (name: string) => boolean },
  system: System,
  test: (path: string) => boolean,
): boolean | null {
  const queue = folders.map((path) => ({ path, inside: [realPath(path, system)] }))
  let seen = 0
  for (let i = 0; i < queue.length; i++) {
    const { path: folder, inside } = queue[i] as (typeof queue)[number]
    for (const name of system.list(folder) ?? []) {
      if (++seen > maxEntries) return null
      const path = folder === '/' ? `/${name}` : `${folder}/${name}`
      if (test(path)) return true
      if (!enters(name)) continue
      const kind = system.kind(path)
      if (kind === 'directory' && !follows) queue.push({ path, inside })
      else if (follows && (kind === 'directory' || kind === 'link')) {
        const real = realPath(path, system)
        // A link to a folder that it stands in goes round in a circle.
        if (real === null || inside.includes(real) || system.kind(real) !== 'directory') continue
        queue.push({ path, inside: [...inside, real] })
      }
    }
  }
  return false
}

function mayRead(name: string, { workingDirectories, mayRead: allowed }: Surroundings): boolean {
  return workingDirectories.some((folder) => isInside(name, folder)) || (allowed?.(name) ?? false)
}

/** Folders under the name the user gave them and under their real one: both are inside. */
export function withRealPaths(folders: readonly string[], system: System): readonly string[] {
  const names = folders.flatMap((folder) => linkChain(folder, system) ?? [folder])
  return names.length === folders.length ? folders : [...new Set(names)]
}

/** Devices that keep nothing of what is written to them. */
export function isNowhere(path: string): boolean {
  return /^\/dev\/(null|stdout|stderr|tty)$/.test(path)
}

/** Devices that hold nothing of anybody's. */
function isReadFree(path: string): boolean {
  return path === '/dev/null' || path === '/dev/stdin' || path === '/dev/tty' || /^\/dev\/fd\/\d+$/.test(path)
}

/** The absolute paths a use may mean, each under every name that opens it; null when only the running shell knows. */
export function resolvePaths(use: PathUse, folders: Folders, surroundings: Surroundings): readonly string[] | null {
  const { cwd, home, platform, system } = surroundings
  if (use.path !== null) {
    if (use.home === true) return [absolutePath(use.path, '/', home, platform)]
    // The shell has expanded tildes already, so what is left is a name; `~` is only a path of tool inputs.
    const path = use.path.startsWith('~') ? `./${use.path}` : use.path
    const opened = (folder: string) => openedPaths(path, folder, home, platform, system)
    // Of a path from the root only `/proc/self/cwd` depends on the folder.
    if (path.startsWith('/')) return distinct((folders ?? [cwd]).flatMap(opened))
    if (folders === null) return null
    return folders.length === 1 ? opened(folders[0] as string) : distinct(folders.flatMap(opened))
  }
  return use.glob === null
    ? null
    : expandGlob(use.glob, use.glob.startsWith('/') ? (folders ?? [cwd]) : folders, system, use.matching)
}

function distinct(paths: readonly string[]): readonly string[] {
  return paths.length === 1 ? paths : [...new Set(paths)]
}
