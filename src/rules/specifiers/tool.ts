import type { Effect } from '../../decision.ts'
import { matchesParts } from './command.ts'

/** Old names that still mean a tool (spec/permissions.md 3.1). */
const aliases: Readonly<Record<string, string>> = { Task: 'Agent', KillShell: 'TaskStop' }

export function canonicalTool(name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] as string) : name
}

/**
 * Whether a rule's tool name means a tool: the name itself, an old name for it, an MCP server for all its tools, or,
 * where `*` occurs, the whole name by pattern. `mcp__a__b__c` may be tool `c` of a server `a__b`, so an allow rule on
 * server `a` does not cover it and a deny rule does.
 */
export function compileToolName(name: string, effect: Effect): (tool: string) => boolean {
  if (name.includes('*')) {
    const parts = name.split('*')
    return (tool) => tool !== 'EndConversation' && matchesParts(tool, parts)
  }
  const canonical = canonicalTool(name)
  if (/^mcp__.+/.test(name) && !/^mcp__.+?__./.test(name) && !name.endsWith('__')) {
    const server = `${name}__`
    return (tool) => tool.startsWith(server) && (effect !== 'allow' || !tool.slice(server.length).includes('__'))
  }
  return (tool) => canonicalTool(tool) === canonical
}

/** A glob in an allow rule counts only after a literal `mcp__server__` (spec/permissions.md 3.1). */
export function isAllowableGlob(name: string): boolean {
  return /^mcp__[^*]+?__.*\*/.test(name)
}
