import { isObject } from './handler.ts'
import type { Raw } from './interpret.ts'
import { nothingSaid, readOutput } from './output.ts'
import type { HookOutcome } from './report.ts'

/** What a background hook left behind for the model (spec/hooks.md 1.7). It never decides anything. */
export interface BackgroundReport {
  readonly outcome: HookOutcome
  /** Texts for the model's next turn; the user sees neither. */
  readonly context: readonly string[]
  /** Set: wake the model now with this text (`asyncRewake` and exit 2). */
  readonly wake: string | null
}

/** Reads a finished background hook; whatever it said about the call is dropped. */
export function backgroundReport(outcome: HookOutcome, raw: Raw, rewake: boolean): BackgroundReport {
  const stdout = raw.kind === 'exited' ? raw.stdout.trim() : ''
  const stderr = raw.kind === 'exited' ? raw.stderr.trim() : ''
  const wake = rewake && outcome.exit === 2 ? stderr || stdout : null
  return {
    outcome: {
      ...outcome,
      result: outcome.result === 'blocked' ? 'success' : outcome.result,
      effect: null,
      blocks: false,
      reason: null,
      continue: nothingSaid.continue,
      stopReason: null,
      systemMessage: null,
      failedOpen: null,
      fields: {},
    },
    context: contexts(stdout, outcome.event),
    wake: wake === '' ? null : wake,
  }
}

/** Fields of a wrong type are dropped one by one here, unlike in an answer that decides. */
function contexts(stdout: string, event: string): string[] {
  if (readOutput(stdout, event).kind === 'plain') return []
  let value: unknown
  try {
    value = JSON.parse(stdout)
  } catch {
    return []
  }
  if (!isObject(value)) return []
  const specific = isObject(value['hookSpecificOutput']) ? value['hookSpecificOutput'] : {}
  return [specific['additionalContext'], value['systemMessage']].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )
}
