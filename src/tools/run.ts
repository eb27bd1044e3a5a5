import { concurrencyCap } from './batching.ts'
import { type FittedResult, fitMessage } from './budgets.ts'
import type { ToolUseContext } from './context.ts'
import { createExecutor, type Executor } from './executor.ts'
import type { CallStatus } from './failure.ts'
import type { Message, ToolUse } from './message.ts'
import type { CallOutcome } from './outcome.ts'

export interface RunOptions {
  readonly parentMessage?: Message
  readonly batching?: 'safe' | 'effects'
  readonly onOutcome?: (outcome: CallOutcome) => void
  readonly onProgress?: (id: string, progress: unknown) => void
  readonly onWarning?: (text: string) => void
}

/** What came of all tool uses of one assistant message. */
export interface MessageRun {
  /** In request order. */
  readonly outcomes: readonly CallOutcome[]
  /** The user message with every result, within the budget of a message. */
  readonly message: Message
  readonly messages: readonly Message[]
  /** The context for the next message. */
  readonly context: ToolUseContext
  /** Why the session is to stop; null when it goes on. */
  readonly stop: string | null
}

/** An executor for one message, its cap from the session or the environment. */
export function executorFor(context: ToolUseContext, options: RunOptions = {}): Executor {
  const env = { ...context.system.env, ...context.permissions.env }
  return createExecutor(context, {
    cap: context.session.maxConcurrency ?? concurrencyCap(env, options.onWarning),
    ...(options.parentMessage === undefined ? {} : { parentMessage: options.parentMessage }),
    ...(options.batching === undefined ? {} : { batching: options.batching }),
  })
}

/** Runs the tool uses of one message to the end. */
export async function runMessage(
  uses: readonly ToolUse[],
  context: ToolUseContext,
  options: RunOptions = {},
): Promise<MessageRun> {
  const executor = executorFor(context, options)
  for (const use of uses) executor.add(use)
  executor.end()
  return collect(executor, options)
}

/** Reads an executor to its end and puts its results into one message. */
export async function collect(executor: Executor, options: RunOptions = {}): Promise<MessageRun> {
  const outcomes: CallOutcome[] = []
  for await (const event of executor.events()) {
    if (event.type === 'progress') options.onProgress?.(event.id, event.progress)
    else if (event.type === 'warning') options.onWarning?.(event.text)
    else {
      outcomes.push(event.outcome)
      options.onOutcome?.(event.outcome)
    }
  }
  const { context, stop } = executor
  // An id that comes again belongs to another call.
  for (const { id } of outcomes) context.session.budget.delete(id)
  const results = outcomes.map((outcome): FittedResult => outcome.result)
  const content = await fitMessage(results, context.session.resultsFolder, context.session.budget)
  const messages = outcomes.flatMap((outcome) => outcome.messages)
  return { outcomes, message: { role: 'user', content }, messages, context, stop }
}

/** Worst first: denied, left without an answer, failed. */
const severity: readonly CallStatus[] = ['denied', 'unanswered', 'error', 'cancelled', 'ok']

/** The worst of several ends; `ok` when there are none. */
export function worstStatus(statuses: Iterable<CallStatus>): CallStatus {
  let worst: CallStatus = 'ok'
  for (const status of statuses) if (severity.indexOf(status) < severity.indexOf(worst)) worst = status
  return worst
}
