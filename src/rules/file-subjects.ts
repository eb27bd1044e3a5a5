import type { ToolCall } from '../call.ts'
import type { Reason, StricterCode } from '../decision.ts'
import { isInside } from '../path.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'
import {
  isInWorkingDirectories,
  type NamedPath,
  namePath,
  onlyBelowOthers,
  pathRuleCovers,
  writeGuard,
} from './paths.ts'
import { suspiciousName } from './protected.ts'
import { type CompiledRule, compiledRules } from './rule.ts'
import { canonicalTool } from './specifiers/tool.ts'
import type { Subject } from './subject.ts'
import { editTools, readTools } from './tools.ts'

/** The file or folder a reading tool looks at. */
export function readSubject(call: ToolCall, context: PermissionContext, system: System): Subject | null {
  const field = readTools[call.tool] as string
  const given = call.input[field]
  // Grep and Glob search the working directory when no path is given.
  const optional = call.tool === 'Grep' || call.tool === 'Glob'
  const input = given === undefined && optional ? context.cwd : given
  if (typeof input !== 'string') return null
  const unc = isNetworkPath(input)
  const isInside = (path: NamedPath) => !unc && isInWorkingDirectories(path, context, system)
  const searched = namePath(input, context, system)
  const paths = [searched, ...patternPaths(call, searched, context, system, isInside)]
  const outer = paths.find((path) => !isInside(path))
  const inside = outer === undefined
  const path = outer ?? searched
  const outside: Reason = { code: 'outside-working-directories', subject: path.path }
  return {
    label: path.path,
    covers: (rule, effect) => {
      if (rule.kind === 'path') {
        if (unc && effect === 'allow') return false
        const reads = rule.access === 'read' || effect === 'allow'
        const covered = (one: NamedPath) => pathRuleCovers(rule, one, compiledRules(context)[effect].all, system)
        // What is inside needs no rule: an allow rule must speak of the rest.
        return (
          reads &&
          (effect === 'allow' && !inside ? paths.every((one) => isInside(one) || covered(one)) : paths.some(covered))
        )
      }
      if (rule.kind === 'parameter') return ofInput(rule, call)
      if (rule.kind !== 'tool' || (rule.starred && effect === 'allow' && !inside)) return false
      // `Read` alone means all file reads (spec/permissions.md 3.4).
      return rule.tool(call.tool) || (effect !== 'ask' && isNamed(rule, 'Read'))
    },
    stricter: (rule) => belowOthers(rule, paths),
    locked: null,
    guarded: oddName(path, context),
    writes: false,
    approval: inside ? { code: 'no-permission-needed', subject: path.path } : null,
    otherwise: unc ? { code: 'suspicious-path', subject: input, detail: 'a path on the network' } : outside,
    refused: context.blockReadsOutside && !inside ? { code: 'reads-blocked-outside', subject: path.path } : null,
  }
}

/**
 * The folders a search pattern names besides the one that is searched: what stands before its first wildcard, when that
 * is absolute, begins at the home, climbs, or leads outside through a link.
 */
