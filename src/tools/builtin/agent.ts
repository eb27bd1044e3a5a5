import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type AgentDefinition, admits, agentContext, listsTool } from '../agents.ts'
import { buildTool } from '../build-tool.ts'
import { childContext, type ToolUseContext } from '../context.ts'
import { messageOf, ToolError } from '../failure.ts'
import { runHooks } from '../hooks.ts'
import type { Message } from '../message.ts'
import { toolUses } from '../message.ts'
import { nearestNames } from '../names.ts'
import { createRegistry, filterToolsByDenyRules } from '../registry.ts'
import { line, lineOf, span, textLines } from '../render.ts'
import { runMessage } from '../run.ts'
import { surfaceOf } from '../surface.ts'
import type { ToolResult } from '../tool.ts'
import { invalid, valid } from './paths.ts'

/** Requests to the model that one agent may make. */
const maxTurns = 100

/** Agents inside agents. */
const maxDepth = 3

/** The agent that is there without any file. */
const generalPurpose: AgentDefinition = {
  name: 'general-purpose',
  description: 'Works on a task with all tools of its parent',
  tools: null,
  disallowedTools: [],
  permissionMode: null,
  model: null,
  hooks: [],
  prompt: 'Work on the task you are given with the tools you have. Your last message is your report.',
  file: 'built-in',
  fromRepository: false,
}

interface AgentOutput {
  readonly agent: string
  readonly report: string
  readonly turns: number
  readonly calls: number
}

/** What it is doing: one of its calls came to an end. */
interface AgentProgress {
  readonly tool: string
  readonly status: string
}

export const agentTool = buildTool({
  name: 'Agent',
  aliases: ['Task'],
  searchHint: 'give a task to a sub-agent',
  description: (_, context) => {
    const list = agentsOf(context).map(({ name, description }) => `- ${name}: ${description}`)
    return `Gives a task to a sub-agent, which works alone and reports once.\n${list.join('\n')}`
  },
  inputSchema: z.strictObject({
    description: z.string().describe('The task in a few words'),
    prompt: z.string().min(1),
    subagent_type: z.string().min(1).optional().describe(`Default: ${generalPurpose.name}`),
    model: z.string().min(1).optional(),
  }),
  maxCallMs: Number.POSITIVE_INFINITY,

  validateInput({ subagent_type = generalPurpose.name }, context) {
    const agents = agentsOf(context)
    if (!agents.some(({ name }) => name === subagent_type)) {
      const close = nearestNames(
        subagent_type,
        agents.map(({ name }) => name),
      )
      return invalid(
        `there is no agent \`${subagent_type}\`${close.length === 0 ? '' : `: did you mean \`${close[0]}\`?`}`,
        1,
      )
    }
    return context.parents.length >= maxDepth
      ? invalid(`agents inside agents deeper than ${maxDepth} are not started`, 2)
      : valid
  },

  async call(
    input,
    context,
    _canUseTool,
    _parent,
    onProgress?: (progress: AgentProgress) => void,
  ): Promise<ToolResult<AgentOutput>> {
    const agent = agentsOf(context).find(({ name }) => name === (input.subagent_type ?? generalPurpose.name))
    if (agent === undefined) throw new ToolError(`there is no agent \`${input.subagent_type}\``)
    if (context.host.model === undefined) throw new ToolError('there is no model: this program cannot run a sub-agent')
    return { data: await converse(agent, input, startChild(agent, context), onProgress) }
  },

  mapResult: ({ report, agent }, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: report === '' ? `(\`${agent}\` ended without a report)` : report,
  }),

  renderToolUse: ({ description, subagent_type }) => [
    lineOf([span('Agent', 'name'), span(` ${subagent_type ?? generalPurpose.name}: ${description ?? ''}`)]),
  ],
  renderProgress: (events) => events.slice(-3).map(({ tool, status }) => line(`${tool}: ${status}`, 'dim', 1)),
  renderResult: ({ report, turns, calls }, options) =>
    options.verbose === true ? textLines(report, options) : [line(`${turns} turns, ${calls} calls`, 'dim', 1)],
})

