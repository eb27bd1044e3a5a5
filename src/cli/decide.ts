import { loadGrammar } from '../bash-parser/parse.ts'
import type { ToolCall } from '../call.ts'
import type { Decision } from '../decision.ts'
import type { PermissionContext } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import type { System } from '../system.ts'

/** Decides by rules and mode alone. Where the native grammar is missing, the wasm one is made ready and it decides again. */
export async function decide(call: ToolCall, context: PermissionContext, system: System): Promise<Decision> {
  const decision = evaluate(call, context, system)
  // Only a text that nobody could read may be waiting for a grammar, and nothing is stricter than a deny.
  if (decision.known || decision.effect === 'deny' || (await loadGrammar()) !== 'wasm') return decision
  return evaluate(call, context, system)
}
