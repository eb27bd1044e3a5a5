import { PolicyError } from '../errors.ts'
import type { PermissionContext } from '../rules/context.ts'
import { parseRule } from '../rules/rule.ts'
import { compileToolName } from '../rules/specifiers/tool.ts'
import type { AnyTool } from './tool.ts'

/** The tools one agent may call, in the order a model sees them. */
export interface ToolPool {
  readonly tools: readonly AnyTool[]
  /** By name or alias. */
  find(name: string): AnyTool | undefined
}

/** Whether a name, or one of its older names, is the tool's. */
export function toolMatchesName(tool: AnyTool, name: string): boolean {
  return tool.name === name || (tool.aliases?.includes(name) ?? false)
}

/** A tool's own name wins over another's alias. */
export function findToolByName(tools: readonly AnyTool[], name: string): AnyTool | undefined {
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => toolMatchesName(tool, name))
}

/** A pool of tools. Refuses two tools of one name, and an alias that is another tool's name. */
export function createRegistry(tools: readonly AnyTool[]): ToolPool {
  const byName = new Map<string, AnyTool>()
  const claim = (name: string, tool: AnyTool) => {
    const other = byName.get(name)
    if (other !== undefined && other !== tool) {
      throw new PolicyError(
        'duplicate-tool',
        { name, tools: [other.name, tool.name] },
        `\`${name}\` is the name of two tools: \`${other.name}\` and \`${tool.name}\``,
      )
    }
    byName.set(name, tool)
  }
  for (const tool of tools) claim(tool.name, tool)
  for (const tool of tools) for (const alias of tool.aliases ?? []) claim(alias, tool)
  return Object.freeze({ tools: Object.freeze([...tools]), find: (name: string) => byName.get(name) })
}

export interface PoolOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Tools hidden behind `REPL` while that tool is there. */
  readonly repl?: boolean
}

/** Shell, read and edit: all that is left in simple mode (`CLAUDE_CODE_SIMPLE`). */
const simpleTools = new Set(['Bash', 'Read', 'Edit'])

/** Tools that a REPL tool offers inside itself. */
const replPrimitives = new Set(['Bash', 'Read', 'Write', 'Edit', 'NotebookEdit', 'Glob', 'Grep', 'Agent'])

/**
 * The tools of a session: simple mode, special tools, deny rules, REPL mode, and each tool's own `isEnabled` last. MCP
 * tools are special here: `assembleToolPool` adds them.
 */
export function getTools(base: readonly AnyTool[], context: PermissionContext, options: PoolOptions): AnyTool[] {
  const simple = isTrue(options.env['CLAUDE_CODE_SIMPLE'])
  const repl = options.repl === true && base.some((tool) => tool.name === 'REPL')
  const chosen = base
    .filter((tool) => !simple || simpleTools.has(tool.name))
    .filter((tool) => !tool.name.startsWith('mcp__') && (repl || tool.name !== 'REPL'))
  return filterToolsByDenyRules(chosen, context)
    .filter((tool) => !repl || !replPrimitives.has(tool.name))
    .filter((tool) => tool.isEnabled())
}

/** Leaves out every tool that a deny rule names as a whole, under any of its names. Calls are still checked again. */
export function filterToolsByDenyRules(tools: readonly AnyTool[], context: PermissionContext): AnyTool[] {
  const denied = context.rules.deny.flatMap(({ text }) => {
    const rule = parseRule(text)
    return 'dead' in rule || rule.specifier !== null ? [] : [compileToolName(rule.tool, 'deny')]
  })
  return tools.filter((tool) => !namesOf(tool).some((name) => denied.some((matches) => matches(name))))
}

/** The tool's own name and its older ones. */
export function namesOf(tool: AnyTool): readonly string[] {
  return [tool.name, ...(tool.aliases ?? [])]
}

/**
 * Built-in tools by name, then MCP tools by name, each name once and the first winning. The same set in any order gives
 * the same list, and a further MCP tool moves no built-in one, so that a prompt cache keeps its prefix.
 */
export function assembleToolPool(builtIn: readonly AnyTool[], mcp: readonly AnyTool[]): AnyTool[] {
  const seen = new Set<string>()
  return [...sortByName(builtIn), ...sortByName(mcp)].filter((tool) => !seen.has(tool.name) && seen.add(tool.name))
}

/** By UTF-16 code unit: `localeCompare` would depend on the machine. Stable for equal names. */
function sortByName(tools: readonly AnyTool[]): AnyTool[] {
  return [...tools].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(1|true|yes|on)$/i.test(value.trim())
}
