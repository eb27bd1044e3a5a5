import { join } from 'node:path'
import { type Mode, modes, type ToolCall } from '../call.ts'
import type { HookEntry, PermissionContext } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import { parseRule } from '../rules/rule.ts'
import { compileToolName } from '../rules/specifiers/tool.ts'
import type { System } from '../system.ts'
import { readFrontMatter, ruleList, textField } from './front-matter.ts'
import { addLayer, frontMatterHooks } from './policy-layer.ts'

/** A sub-agent as `.claude/agents/*.md` defines it. */
export interface AgentDefinition {
  readonly name: string
  readonly description: string
  /** The only tools it may use; null: all of its parent's. */
  readonly tools: readonly string[] | null
  readonly disallowedTools: readonly string[]
  readonly permissionMode: Mode | null
  readonly model: string | null
  readonly hooks: readonly HookEntry[]
  /** Its system prompt. */
  readonly prompt: string
  readonly file: string
  /** It comes with the repository: its hooks need a trusted folder. */
  readonly fromRepository: boolean
}

export interface AgentFiles {
  readonly agents: readonly AgentDefinition[]
  readonly warnings: readonly string[]
}

/** The agents of a project and of its user; of two with one name the project's counts. */
export async function readAgents(
  context: Pick<PermissionContext, 'workingDirectories' | 'configDir'>,
  system: System,
): Promise<AgentFiles> {
  const agents = new Map<string, AgentDefinition>()
  const warnings: string[] = []
  const project = join(context.workingDirectories[0] ?? '/', '.claude', 'agents')
  for (const folder of [project, join(context.configDir, 'agents')]) {
    for (const name of system.list(folder) ?? []) {
      if (!name.endsWith('.md')) continue
      const file = join(folder, name)
      const read = await readAgent(system.readText(file) ?? '', file, folder === project)
      warnings.push(...read.warnings)
      if (read.agent !== null && !agents.has(read.agent.name)) agents.set(read.agent.name, read.agent)
    }
  }
  return { agents: [...agents.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), warnings }
}

/** One agent file. A file that cannot be read whole makes no agent: half of its limits would be none. */
export async function readAgent(
  text: string,
  file: string,
  fromRepository = false,
): Promise<{ readonly agent: AgentDefinition | null; readonly warnings: readonly string[] }> {
  const { fields, body, fault } = await readFrontMatter(text)
  if (fault !== null) return { agent: null, warnings: [`${file}: ${fault}`] }
  const name = textField(fields, 'name')
  if (name === null) return { agent: null, warnings: [`${file}: an agent needs a \`name\``] }
  for (const field of ['tools', 'disallowedTools']) {
    if (fields[field] !== undefined && ruleList(fields[field]) === null) {
      return { agent: null, warnings: [`${file}: \`${field}\` must be a list of tools`] }
    }
  }
  const mode = textField(fields, 'permissionMode')
  const known = mode === 'manual' ? 'default' : modes.find((candidate) => candidate === mode)
  if (mode !== null && known === undefined) {
    return { agent: null, warnings: [`${file}: \`${mode}\` is no permission mode`] }
  }
  const { hooks, warnings } = frontMatterHooks(fields['hooks'], file, { kind: 'agent', name }, { Stop: 'SubagentStop' })
  const agent: AgentDefinition = {
    name,
    description: textField(fields, 'description') ?? '',
    tools: ruleList(fields['tools']),
    disallowedTools: ruleList(fields['disallowedTools']) ?? [],
    permissionMode: known ?? null,
    model: textField(fields, 'model'),
    hooks,
    prompt: body.trim(),
    file,
    fromRepository,
  }
  return { agent, warnings }
}

/**
 * The context in which an agent's call is judged: its parent's, tightened. Tools outside its list are denied, and so are
 * calls outside the parentheses of an entry that has them. `names` are the tools there are.
 */
export function agentContext(
  context: PermissionContext,
  agent: AgentDefinition,
  names: readonly string[],
  call?: { readonly call: ToolCall; readonly system: System },
): PermissionContext {
  const outside = [...new Set(call === undefined ? names : [...names, call.call.tool])].filter(
    (name) => !listsTool(agent, name) || (call?.call.tool === name && !admits(agent, call.call, context, call.system)),
  )
  const hooks = agent.fromRepository && !context.trusted ? [] : agent.hooks
  const derived = addLayer(context, {
    file: agent.file,
    because: `the agent \`${agent.name}\` may not use it`,
    rules: {
      deny: {
        pointer: agent.tools === null ? '/disallowedTools' : '/tools',
        texts: [...agent.disallowedTools, ...outside],
      },
    },
    hooks,
  })
  const mode = modeFor(context.mode, agent.permissionMode)
  return mode === context.mode ? derived : Object.freeze({ ...derived, mode })
}

/** The agent's own mode only where it is stricter than its parent's, whatever the call: a sub-agent may never do more. */
export function modeFor(parent: Mode, own: Mode | null): Mode {
  return parent === 'default' && (own === 'plan' || own === 'dontAsk') ? own : parent
}

/** Whether a tool stands in the agent's list at all. */
export function listsTool(agent: AgentDefinition, name: string): boolean {
  return agent.tools === null || agent.tools.some((entry) => names(entry, name))
}

function names(entry: string, tool: string): boolean {
  const rule = parseRule(entry)
  return !('dead' in rule) && compileToolName(rule.tool, 'deny')(tool)
}

/** Whether the agent's list covers a call; an entry with parentheses covers only what it would allow as a rule. */
export function admits(agent: AgentDefinition, call: ToolCall, context: PermissionContext, system: System): boolean {
  if (agent.tools === null) return true
  const entries = agent.tools.filter((entry) => names(entry, call.tool))
  if (entries.length === 0) return false
  if (entries.some((entry) => isWhole(entry))) return true
  const types = entries.flatMap((entry) => (names(entry, 'Agent') ? spawnable(entry) : []))
  if (call.tool === 'Agent') return types.includes(String(call.input['subagent_type']))
  const source = { layer: 'session' as const, file: agent.file, pointer: '/tools', line: 0, column: 0 }
  const allow = entries.map((text) => ({ effect: 'allow' as const, text, source }))
  const only = Object.freeze({ ...context, mode: 'dontAsk' as const, rules: { deny: [], ask: [], allow } })
  const { effect, parts } = evaluate(call, only, system)
  // What runs without a rule elsewhere, because it only reads, is not on the list.
  return effect === 'allow' && parts.every(({ reason }) => reason.code === 'rule')
}

function isWhole(entry: string): boolean {
  const rule = parseRule(entry)
  return !('dead' in rule) && rule.specifier === null
}

/** `Agent(a, b)` in a list of tools: the types it may start. */
function spawnable(entry: string): string[] {
  const rule = parseRule(entry)
  return 'dead' in rule || rule.specifier === null ? [] : rule.specifier.split(',').map((type) => type.trim())
}
