import ignore from 'ignore'
import type { Effect } from '../../decision.ts'
import { isInside, linkChain, normalPath } from '../../path.ts'
import type { System } from '../../system.ts'

/** Where the four kinds of anchor point (spec/permissions.md 3.4). */
export interface Anchors {
  readonly cwd: string
  /** Working directories besides `cwd`: a relative deny holds below them too. */
  readonly others: readonly string[]
  readonly home: string
  /** Folder of `/path` rules, which depends on the file the rule stands in. */
  readonly source: string
  /** Names differ by more than case on this platform's disks; elsewhere a deny holds for every spelling of its folder. */
  readonly caseMatters: boolean
}

/** `Read(src/**)`, `Edit(//tmp/x)`: files by gitignore pattern. */
export interface PathPattern {
  /** Whether it takes paths back out of the rules before it (`!sample.env`). */
  readonly negated: boolean
  /** Whether `!` patterns of the same list can take paths out of it. */
  readonly carvable: boolean
  /** Folder it is anchored at, and the gitignore pattern below that. */
  readonly root: string
  readonly pattern: string
  /** `system` tells where a linked folder in the rule's own text really is; a deny holds there too. */
  matches(path: string, system: System): boolean
  /** The same at its anchor alone; null for a rule that holds nowhere else. */
  readonly atAnchor: ((path: string) => boolean) | null
}

/** Compiles one path specifier; null for a form that matches nothing. */
export function compilePath(specifier: string, effect: Effect, anchors: Anchors): PathPattern | null {
  const negated = specifier.startsWith('!')
  const text = negated ? specifier.slice(1) : specifier
  const anchored = anchor(text, effect, anchors)
  if (anchored === null) return null
  const { root, carvable } = anchored
  const pattern = gitignorePattern(anchored.pattern, effect, anchored.relative)
  if (pattern === null) return null
  const anyCase = effect !== 'allow' && !anchors.caseMatters
  const own = matcher(root, pattern, effect, anyCase)
  const tests = [own]
  if (effect !== 'allow' && anchored.relative) {
    for (const folder of anchors.others) tests.push(matcher(folder, pattern, effect, anyCase))
  }
  const direct = (path: string) => tests.some((test) => test(path))
  const base = { negated, carvable, root, pattern, atAnchor: tests.length > 1 ? own : null }
  if (effect === 'allow' || anchored.relative) return { ...base, matches: direct }
  const linked = throughLinks(anchored, effect, anyCase)
  return { ...base, matches: (path, system) => direct(path) || (linked(system)?.(path) ?? false) }
}

type Anchored = Readonly<{ root: string; pattern: string }>

function anchor(text: string, effect: Effect, { cwd, home, source }: Anchors) {
  if (text.startsWith('//')) return { root: '/', pattern: text.slice(1), relative: false, carvable: false }
  if (text.startsWith('~/')) return { root: home, pattern: text.slice(1), relative: false, carvable: false }
  if (text === '~') return null
  if (text.startsWith('/')) return { root: source, pattern: text, relative: false, carvable: false }
  const pattern = text.startsWith('./') ? text.slice(2) : text
  if (pattern === '' || pattern === '.' || /^\.\.(\/|$)/.test(pattern)) return null
  // `./name` is documented as the one in the working directory; the client denies it at any depth, and so it is read for deny.
  const here = effect === 'allow' && text.startsWith('./') && !pattern.startsWith('**')
  return { root: cwd, pattern: here ? `/${pattern}` : pattern, relative: true, carvable: true }
}

/** The gitignore pattern: `dir/**` names the folder with all below it; for allow a relative one stays at its anchor. */
function gitignorePattern(text: string, effect: Effect, relative: boolean): string | null {
  if (text === '/' || text === '') return null
  let pattern = text
  if (/^\/?\*\*$/.test(pattern)) return '**'
  if (pattern.endsWith('/**')) {
    pattern = pattern.slice(0, -3)
    if (effect === 'allow' && relative && !/^(\*\*)?\//.test(pattern)) pattern = `/${pattern}`
  }
  return pattern
}

function matcher(folder: string, pattern: string, effect: Effect, anyCase: boolean): (path: string) => boolean {
  let compiled: ((relative: string) => boolean) | undefined
  const root = anyCase ? folder.toLowerCase() : folder
  return (given) => {
    const path = anyCase ? given.toLowerCase() : given
    if (!isInside(path, root)) return false
    const relative = root === '/' ? path.slice(1) : path.slice(root.length + 1)
    if (relative === '') return pattern === '**'
    compiled ??= compileGitignore(pattern, effect)
    return compiled(relative)
  }
}

function compileGitignore(pattern: string, effect: Effect): (relative: string) => boolean {
  // gitignore(5): a trailing blank is dropped unless escaped, `#` starts a comment; in a rule both are part of the name.
  const escaped = pattern.replace(/^[#!]/, '\\$&').replace(/ +$/, (blanks) => blanks.replaceAll(' ', '\\ '))
  // The client compares deny patterns without regard to case (recorded behaviour): a guard must not be walked round by `.ENV`.
  const list = ignore({ ignorecase: effect !== 'allow' }).add(escaped)
  if (!hasOpenBracket(pattern)) return (relative) => list.ignores(relative)
  // A broken bracket expression guards the literal name; in an allow rule it names nothing.
  return (relative) => effect !== 'allow' && relative === pattern.replace(/^\//, '')
}

function hasOpenBracket(pattern: string): boolean {
  return /(^|[^\\])\[[^\]]*$/.test(pattern)
}

/** A deny written through a linked folder, as a test of the real place; null where nothing on the way is a link. */
function throughLinks(
  { root, pattern }: Anchored,
  effect: Effect,
  anyCase: boolean,
): (system: System) => ((path: string) => boolean) | null {
  const segments = pattern.replace(/^\//, '').split('/')
  const literal = segments.findIndex((segment) => /[*?[\\]/.test(segment))
  const head = segments.slice(0, literal < 0 ? segments.length : literal)
  // Only an anchored prefix names one folder; `secret` alone may stand anywhere.
  const anchoredPrefix = pattern.startsWith('/') || segments.length > 1 ? head : []
  const place = normalPath(`${root}/${anchoredPrefix.join('/')}`)
  const rest = segments.slice(anchoredPrefix.length)
  const found = new WeakMap<System, ((path: string) => boolean) | null>()
  return (system) => {
    const known = found.get(system)
    if (known !== undefined) return known
    const real = linkChain(place, system)?.at(-1)
    const at =
      rest.length === 0 ? { root: '/', pattern: real ?? '' } : { root: real ?? '', pattern: `/${rest.join('/')}` }
    const test =
      real === undefined || real === place
        ? null
        : matcher(at.root, gitignorePattern(at.pattern, effect, false) ?? at.pattern, effect, anyCase)
    found.set(system, test)
    return test
  }
}
