import type { HookEntry } from '../rules/context.ts'
import { type HookEvent, hookEvent } from './events.ts'
import type { Handler } from './handler.ts'

/** How long a handler may take, in milliseconds; null: no limit (spec/hooks.md 1.6). */
export function timeoutOf(event: string, handler: Handler, sessionEndMs: number): number | null {
  // A plain background command is nobody's wait; one that may wake the model has its limit.
  if (handler.type === 'command' && handler.async && !handler.asyncRewake) return null
  const own = handler.timeout === undefined ? undefined : handler.timeout * 1000
  if (event === 'SessionEnd') return Math.min(own ?? sessionEndMs, sessionEndMs)
  if (own !== undefined) return own
  if (handler.type === 'prompt') return 30_000
  if (handler.type === 'agent') return 60_000
  return (hookEvent(event) as HookEvent).seconds * 1000
}

/** All SessionEnd hooks share this: 1.5 s, or the largest `timeout` in settings files up to 60 s (spec/hooks.md 1.6). */
export function sessionEndBudget(
  hooks: readonly HookEntry[],
  env: Readonly<Record<string, string | undefined>>,
): number {
  const override = Number(env['CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'])
  if (Number.isFinite(override) && override > 0) return override
  const named = hooks.flatMap(({ event, handler, origin }) => {
    const seconds = handler['timeout']
    return event === 'SessionEnd' && origin === undefined && typeof seconds === 'number' ? [seconds * 1000] : []
  })
  return Math.min(60_000, Math.max(1_500, ...named))
}