function agentsOf(context: ToolUseContext): readonly AgentDefinition[] {
  const own = context.host.agents ?? []
  return own.some(({ name }) => name === generalPurpose.name) ? own : [...own, generalPurpose]
}

/** The context of the child: never a tool more than the parent has, its own hooks beside the session's. */
function startChild(agent: AgentDefinition, parent: ToolUseContext): ToolUseContext {
  const names = parent.tools.tools.map(({ name }) => name)
  const permissions = agentContext(parent.permissions, agent, names)
  const pool = filterToolsByDenyRules(parent.tools.tools, permissions).filter((tool) => listsTool(agent, tool.name))
  const ownHooks = permissions.hooks.length > parent.permissions.hooks.length
  const identity = {
    id: randomUUID(),
    type: agent.name,
    ownHooks,
    admits: (tool: string, input: Readonly<Record<string, unknown>>) =>
      admits(agent, { tool, input }, parent.permissions, parent.system),
  }
  return childContext(parent, {
    permissions,
    tools: createRegistry(pool),
    agent: identity,
    signal: parent.signal,
  })
}

/** Request, calls, results, until the model calls nothing more and no hook keeps it going. */
async function converse(
  agent: AgentDefinition,
  input: { readonly prompt: string; readonly model?: string | undefined },
  start: ToolUseContext,
  onProgress: ((progress: AgentProgress) => void) | undefined,
): Promise<AgentOutput> {
  const identity = { agent_id: start.agent?.id, agent_type: agent.name }
  const begun = await runHooks('SubagentStart', start, identity)
  const notes = begun?.additionalContext ?? []
  const messages: Message[] = [{ role: 'user', content: [...notes, input.prompt].join('\n\n') }]
  let context = start
  let calls = 0
  let kept = false
  for (let turn = 1; turn <= maxTurns; turn++) {
    context.signal.throwIfAborted()
    const answer = await ask(agent, input.model, messages, context)
    messages.push(answer)
    const uses = toolUses(answer)
    if (uses.length === 0) {
      const report = textOf(answer)
      const ended = await runHooks('SubagentStop', context, {
        ...identity,
        stop_hook_active: kept,
        agent_transcript_path: '',
        last_assistant_message: report,
      })
      if (!ended?.blocked) return { agent: agent.name, report, turns: turn, calls }
      kept = true
      messages.push({ role: 'user', content: ended.reason ?? 'a hook wants you to go on' })
      continue
    }
    calls += uses.length
    const run = await runMessage(uses, context, {
      parentMessage: answer,
      onOutcome: ({ name, status }) => onProgress?.({ tool: name, status }),
    })
    context = run.context
    messages.push(run.message, ...run.messages)
    if (run.stop !== null) throw new ToolError(`\`${agent.name}\` was stopped: ${run.stop}`)
  }
  throw new ToolError(`\`${agent.name}\` was ended after ${maxTurns} turns without a report`)
}

async function ask(
  agent: AgentDefinition,
  model: string | undefined,
  messages: readonly Message[],
  context: ToolUseContext,
): Promise<Message> {
  const surfaces = await surfaceOf(context.tools, context)
  const tools = surfaces.flatMap((surface) => ('input_schema' in surface ? [surface] : []))
  try {
    const answer = await context.host.model?.({
      system: agent.prompt,
      messages,
      tools,
      model: model ?? agent.model ?? undefined,
      signal: context.signal,
    })
    if (answer?.role !== 'assistant') throw new Error('it gave no assistant message')
    return answer
  } catch (error) {
    throw new ToolError(`the model of \`${agent.name}\` failed: ${messageOf(error)}`)
  }
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content
  return content.flatMap((block) => (block.type === 'text' ? [(block as { text: string }).text] : [])).join('\n')
}
