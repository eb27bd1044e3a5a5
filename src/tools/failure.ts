import type { Decision } from '../decision.ts'
import type { ToolUseContext } from './context.ts'

/** The ten stages of a call, in their order (spec/tool-pipeline.md section 4). */
export const stages = [
  'find',
  'parse',
  'validate',
  'classify',
  'observe',
  'pre-hooks',
  'permission',
  'call',
  'post-hooks',
  'result',
] as const

export type Stage = (typeof stages)[number]

/** How a call ended. `unanswered`: it needed an answer and nobody could give one. */
export type CallStatus = 'ok' | 'error' | 'denied' | 'unanswered' | 'cancelled'

/** A stage that stopped the call. The message is for the model. */
export interface Failure {
  readonly failed: true
  readonly stage: Stage
  readonly status: Exclude<CallStatus, 'ok'>
  readonly message: string
  readonly decision?: Decision
  /** The whole session is to stop, not only this call; why. */
  readonly stop?: string
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && (value as Failure).failed === true
}

export function failure(
  stage: Stage,
  status: Failure['status'],
  message: string,
  more: { readonly decision?: Decision; readonly stop?: string } = {},
): Failure {
  return { failed: true, stage, status, message, ...more }
}

/** Thrown by a tool for a failure it expects; the message is for the model. It may still change the context. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly contextModifier: ((context: ToolUseContext) => ToolUseContext) | undefined

  constructor(message: string, contextModifier?: (context: ToolUseContext) => ToolUseContext) {
    super(message)
    this.contextModifier = contextModifier
  }
}

/** What went wrong, in one line, whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message || error.name
  try {
    return String(error)
  } catch {
    return 'an error that cannot be shown'
  }
}
