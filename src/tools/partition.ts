import type { ToolCall } from '../call.ts'
import type { PermissionContext } from '../rules/context.ts'
import { factsOf } from '../rules/evaluate.ts'
import type { System } from '../system.ts'
import type { ToolUseContext } from './context.ts'
import { isFailure } from './failure.ts'
import { parseInput } from './input.ts'
import type { ToolUse } from './message.ts'
import { fits, shapes } from './shapes.ts'

/**
 * The batches in which calls of one turn run: neighbours that are concurrency-safe together, every other call alone.
 * Each batch holds indexes into `calls`; their order is the order of the calls.
 */
export function partition(calls: readonly ToolCall[], context: PermissionContext, system: System): number[][] {
  return batches(calls.map((call) => isConcurrencySafe(call, context, system)))
}

/** Batches for calls of which only their safety is known. */
export function batches(safe: readonly boolean[]): number[][] {
  const groups: number[][] = []
  let open = false
  safe.forEach((isSafe, index) => {
    if (isSafe && open) groups.at(-1)?.push(index)
    else groups.push([index])
    open = isSafe
  })
  return groups
}

/** Whether a call of a built-in tool may run beside others. Unknown tools and inputs that do not parse may not. */
export function isConcurrencySafe(call: ToolCall, context: PermissionContext, system: System): boolean {
  const shape = Object.hasOwn(shapes, call.tool) ? shapes[call.tool] : undefined
  if (shape === undefined || !fits(shape, call.input)) return false
  return call.tool !== 'Bash' || isShellReadOnly(call.input, context, system)
}

/** Whether a tool use may run beside others: its tool says so of its parsed input. Anything unclear may not. */
export function isConcurrencySafeUse(use: ToolUse, context: ToolUseContext): boolean {
  const tool = context.tools.find(use.name)
  if (tool === undefined) return false
  try {
    const input = parseInput(tool, use.input)
    return !isFailure(input) && tool.isConcurrencySafe(input, context)
  } catch {
    return false
  }
}

/** Half of a surrogate pair, or a null byte: bash would be handed another text than the one that was judged. */
const notForBash = /\p{Surrogate}|\0/u

/**
 * A shell call is read-only exactly when the classifier that permission asks says so. In the background it outlives its
 * own call, and a classifier that throws has proved nothing.
 */
export function isShellReadOnly(
  input: Readonly<Record<string, unknown>>,
  context: PermissionContext,
  system: System,
): boolean {
  const { command } = input
  if (typeof command !== 'string' || notForBash.test(command) || input['run_in_background'] === true) return false
  try {
    return factsOf({ tool: 'Bash', input }, context, system).analysis?.readOnly === true
  } catch {
    return false
  }
}
