import type { ToolCall } from '../call.ts'
import { PolicyError } from '../errors.ts'
import type { PermissionContext } from '../rules/context.ts'
import type { System } from '../system.ts'
import { agentContext, readAgents } from '../tools/agents.ts'
import { nearestNames } from '../tools/names.ts'
import { readSkills, skillContext } from '../tools/skills.ts'

/** Who asks: an agent of `.claude/agents`, a skill of `.claude/skills`, or both. */
export interface LayerOptions {
  readonly agent?: string
  readonly skill?: string
}

/** The context in which a call is judged when an agent makes it, or while a skill is in use. */
export async function withLayers(
  context: PermissionContext,
  call: ToolCall,
  { agent, skill }: LayerOptions,
  system: System,
): Promise<PermissionContext> {
  let layered = context
  if (skill !== undefined) {
    const { skills } = await readSkills(context, system)
    layered = skillContext(layered, found('skill', skill, skills))
  }
  if (agent !== undefined) {
    const { agents } = await readAgents(context, system)
    layered = agentContext(layered, found('agent', agent, agents), [call.tool], { call, system })
  }
  return layered
}

function found<Named extends { readonly name: string }>(kind: string, name: string, all: readonly Named[]): Named {
  const one = all.find((each) => each.name === name)
  if (one !== undefined) return one
  const names = all.map((each) => each.name)
  const close = nearestNames(name, names)
  const hint = close.length > 0 ? `did you mean \`${close[0]}\`?` : `there are ${names.join(', ') || 'none'}`
  throw new PolicyError(`unknown-${kind}`, { name }, `there is no ${kind} \`${name}\`: ${hint}`)
}
