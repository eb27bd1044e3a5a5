import type { ToolCall } from '../call.ts'
import type { Decision, Effect, Reason } from '../decision.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'

/** What the PreToolUse hooks said, as far as the law needs it (spec/permissions.md 2.7). */
export interface HookVerdict {
  readonly effect: Effect | null
  readonly reason: Reason
}

/** Decides one call by the rules and the mode. Pure but for `system`; never throws. */
export function evaluate(_call: ToolCall, _context: PermissionContext, _system: System, _hook?: HookVerdict): Decision {
  const reason: Reason = { code: 'no-rule' }
  return {
    effect: 'ask',
    reason,
    parts: [],
    readOnly: false,
    concurrencySafe: false,
    effects: { reads: [], writes: [], deletes: [], runs: [], network: [] },
    known: false,
    commands: [],
    stricter: null,
    warnings: [],
  }
}
