import type { Decision } from '../decision.ts'
import type { FittedResult } from './budgets.ts'
import type { ToolUseContext } from './context.ts'
import type { CallStatus, Failure, Stage } from './failure.ts'
import { errorResult, type Message, type ToolUse } from './message.ts'

/** Everything that came of one tool use. There is exactly one for each, whatever failed. */
export interface CallOutcome {
  readonly id: string
  /** The tool's own name; as the model wrote it when there is no such tool. */
  readonly name: string
  readonly status: CallStatus
  /** The stage that ended the call; null when all ten ran. */
  readonly stage: Stage | null
  readonly decision: Decision | null
  readonly result: FittedResult
  /** The data of the tool, for rendering; undefined when it did not succeed. */
  readonly output: unknown
  /** The input that ran, or the last one known. */
  readonly input: unknown
  /** Messages for the model that follow the result. */
  readonly messages: readonly Message[]
  readonly contextModifier: ((context: ToolUseContext) => ToolUseContext) | undefined
  /** Why the whole session is to stop; null when it goes on. */
  readonly stop: string | null
  readonly warnings: readonly string[]
}

/** The outcome of a call that never got to its first stage. */
export function synthetic(use: ToolUse, status: Failure['status'], message: string): CallOutcome {
  return {
    id: use.id,
    name: use.name,
    status,
    stage: 'find',
    decision: null,
    result: { block: errorResult(use.id, message), stored: null, exempt: false },
    output: undefined,
    input: use.input,
    messages: [],
    contextModifier: undefined,
    stop: null,
    warnings: [],
  }
}
