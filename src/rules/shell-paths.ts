import type { AnalysedCommand } from '../bash-parser/analysis.ts'
import { resolvePaths, walkBelow } from '../bash-parser/bounds.ts'
import { noEffects } from '../bash-parser/collect.ts'
import type { PathUse } from '../bash-parser/effects.ts'
import type { Folders } from '../bash-parser/folders.ts'
import { type GlobOptions, segmentMatcher } from '../bash-parser/glob.ts'
import { absolutePath } from '../path.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'
import { type NamedPath, namePath, pathRuleCovers } from './paths.ts'
import type { CompiledRule, PathRule } from './rule.ts'

/** The paths a use names, as far as they are known; a glob names what it matches on this disk. */
export function namedPaths(
  use: PathUse,
  folders: Folders,
  context: PermissionContext,
  system: System,
): readonly NamedPath[] {
  const known = named.get(system)?.get(use)
  if (known?.folders === folders && known.context === context) return known.paths
  // Where the folder is unknown, the start folder is still the likeliest one for a deny to be about.
  const resolved = resolvePaths(use, folders ?? [context.cwd], { ...context, system })
  const paths = (resolved ?? []).map((path) => namePath(path, context, system))
  const uses = named.get(system) ?? new WeakMap()
  named.set(system, uses.set(use, { folders, context, paths }))
  return paths
}

/** Every rule asks for the names of the same few files. */
const named = new WeakMap<
  System,
  WeakMap<PathUse, { folders: Folders; context: PermissionContext; paths: readonly NamedPath[] }>
>()

/** Programs that list names and sizes below a folder and show no contents. */
const listing = new Set('ls find fd fdfind du tree dir vdir stat test ['.split(' '))

/** Whether a command, or one that it runs, opens any file at all: the quick answer before rules are asked. */
export function usesPaths({ effects, redirects, through, inner }: AnalysedCommand): boolean {
  const inside = through.length > 0 ? redirects.reads.length + redirects.writes.length : 0
  const own = effects.reads.length + effects.writes.length + effects.deletes.length
  return own + inside > 0 || inner.some(usesPaths)
}

/** Whether a command reads (or edits) a path that a deny or ask rule speaks of: by name, by glob, or below a folder it searches. */
export function touches(
  rule: PathRule,
  command: AnalysedCommand,
  rules: readonly CompiledRule[],
  context: PermissionContext,
  system: System,
): boolean {
  if (command.remote) return false
  const { reads, writes, deletes } = command.effects
  // Redirects of the text itself are subjects of their own; those of a text inside are this command's.
  const inside = command.through.length > 0 ? command.redirects : noEffects
  const opened = rule.access === 'read' ? inside.reads : inside.writes
  const names = (use: PathUse) => namedPaths(use, command.folders, context, system)
  if (opened.some((use) => names(use).some((path) => pathRuleCovers(rule, path, rules, system)))) return true
  const uses = rule.access === 'read' ? reads : [...writes, ...deletes]
  // A name on a list gives nothing of the file away; only a deny of the very path keeps it from being looked at.
  const lists = rule.access === 'read' && listing.has(command.program ?? '')
  if (lists && rule.entry.effect === 'ask') return false
  const covers = (path: string) => pathRuleCovers(rule, namePath(path, context, system), rules, system)
  return uses.some((use) => {
    const paths = names(use)
    if (!(lists && use.glob !== null) && paths.some((path) => pathRuleCovers(rule, path, rules, system))) return true
    if (lists) return false
    if (use.glob !== null && mayMatch(use.glob, rule, command.folders, context, system, use.matching).some(covers))
      return true
    return use.tree && below(rule, paths, use.follows ?? false, system, covers)
  })
}

/** How many entries one rule looks at in one decision; where a text has it search more, the rule counts as touched. */
const maxLooks = 50_000

/** What a rule has seen below folders in one decision, and how much more it may look at. */
const looks = new WeakMap<System, Map<PathRule, { readonly seen: Map<string, boolean>; left: number }>>()

/** Whether anything below a folder passes the test. Linked folders are entered by `grep -R`, and not by `grep -r` and `rg`. */
function below(
  rule: PathRule,
  folders: readonly NamedPath[],
  follows: boolean,
  system: System,
  test: (path: string) => boolean,
): boolean {
  const rules = looks.get(system) ?? new Map()
  looks.set(system, rules)
  const look = rules.get(rule) ?? { seen: new Map<string, boolean>(), left: maxLooks }
  rules.set(rule, look)
  const starts = folders.map(({ path }) => path)
  const key = [follows, ...starts].join('\0')
  const known = look.seen.get(key)
  if (known !== undefined) return known
  const enters = (name: string) => name !== '.git' && name !== 'node_modules'
  const found = walkBelow(starts, { follows, enters }, system, (path) => --look.left < 0 || test(path)) === true
  look.seen.set(key, found)
  return found
}

/**
 * Paths that a glob would match and a rule may be about, where there is no disk to ask, or with `fresh` for a file that is
 * yet to be made: each wildcard segment stands for the rule's own segments that it matches.
 */
export function mayMatch(
  glob: string,
  rule: PathRule,
  folders: Folders,
  context: PermissionContext,
  system: System,
  options: GlobOptions & { readonly fresh?: boolean } = {},
): readonly string[] {
  const segments = glob.split('/')
  const first = segments.findIndex((segment) => /[*?[]/.test(segment))
  const head = segments.slice(0, first).join('/') || (glob.startsWith('/') ? '/' : '.')
  const names = rule.path.pattern.split('/').filter((segment) => segment !== '' && segment !== '**')
  const found: string[] = []
  for (const folder of folders ?? [context.cwd]) {
    const base = absolutePath(head.replaceAll('\\', ''), folder, context.home, context.platform)
    if (options.fresh !== true && system.list(base) !== undefined) continue
    let candidates = [base]
    for (const [i, segment] of segments.slice(first).entries()) {
      const match = /[*?[]/.test(segment) ? segmentMatcher(segment, options) : null
      const named = names.map((name) => name.replace(/\*+/g, 'x').replaceAll('?', 'x'))
      // A folder of any name may hold what a rule names at any depth.
      if (options.fresh === true && first + i + 1 < segments.length) named.push(sampleOf(segment))
      const choices = match === null ? [segment] : named.filter(match)
      candidates = candidates.flatMap((path) => choices.map((choice) => `${path}/${choice}`)).slice(0, 64)
    }
    found.push(...candidates)
  }
  return found
}

/** A name that a pattern of one segment matches, most often. */
function sampleOf(segment: string): string {
  return segment
    .replace(/\[!?(.)[^\]]*\]/g, '$1')
    .replace(/[*?]/g, 'x')
    .replaceAll('\\', '')
}