function patternPaths(
  call: ToolCall,
  searched: NamedPath,
  context: PermissionContext,
  system: System,
  isInside: (path: NamedPath) => boolean,
): readonly NamedPath[] {
  const given = call.tool === 'Glob' ? call.input.pattern : call.tool === 'Grep' ? call.input.glob : undefined
  if (typeof given !== 'string') return []
  const windows = context.platform === 'win32'
  const pattern = windows ? given.replaceAll('\\', '/') : given.replace(/\\(.)/g, '$1')
  // The globs of Grep filter what lies below the folder; a slash in front ties them to it.
  const anchored = call.tool === 'Grep' ? pattern.replace(/^!?\/+/, '') : pattern
  return alternatives(anchored).flatMap((text) => {
    const own = /^([/~]|[A-Za-z]:)/.test(text) || /(^|\/)\.\.(\/|$)/.test(text)
    const segments = text.split('/')
    const wild = segments.findIndex((segment) => /[*?[(]/.test(segment))
    const climbs = wild >= 0 && segments.includes('..', wild)
    // Where a name nobody knows is climbed from, it may be a link to anywhere.
    const head = climbs
      ? '/'
      : segments.slice(0, wild < 0 ? segments.length : wild).join('/') || (text.startsWith('/') ? '/' : '.')
    const path = namePath(head, { ...context, cwd: searched.path }, system)
    return own || !isInside(path) ? [path] : []
  })
}

/** The patterns that braces stand for; a text with too many of them is taken as one that may name anything. */
function alternatives(pattern: string): readonly string[] {
  let texts = [pattern]
  for (let i = 0; i < 8; i++) {
    const next = texts.flatMap((text) => {
      const [whole, inner] = /\{([^{}]*)\}/.exec(text) ?? []
      if (whole === undefined || inner === undefined) return [text]
      return inner.split(',').map((part) => text.replace(whole, () => part))
    })
    if (next.length > 256) return ['/']
    if (next.every((text, at) => text === texts[at])) return texts
    texts = next
  }
  return ['/']
}

/** The file an editing tool writes. */
export function editSubject(call: ToolCall, context: PermissionContext, system: System): Subject | null {
  const input = call.input[editTools[call.tool] as string]
  if (typeof input !== 'string') return null
  const path = namePath(input, context, system)
  const inside = !isNetworkPath(input) && isInWorkingDirectories(path, context, system)
  // Writing through a link that is the file itself changes a file nobody named; the client refuses it.
  const target = path.names?.at(-1)
  const isLink = target !== undefined && system.kind(path.path) === 'link' && system.kind(target) !== undefined
  const accepts = context.mode === 'acceptEdits' && inside
  return {
    label: path.path,
    covers: (rule, effect) => {
      if (rule.kind === 'path') {
        if (effect === 'allow' && rule.access === 'read') return false
        // A Read deny also stops changes, but not of notebooks (spec/permissions.md 3.4).
        if (rule.access === 'read' && call.tool === 'NotebookEdit') return false
        return pathRuleCovers(rule, path, compiledRules(context)[effect].all, system)
      }
      if (rule.kind === 'parameter') return ofInput(rule, call)
      if (rule.kind === 'tool' && rule.starred && effect === 'allow' && !inside) return false
      if (effect === 'allow' && isOutsideLink(path, inside, context)) return false
      return ownTool(rule, call.tool) || (effect === 'deny' && call.tool !== 'NotebookEdit' && isNamed(rule, 'Read'))
    },
    stricter: (rule) => belowOthers(rule, [path]),
    locked: null,
    guarded: writeGuard(path, context),
    writes: true,
    approval: accepts ? { code: 'accept-edits', subject: path.path } : null,
    otherwise: inside
      ? { code: 'no-rule', subject: path.path }
      : { code: 'outside-working-directories', subject: path.path },
    refused: isLink ? { code: 'link', subject: path.path, detail: target } : null,
  }
}

/** `Read(limit:5)`: a field of the input beside the path. */
function ofInput(rule: Extract<CompiledRule, { kind: 'parameter' }>, { tool, input }: ToolCall): boolean {
  return rule.tool(tool) && rule.parameter.matches(input)
}

function belowOthers(rule: CompiledRule, paths: readonly NamedPath[]): StricterCode | undefined {
  const only = rule.kind === 'path' && paths.every((path) => onlyBelowOthers(rule, path))
  return only ? 'rule-below-additional-directory' : undefined
}

/** Named inside and landing outside through a link: a rule on the whole tool does not name that place. */
function isOutsideLink(path: NamedPath, inside: boolean, context: PermissionContext): boolean {
  return !inside && context.workingDirectories.some((folder) => isInside(path.path, folder))
}

function ownTool(rule: CompiledRule, tool: string): boolean {
  return rule.kind === 'tool' && rule.tool(tool)
}

function isNamed(rule: CompiledRule, tool: string): boolean {
  return rule.kind === 'tool' && canonicalTool(rule.entry.text.trim().replace(/\(\*\)$/, '')) === tool
}

function oddName(path: NamedPath, context: PermissionContext): Reason | null {
  if (context.platform !== 'win32') return null
  const detail = suspiciousName(path.path, context.platform)
  return detail === null ? null : { code: 'suspicious-path', subject: path.path, detail }
}

/** `\\server\share` and `//server/share`: opening one sends credentials to that server on Windows. */
function isNetworkPath(input: string): boolean {
  return /^\\\\/.test(input) && !isInside(input, '/')
}
