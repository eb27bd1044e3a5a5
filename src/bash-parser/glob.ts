import { openedPaths, throughProc } from '../path.ts'
import type { System } from '../system.ts'
import type { Folders } from './folders.ts'

/** Options of the shell that change what patterns match. */
export interface GlobOptions {
  /** A leading dot is matched like any character (`dotglob`). */
  readonly hidden?: boolean
  /** Upper and lower case are one (`nocaseglob`). */
  readonly anyCase?: boolean
  /** `@(a|b)` and the like are patterns (`extglob`). */
  readonly extended?: boolean
}

const plain: GlobOptions = {}

/** More names than this are not looked at one by one. */
const maxNames = 2000

/**
 * The absolute paths a glob pattern names on this disk, as bash expands it: the pattern's own text where nothing matches.
 * null when that cannot be known: folder unknown, pattern not understood, too many names.
 */
export function expandGlob(
  pattern: string,
  folders: Folders,
  system: System,
  options: GlobOptions = plain,
): readonly string[] | null {
  if (folders === null && !pattern.startsWith('/')) return null
  const found: string[] = []
  for (const folder of folders ?? ['/']) {
    const paths = expandFrom(folder, pattern, system, options)
    if (paths === null) return null
    found.push(...paths)
  }
  return folders?.length === 1 ? found : [...new Set(found)]
}

/** Patterns of more wild segments name nothing that anybody writes. */
const maxWildSegments = 24
const wildSegment = /[*?[][^/]*/g
/** Folders in which a name that is not there is still looked for. */
const maxUnmatched = 64

function expandFrom(folder: string, pattern: string, system: System, options: GlobOptions): readonly string[] | null {
  if ((pattern.match(wildSegment)?.length ?? 0) > maxWildSegments) return null
  let at: readonly string[] = [pattern.startsWith('/') ? '/' : folder]
  for (const segment of pattern.split('/')) {
    if (segment === '') continue
    if (!/(^|[^\\])[*?[]/.test(segment)) {
      const name = segment.replace(/\\(.)/g, '$1')
      if (name === '..') at = [...new Set(at.flatMap((path) => openedPaths('..', path, '/', 'linux', system)))]
      else if (name !== '.') at = at.map((path) => below(path, name))
      continue
    }
    const match = segmentMatcher(segment, options)
    if (match === null) return null
    const next: string[] = []
    for (const path of at) {
      for (const name of system.list(throughProc(path, folder)) ?? []) {
        if (match(name)) next.push(below(path, name))
        if (next.length > maxNames) return null
      }
    }
    // Where nothing matches bash passes the pattern itself on: a name that does not exist below this folder.
    at = next.length > 0 ? next : at.slice(0, maxUnmatched).map((path) => below(path, segment))
  }
  return at.some((path) => path.startsWith('/proc/'))
    ? at.flatMap((path) => [...new Set([path, throughProc(path, folder)])])
    : at
}

function below(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}

/** A test for one path segment; null for a bracket expression that is not understood. */
export function segmentMatcher(
  segment: string,
  { hidden: dots, anyCase }: GlobOptions = plain,
): ((name: string) => boolean) | null {
  let source = ''
  for (let i = 0; i < segment.length; i++) {
    const c = segment[i] as string
    if (c === '\\') source += escapeRegExp(segment[++i] ?? '')
    else if (c === '*') source += '[^]*'
    else if (c === '?') source += '[^]'
    else if (c === '[') {
      const end = segment.indexOf(']', i + (/^\[[!^]?\]/.test(segment.slice(i)) ? 3 : 1))
      const body = end < 0 ? null : segment.slice(i + 1, end)
      if (body === null || /\[[:.=]|\\/.test(body)) return null
      source += `[${body.replace(/^[!^]/, '^').replace(/[\]\\&|~]/g, '\\$&')}]`
      i = end
    } else source += escapeRegExp(c)
  }
  const hidden = dots === true || segment.startsWith('.')
  try {
    const regex = new RegExp(`^(?:${source})$`, anyCase === true ? 'iu' : 'u')
    return (name) => (hidden || !name.startsWith('.')) && regex.test(name)
  } catch {
    return null
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** A pattern that matches this text and no other. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&')
}
