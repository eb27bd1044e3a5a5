import type { Source, StricterCode } from '../decision.ts'
import type { HandlerType } from './events.ts'
import type { SkipCode } from './select.ts'
import type { PermissionUpdate } from './updates.ts'

/** What hooks can say about a call; `defer` stops an unattended run for a later resume. */
export type HookEffect = 'deny' | 'defer' | 'ask' | 'allow'

/** How one run ended. `error`: something went wrong and it counted for nothing. */
export type HookResult = 'success' | 'blocked' | 'error' | 'timeout' | 'cancelled' | 'background'

/** Everything about one run of one hook. */
export interface HookOutcome {
  readonly event: string
  readonly type: HandlerType
  /** Its command, URL, MCP tool or prompt. */
  readonly label: string
  readonly matcher: string | null
  readonly source: Source
  readonly result: HookResult
  readonly exit: number | null
  readonly signal: string | null
  /** HTTP status; null for other types. */
  readonly status: number | null
  readonly durationMs: number
  /** The first part of each stream; `truncated` says that more was printed. */
  readonly stdout: string
  readonly stderr: string
  readonly truncated: boolean
  /** How its output was read. */
  readonly output: 'empty' | 'plain' | 'json' | 'bad' | 'none'
  /** What it said about the call, before others were heard. */
  readonly effect: HookEffect | null
  /** It blocks the event by exit code, JSON or failing closed. */
  readonly blocks: boolean
  readonly reason: string | null
  /** What went wrong; null when nothing did. */
  readonly failure: string | null
  /** In so many words: the hook failed and the event goes on as if it were not there. Null when that is not so. */
  readonly failedOpen: string | null
  /** The fields its event knows, as it said them. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly continue: boolean
  readonly stopReason: string | null
  readonly systemMessage: string | null
  readonly terminalSequence: string | null
  /** Plain text that becomes context for the model. */
  readonly plainContext: string | null
  /** What a reader should know besides: ignored fields, an answer hidden in noise. */
  readonly notes: readonly string[]
}

/** A configured hook of the event that did not run, and why. */
export interface SkippedHook {
  readonly label: string
  readonly matcher: string | null
  readonly source: Source
  readonly skip: SkipCode
  readonly detail: string
}

/** What the hooks of one event said together. */
export interface HookReport {
  readonly event: string
  readonly outcomes: readonly HookOutcome[]
  readonly skipped: readonly SkippedHook[]
  /** PreToolUse, PermissionRequest and PreModelSwitch: the strictest answer; null when nobody gave one. */
  readonly effect: HookEffect | null
  /** The event is blocked; what that means stands in the catalogue of events. */
  readonly blocked: boolean
  /** Why, from the hook that decided; several blocks are joined by newlines. */
  readonly reason: string | null
  /** Index into `outcomes` of the hook that decided; null when none did. */
  readonly decidedBy: number | null
  /** Source of what decided, also where a hook that could not run blocked. */
  readonly source: Source | null
  /** `false`: processing ends after these hooks, whatever else they said. */
  readonly continue: boolean
  readonly stopReason: string | null
  /** A whole new input for the tool; undefined when it stays. */
  readonly updatedInput?: Readonly<Record<string, unknown>>
  /** A new result for the model; undefined when it stays. May be any JSON value. */
  readonly updatedToolOutput?: unknown
  readonly additionalContext: readonly string[]
  readonly systemMessages: readonly string[]
  readonly updatedPermissions: readonly PermissionUpdate[]
  /** A PermissionRequest hook denied and stops the agent. */
  readonly interrupt: boolean
  /** Other fields of the event, merged (`sessionTitle`, `watchPaths`, `worktreePath`, `action`, `retry` ...). */
  readonly fields: Readonly<Record<string, unknown>>
  /** What hooks wrote to `CLAUDE_ENV_FILE`; empty elsewhere. */
  readonly exports: string
  /** How the answer goes beyond the reference client, for `Decision.stricter`. */
  readonly stricter: StricterCode | null
  /** One line each: hooks that failed open, rewrites that collided, fields that were ignored. */
  readonly warnings: readonly string[]
  /** The caller gave up while hooks ran. */
  readonly cancelled: boolean
}
