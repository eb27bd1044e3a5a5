import type { ToolCall } from '../call.ts'
import type { Decision } from '../decision.ts'
import { toVerdict } from '../hooks/combine.ts'
import type { HookReport } from '../hooks/report.ts'
import { createHookRunner, type HookRunner } from '../hooks/runner.ts'
import type { PermissionContext } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import { ifMatches } from '../rules/if-filter.ts'
import type { System } from '../system.ts'
import { endHooksWithUs } from './signals.ts'

/** How the hooks of a context are run for one call. */
export interface HookSetting {
  readonly system: System
  /** Folder of their processes; the call's own when absent. */
  readonly cwd?: string
  /** What `$CLAUDE_PROJECT_DIR` names; `cwd` when absent. */
  readonly projectDir?: string
  /** A hook that cannot answer blocks. */
  readonly strict?: boolean
  /** Who calls: `agent_id` and `agent_type` of the payload. */
  readonly common?: Readonly<Record<string, unknown>>
}

export interface HookedDecision {
  readonly decision: Decision
  /** What the hooks said; null when none ran. */
  readonly report: HookReport | null
  /** The call that was decided: as the hooks left it. */
  readonly asked: ToolCall
}

export function hookRunner(context: PermissionContext, setting: HookSetting): HookRunner {
  endHooksWithUs()
  return createHookRunner(context, { ...setting, ifMatches })
}

/** Whether any PreToolUse hook of the context has a say about a call: it would run, or blocks because it cannot. */
export function hasHooksFor(call: ToolCall, context: PermissionContext, runner: HookRunner): boolean {
  if (!context.hooks.some(({ event }) => event === 'PreToolUse')) return false
  return runner.selections('PreToolUse', payload(call)).some(({ skip, blocks }) => skip === null || blocks)
}

/** Runs the PreToolUse hooks, then asks the law about the input as they left it. */
export async function decideHooked(
  call: ToolCall,
  context: PermissionContext,
  system: System,
  runner: HookRunner,
): Promise<HookedDecision> {
  const report = await runner.run('PreToolUse', payload(call))
  const asked = report.updatedInput === undefined ? call : { tool: call.tool, input: report.updatedInput }
  const decision = evaluate(asked, context, system, toVerdict(report))
  return { decision: { ...decision, warnings: [...decision.warnings, ...report.warnings] }, report, asked }
}

function payload({ tool, input }: ToolCall): Record<string, unknown> {
  return { tool_name: tool, tool_input: input }
}
