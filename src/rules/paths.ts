import type { Reason } from '../decision.ts'
import { absolutePath, isInside, linkChain, normalPath, throughProc } from '../path.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'
import { protectedBy, suspiciousName } from './protected.ts'
import type { CompiledRule, PathRule } from './rule.ts'

/** A path with every name it goes by. */
export interface NamedPath {
  /** Absolute, as asked for. */
  readonly path: string
  /** The path and every target of a link on the way, the real one last; null when links run in a circle. */
  readonly names: readonly string[] | null
  /** Where a moved configuration folder would be by default: rules on `~/.claude` still mean it. */
  readonly alias: string | null
}

export function namePath(input: string, context: PermissionContext, system: System): NamedPath {
  const path = absolutePath(input, context.cwd, context.home, context.platform)
  const { configDir, home } = context
  const ordinary = throughProc(path, context.cwd)
  const alias = isInside(ordinary, configDir) ? normalPath(`${home}/.claude${ordinary.slice(configDir.length)}`) : null
  return { path, names: namesOf(path, ordinary, system), alias: alias === path ? null : alias }
}

/** A file of `/proc/self/cwd` goes by its ordinary name as well. */
function namesOf(path: string, ordinary: string, system: System): NamedPath['names'] {
  const names = linkChain(path, system)
  if (path === ordinary) return names
  const more = linkChain(ordinary, system)
  return names === null || more === null ? null : [...names, ...more]
}

/** Whether every name of a path is inside a working directory or its real place. */
export function isInWorkingDirectories(path: NamedPath, context: PermissionContext, system: System): boolean {
  if (path.names === null) return false
  return path.names.every((name) =>
    context.workingDirectories.some((folder) => (linkChain(folder, system) ?? [folder]).some((f) => isInside(name, f))),
  )
}

/**
 * Whether a path rule of some list speaks of a path: deny and ask if any of its names matches, allow if all do, the first
 * by this rule and each link target by any that grants as much. `!` rules after it in the same list and file take paths out (spec/permissions.md 3.4).
 */
export function pathRuleCovers(
  rule: PathRule,
  path: NamedPath,
  rules: readonly CompiledRule[],
  system: System,
): boolean {
  if (rule.path.negated) return false
  if (rule.entry.effect === 'allow') {
    if (path.alias !== null && rule.path.matches(path.alias, system)) return true
    const [first, ...targets] = path.names ?? []
    if (first === undefined || !rule.path.matches(first, system)) return false
    return targets.every(
      (name) => rule.path.matches(name, system) || rules.some((other) => grants(other, rule, name, system)),
    )
  }
  const names = [...(path.names ?? [path.path]), ...(path.alias === null ? [] : [path.alias])]
  return names.some((name) => rule.path.matches(name, system) && !isCarvedOut(rule, name, rules, system))
}

/** Whether another allow rule covers a name for all that a rule grants; an Edit rule grants reading too. */
function grants(other: CompiledRule, { access }: PathRule, name: string, system: System): boolean {
  return (
    other.kind === 'path' && (other.access === access || other.access === 'edit') && other.path.matches(name, system)
  )
}

/** Whether a deny or ask rule speaks of a path only because relative ones hold below additional directories too. */
export function onlyBelowOthers({ path: { atAnchor } }: PathRule, { names, path, alias }: NamedPath): boolean {
  return atAnchor !== null && ![...(names ?? [path]), ...(alias === null ? [] : [alias])].some(atAnchor)
}

function isCarvedOut(rule: PathRule, name: string, rules: readonly CompiledRule[], system: System): boolean {
  if (!rule.path.carvable || namesFolderOf(rule, name, system)) return false
  const later = rules.slice(rules.indexOf(rule) + 1)
  return later.some(
    (other) =>
      other.kind === 'path' &&
      other.path.negated &&
      other.access === rule.access &&
      other.entry.source.file === rule.entry.source.file &&
      other.path.matches(name, system),
  )
}

/** gitignore(5): a file cannot be taken back out when one of its parent folders is excluded. */
function namesFolderOf(rule: PathRule, name: string, system: System): boolean {
  for (let cut = name.lastIndexOf('/'); cut > rule.path.root.length; cut = name.lastIndexOf('/', cut - 1)) {
    if (rule.path.matches(name.slice(0, cut), system)) return true
  }
  return false
}

/** What makes writing to a path a matter for a person, whatever allow rules say; null when nothing does. */
export function writeGuard(path: NamedPath, context: PermissionContext): Reason | null {
  for (const name of path.names ?? [path.path]) {
    const detail = protectedBy(name, context)
    if (detail !== null) return { code: 'protected-path', subject: path.path, detail }
    const odd = suspiciousName(name, context.platform)
    if (odd !== null) return { code: 'suspicious-path', subject: path.path, detail: odd }
  }
  return path.names === null ? { code: 'link', subject: path.path, detail: 'links run in a circle' } : null
}
