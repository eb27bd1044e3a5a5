import { deadline, unlessAborted } from './deadline.ts'
import type { ModelHandler } from './handler.ts'
import { isObject } from './handler.ts'
import type { Raw } from './interpret.ts'

/** What the host's model is asked: a prompt hook wants one reply, an agent hook may read and search before it. */
export interface ModelRequest {
  readonly type: 'prompt' | 'agent'
  readonly prompt: string
  readonly model?: string
  /** Most turns an agent may take (spec/hooks.md 3.8). */
  readonly maxTurns: number
  readonly signal: AbortSignal
}

/** Answers with `{ok, reason, impossible?}`, as an object or as JSON text. */
export type AskModel = (request: ModelRequest) => Promise<unknown>

/** Puts the condition of a prompt or agent hook to the host's model. Never rejects. */
export async function askModel(
  handler: ModelHandler,
  payload: string,
  model: AskModel | undefined,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Raw> {
  if (model === undefined) return { kind: 'no-model' }
  const limit = deadline(timeoutMs, signal)
  const request: ModelRequest = {
    type: handler.type,
    prompt: promptText(handler.prompt, payload),
    maxTurns: handler.type === 'agent' ? 50 : 1,
    signal: limit.signal,
    ...(handler.model === undefined ? {} : { model: handler.model }),
  }
  try {
    // A model function that ignores its signal must not hold the decision.
    const reply = await unlessAborted(Promise.resolve(request).then(model), limit.signal)
    return readReply(reply)
  } catch (error) {
    if (signal?.aborted) return { kind: 'cancelled', stdout: '', stderr: '' }
    if (limit.timedOut()) return { kind: 'timed-out', stdout: '', stderr: '' }
    return {
      kind: 'unavailable',
      message: `the model could not be asked: ${(error as Error)?.message ?? String(error)}`,
    }
  } finally {
    limit.clear()
  }
}

/** `$ARGUMENTS` is the payload, appended when it is not named; `\$` is a dollar. */
export function promptText(prompt: string, payload: string): string {
  let named = false
  const text = prompt.replace(/\\\$|\$ARGUMENTS\b/g, (found) => {
    if (found !== '$ARGUMENTS') return '$'
    named = true
    return payload
  })
  return named ? text : `${text}\n\n${payload}`
}

function readReply(reply: unknown): Raw {
  const value = typeof reply === 'string' ? parse(reply) : reply
  if (!isObject(value) || typeof value['ok'] !== 'boolean') {
    return { kind: 'unavailable', message: 'the model did not answer with `{"ok": true|false, "reason": "..."}`' }
  }
  const reason = typeof value['reason'] === 'string' ? value['reason'] : ''
  return { kind: 'verdict', ok: value['ok'], reason, impossible: value['impossible'] === true }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
