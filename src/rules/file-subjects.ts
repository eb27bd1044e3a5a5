import type { ToolCall } from '../call.ts'
import type { Reason } from '../decision.ts'
import { isInside } from '../path.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'
import { isInWorkingDirectories, type NamedPath, namePath, pathRuleCovers, writeGuard } from './paths.ts'
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
  const path = namePath(input, context, system)
  const unc = isNetworkPath(input)
  const inside = !unc && isInWorkingDirectories(path, context, system)
  const outside: Reason = { code: 'outside-working-directories', subject: path.path }
  return {
    label: path.path,
    covers: (rule, effect) => {
      if (rule.kind === 'path') {
        if (unc && effect === 'allow') return false
        const reads = rule.access === 'read' || effect === 'allow'
        return reads && pathRuleCovers(rule, path, compiledRules(context)[effect].all, system)
      }
      if (rule.kind !== 'tool' || (rule.starred && effect === 'allow' && !inside)) return false
      // `Read` alone means all file reads (spec/permissions.md 3.4).
      return rule.tool(call.tool) || (effect !== 'ask' && isNamed(rule, 'Read'))
    },
    locked: context.blockReadsOutside && !inside ? { code: 'reads-blocked-outside', subject: path.path } : null,
    guarded: oddName(path, context),
    writes: false,
    approval: inside ? { code: 'no-permission-needed', subject: path.path } : null,
    otherwise: unc ? { code: 'suspicious-path', subject: input, detail: 'a path on the network' } : outside,
    refused: null,
  }
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
      if (rule.kind === 'tool' && rule.starred && effect === 'allow' && !inside) return false
      if (effect === 'allow' && isOutsideLink(path, inside, context)) return false
      return ownTool(rule, call.tool) || (effect === 'deny' && call.tool !== 'NotebookEdit' && isNamed(rule, 'Read'))
    },
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
