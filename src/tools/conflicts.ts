import { statSync } from 'node:fs'
import type { AnalysedCommand } from '../bash-parser/analysis.ts'
import { classify } from '../bash-parser/classify.ts'
import type { CommandEffects, PathUse } from '../bash-parser/effects.ts'
import { parse } from '../bash-parser/parse.ts'
import { absolutePath, isInside } from '../path.ts'
import type { ToolUseContext } from './context.ts'
import { isFailure } from './failure.ts'
import { observe, parseInput } from './input.ts'
import type { ToolUse } from './message.ts'
import { isConcurrencySafeUse } from './partition.ts'

/** The absolute paths a call touches; each stands for everything below it too. */
export interface Footprint {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/**
 * Whether a call may run beside all members of a batch: none writes what another reads or writes. Two such calls leave
 * the same files and give the same results in either order, so side by side too, because
 * - a footprint is complete or the call runs alone: only tools and programs whose effects are exactly their operands,
 *   no variables, substitutions, functions, `cd`, network or state outside files;
 * - a path stands for everything below and conflicts with everything above it, so listings and links on the way count;
 * - each path counts as written and with its links resolved; a file with several names (hard links) is unknown;
 * - where hooks run, they may write anything: batches are then those of safety alone.
 */
export function conflictFree(use: ToolUse, members: readonly ToolUse[], context: ToolUseContext): boolean {
  if ([use, ...members].every((each) => isConcurrencySafeUse(each, context))) return true
  if (context.host.hooks !== undefined && context.permissions.hooks.length > 0) return false
  const mine = footprintOf(use, context)
  if (mine === null) return false
  return members.every((member) => {
    const theirs = footprintOf(member, context)
    return theirs !== null && !conflict(mine, theirs)
  })
}

function conflict(a: Footprint, b: Footprint): boolean {
  const touches = (written: readonly string[], other: Footprint) =>
    written.some((path) =>
      [...other.reads, ...other.writes].some((used) => isInside(path, used) || isInside(used, path)),
    )
  return touches(a.writes, b) || touches(b.writes, a)
}

/** What a call touches; null when that is not certain. */
export function footprintOf(use: ToolUse, context: ToolUseContext): Footprint | null {
  try {
    const tool = context.tools.find(use.name)
    if (tool === undefined) return null
    const parsed = parseInput(tool, use.input)
    if (isFailure(parsed)) return null
    const input = observe(tool, parsed, context)
    if (isFailure(input)) return null
    const text = (field: string) => (typeof input[field] === 'string' ? [input[field] as string] : [])
    switch (tool.name) {
      case 'Read':
        return resolved({ reads: text('file_path'), writes: [] }, context)
      case 'Glob':
      case 'Grep':
        return resolved({ reads: [text('path')[0] ?? context.cwd], writes: [] }, context)
      case 'Write':
      case 'Edit':
        return resolved({ reads: [], writes: text('file_path') }, context)
      case 'NotebookEdit':
        return resolved({ reads: [], writes: text('notebook_path') }, context)
      case 'Bash':
        return input['run_in_background'] === true ? null : shellFootprint(text('command')[0] ?? '', context)
      default:
        return null
    }
  } catch {
    return null
  }
}

/** Programs that touch the files their words name and no others. */
const plain = new Set(
  (
    'basename cat chmod cmp comm cp cut diff dirname echo expr false fold grep head ln ls md5sum mkdir mv nl od paste ' +
    'printf pwd realpath rm rmdir rev seq sha1sum sha256sum sort stat tac tail tee test touch tr true truncate uniq wc'
  ).split(' '),
)

function shellFootprint(command: string, context: ToolUseContext): Footprint | null {
  const { home, platform, workingDirectories } = context.permissions
  const { cwd, system } = context
  const script = parse(command, { home })
  if (script.doubt !== null || script.defines.length > 0) return null
  const analysis = classify(script, { cwd, home, platform, workingDirectories, system })
  if (analysis.poison !== null) return null
  const reads: string[] = []
  const writes: string[] = []
  const take = (effects: CommandEffects): boolean => {
    if (effects.doubt !== null || effects.changes.length > 0 || effects.hosts.length > 0) return false
    const add = (uses: readonly PathUse[], to: string[]) =>
      // Behind a link `..` is somewhere else than the text says.
      uses.every(
        ({ path }) => path !== null && !path.includes('..') && to.push(absolutePath(path, cwd, home, platform)),
      )
    return add(effects.reads, reads) && add([...effects.writes, ...effects.deletes], writes)
  }
  const known = (each: AnalysedCommand) =>
    each.program !== null &&
    plain.has(each.program) &&
    each.words[0]?.value === each.program &&
    each.command.assignments.length === 0 &&
    !each.remote &&
    each.inner.length === 0 &&
    each.folders?.length === 1 &&
    each.folders[0] === cwd &&
    each.words.every((word) => word.value !== null) &&
    take(each.effects) &&
    take(each.redirects)
  const whole =
    analysis.commands.every((each) => each.words.length > 0 && known(each)) &&
    analysis.redirects.every((each) => take(each.effects))
  return whole ? resolved({ reads, writes }, context) : null
}

/** Each path as written and with its links resolved; null where one file has several names. */
function resolved({ reads, writes }: Footprint, context: ToolUseContext): Footprint | null {
  const insensitive = context.permissions.platform !== 'linux'
  const spell = (path: string) => (insensitive ? path.toLowerCase() : path)
  const both = (paths: readonly string[]) => paths.flatMap((path) => [spell(path), spell(realPath(path, context, 0))])
  if ([...reads, ...writes].some(hasOtherNames)) return null
  return { reads: both(reads), writes: both(writes) }
}

function hasOtherNames(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.nlink > 1
}

/** The path with every link on the way followed; what does not exist stays as it is. */
function realPath(path: string, context: ToolUseContext, depth: number): string {
  // Linux gives up at 40 links (path_resolution(7)).
  if (depth > 40) throw new Error('too many links')
  let at = ''
  for (const segment of path.split('/').filter(Boolean)) {
    const next = `${at}/${segment}`
    const target = context.system.readLink(next)
    at = target === undefined ? next : realPath(absolutePath(target, at === '' ? '/' : at, '/'), context, depth + 1)
  }
  return at === '' ? '/' : at
}
