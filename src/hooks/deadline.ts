import { maxDelay } from './run.ts'

/** A time limit joined with the caller's own signal. `clear` must be called when the work is done. */
export interface Deadline {
  readonly signal: AbortSignal
  timedOut(): boolean
  clear(): void
}

export function deadline(ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  let late = false
  const abort = () => controller.abort(outer?.reason)
  let cleared = false
  const expire = () => {
    if (cleared) return
    late = true
    controller.abort(new Error('timed out'))
  }
  // An answer that lies unread because the host was busy came in time: its turn's reads pass first.
  const timer = setTimeout(() => setImmediate(expire), Math.min(ms, maxDelay))
  if (outer?.aborted) abort()
  else outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    timedOut: () => late,
    clear() {
      cleared = true
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}

/** The work, or a rejection as soon as the signal aborts: for work that may ignore it. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
