import type { ToolCall } from '../call.ts'
import type { PermissionContext } from '../rules/context.ts'
import { nodeSystem } from '../system.ts'
import { decide } from './decide.ts'
import { decideHooked, type HookedDecision, hasHooksFor, hookRunner } from './hooked.ts'

/** Decides one call on this machine, with the hooks of its settings unless told otherwise. */
export async function decideAll(call: ToolCall, context: PermissionContext, hooks: boolean): Promise<HookedDecision> {
  // Also makes the grammar ready that deciding with hooks may need.
  const decision = await decide(call, context, nodeSystem)
  if (!hooks) return { decision, report: null, asked: call }
  const runner = hookRunner(context, { system: nodeSystem })
  try {
    if (!hasHooksFor(call, context, runner)) return { decision, report: null, asked: call }
    return await decideHooked(call, context, nodeSystem, runner)
  } finally {
    await runner.close()
  }
}
