import { exactNames, matcherMatches } from '../hooks/matcher.ts'
import type { HookReport } from '../hooks/report.ts'
import { createHookRunner, type HookRunner, type HookRunnerOptions } from '../hooks/runner.ts'
import type { HookEntry, PermissionContext } from '../rules/context.ts'
import { ifMatches } from '../rules/if-filter.ts'
import type { ToolUseContext } from './context.ts'
import type { ToolPool } from './registry.ts'

/** The hooks of a session. Skills and agents add hooks to a context, so each list of hooks has a runner of its own. */
export interface HookSource {
  runner(permissions: PermissionContext, tools: ToolPool): Pick<HookRunner, 'run'>
  /** Ends background hooks and connections. */
  close(): Promise<void>
}

/** Hooks as the settings say, run for real. */
export function createHookSource(options: HookRunnerOptions): HookSource {
  const runners = new Map<PermissionContext['hooks'], HookRunner>()
  return {
    runner(permissions, tools) {
      let runner = runners.get(permissions.hooks)
      if (runner === undefined) {
        const hooks = permissions.hooks.map((entry) => withNewNames(entry, tools))
        runner = createHookRunner(Object.freeze({ ...permissions, hooks }), { ifMatches, ...options })
        runners.set(permissions.hooks, runner)
      }
      return runner
    },
    async close() {
      await Promise.all([...runners.values()].map((runner) => runner.close()))
      runners.clear()
    },
  }
}

/** A hook whose matcher means an older name of a tool also means the tool. */
function withNewNames(entry: HookEntry, { tools }: ToolPool): HookEntry {
  const { event, matcher } = entry
  if (matcher === undefined) return entry
  const means = (tool_name: string) => matcherMatches(event, matcher, { tool_name }) === 'yes'
  const missed = tools.filter(({ name, aliases }) => aliases?.some(means) === true && !means(name))
  if (missed.length === 0) return entry
  const names = missed.map(({ name }) => name)
  return {
    ...entry,
    matcher:
      exactNames(event, matcher) === null ? `(?:${matcher})|^(?:${names.join('|')})$` : `${matcher}|${names.join('|')}`,
  }
}

/** Runs the hooks of a tool event; undefined when the host has none or no layer brings one. */
export function runToolHooks(
  event: 'PreToolUse' | 'PermissionRequest' | 'PostToolUse' | 'PostToolUseFailure',
  context: ToolUseContext,
  call: { readonly tool: string; readonly input: unknown; readonly toolUseId: string },
  more: Readonly<Record<string, unknown>> = {},
): Promise<HookReport | undefined> {
  const fields = { tool_name: call.tool, tool_input: call.input, tool_use_id: call.toolUseId, ...more }
  return runHooks(event, context, fields)
}

/** Runs the hooks of any event with the fields of the session and its own. */
export async function runHooks(
  event: string,
  context: ToolUseContext,
  fields: Readonly<Record<string, unknown>>,
): Promise<HookReport | undefined> {
  const { hooks } = context.host
  if (hooks === undefined || !context.permissions.hooks.some((entry) => entry.event === event)) return undefined
  const payload = { ...sessionFields(context), hook_event_name: event, ...fields }
  return hooks.runner(context.permissions, context.tools).run(event, payload, { signal: context.signal })
}

/** The fields every hook gets (spec/hooks.md 2). */
export function sessionFields(context: ToolUseContext): Record<string, unknown> {
  return {
    session_id: context.session.id,
    transcript_path: context.session.transcriptPath,
    cwd: context.cwd,
    permission_mode: context.permissions.mode,
    ...(context.agent === null ? {} : { agent_id: context.agent.id, agent_type: context.agent.type }),
  }
}
