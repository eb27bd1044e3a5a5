import { sharesBatch } from './batching.ts'
import type { ToolUseContext } from './context.ts'
import { messageOf } from './failure.ts'
import type { Message, ToolUse } from './message.ts'
import { type CallOutcome, synthetic } from './outcome.ts'
import { isConcurrencySafeUse } from './partition.ts'
import { checkPermissionsAndCallTool } from './pipeline.ts'

/** Where a call is on its way. */
export type CallState = 'queued' | 'executing' | 'completed' | 'yielded'

/** What leaves the executor: progress at once, outcomes in request order. */
export type ExecutionEvent =
  | { readonly type: 'progress'; readonly id: string; readonly progress: unknown }
  | { readonly type: 'warning'; readonly id: string; readonly text: string }
  | { readonly type: 'outcome'; readonly id: string; readonly outcome: CallOutcome }

/** Runs the calls of one assistant message while the message still streams. */
export interface Executor {
  /** Takes a complete tool use; it may start at once. Ignored, with a warning, when its id was taken before. */
  add(use: ToolUse): void
  /** The message is complete. */
  end(): void
  /** The message is void (fallback to another model): everything running is aborted; every id still gets its outcome. */
  discard(reason: string): void
  /** All events, once; ends when the last outcome has left. */
  events(): AsyncGenerator<ExecutionEvent, void, void>
  state(id: string): CallState | undefined
  /** The context as the modifiers of finished batches left it. */
  readonly context: ToolUseContext
  /** Why the whole session is to stop; null when it goes on. */
  readonly stop: string | null
}

export interface ExecutorOptions {
  readonly parentMessage?: Message
  /** How many calls of a batch run at once. */
  readonly cap: number
  /** `effects`: neighbours also share a batch when neither writes what the other touches. Off by default. */
  readonly batching?: 'safe' | 'effects'
}

interface Slot {
  readonly use: ToolUse
  state: CallState
  batch: Batch | undefined
  readonly controller: AbortController
  /** Aborted with the run, or alone. */
  readonly signal: AbortSignal
  /** Whether it may join a batch. */
  judged: { readonly batch: Batch; readonly joins: boolean } | undefined
  outcome: CallOutcome | undefined
  /** Resolves its wait to run alone. */
  alone: (() => void) | undefined
}

/** Calls that run together. All of them see the context the batch began with. */
interface Batch {
  readonly shared: boolean
  readonly context: ToolUseContext
  readonly slots: Slot[]
  /** A shell call failed: what has not finished is aborted, what has not started never will. */
  failure: string | null
}

export function createExecutor(start: ToolUseContext, options: ExecutorOptions): Executor {
  const slots: Slot[] = []
  const byId = new Map<string, Slot>()
  const waiting: ExecutionEvent[] = []
  let wake: (() => void) | undefined
  let context = start
  let batch: Batch | undefined
  let next = 0
  let yielded = 0
  let ended = false
  let over: { readonly status: 'cancelled' | 'denied'; readonly why: string } | null = null
  let stop: string | null = null
  const byEffects = options.batching === 'effects'
  const granted = new WeakSet<Slot>()

  const emit = (event: ExecutionEvent) => {
    waiting.push(event)
    wake?.()
  }
  const running = () => (batch === undefined ? [] : batch.slots.filter((slot) => slot.state === 'executing'))

  /** Starts all that may start now, in order; the first that may not holds up the rest. */
  const advance = () => {
    for (; next < slots.length; next++) {
      const slot = slots[next] as Slot
      if (over !== null) {
        complete(slot, synthetic(slot.use, over.status, `\`${slot.use.name}\` was not run: ${over.why}`))
        continue
      }
      if (batch?.shared && joins(slot, batch)) {
        if (batch.failure !== null) {
          slot.batch = batch
          complete(slot, synthetic(slot.use, 'cancelled', `\`${slot.use.name}\` was not run: ${batch.failure}`))
          continue
        }
        const busy = running()
        if (busy.length >= options.cap || busy.some((other) => other.alone !== undefined)) return
      } else {
        if (running().length > 0) return
        closeBatch()
        const shared = byEffects || isConcurrencySafeUse(slot.use, context)
        batch = { shared, context, slots: [], failure: null }
      }
      launch(slot, batch)
    }
    if (ended && running().length === 0) closeBatch()
  }

  /** Asked once for each batch: a slot may wait long for its turn. */
  const joins = (slot: Slot, into: Batch): boolean => {
    if (slot.judged?.batch !== into) {
      const members = into.slots.map(({ use }) => use)
      slot.judged = { batch: into, joins: sharesBatch(slot.use, members, into.context, options.batching) }
    }
    return slot.judged.joins
  }

  const launch = (slot: Slot, into: Batch) => {
    into.slots.push(slot)
    slot.batch = into
    slot.state = 'executing'
    const { signal } = slot
    checkPermissionsAndCallTool(slot.use, Object.freeze({ ...into.context, signal }), {
      ...(options.parentMessage === undefined ? {} : { parentMessage: options.parentMessage }),
      onProgress: (progress) => emit({ type: 'progress', id: slot.use.id, progress }),
      ...(into.shared ? { alone: () => waitAlone(slot), sharing: byEffects ? 'unchanged' : 'safe' } : {}),
    }).then(
      (outcome) => settle(slot, outcome),
      (error) => settle(slot, synthetic(slot.use, 'error', `\`${slot.use.name}\` failed: ${messageOf(error)}`)),
    )
  }

  const settle = (slot: Slot, outcome: CallOutcome) => {
    complete(slot, outcome)
    for (const text of outcome.warnings) emit({ type: 'warning', id: slot.use.id, text })
    const mine = slot.batch as Batch
    // By effects a sibling may be half through a write, which is worth more than the error.
    if (
      mine.shared &&
      !byEffects &&
      outcome.status === 'error' &&
      outcome.stage === 'call' &&
      isShell(slot, mine.context)
    ) {
      abortSiblings(slot, mine)
    }
    if (!mine.shared) closeBatch()
    if (outcome.stop !== null) finishAll('denied', `the session was stopped: ${outcome.stop}`)
    grantAlone()
    advance()
    wake?.()
  }

  /** One shell error makes the work of its siblings moot. */
  const abortSiblings = (slot: Slot, mine: Batch) => {
    mine.failure = `the shell call \`${slot.use.id}\` of the same batch failed`
    for (const sibling of mine.slots) {
      if (sibling.state === 'executing') sibling.controller.abort(mine.failure)
    }
  }

  const finishAll = (status: 'cancelled' | 'denied', why: string) => {
    if (over !== null) return
    over = { status, why }
    stop = status === 'denied' ? why : stop
    for (const slot of running()) slot.controller.abort(why)
  }

  const complete = (slot: Slot, outcome: CallOutcome) => {
    slot.outcome = outcome
    slot.state = 'completed'
    // Results leave in request order, whatever order they finish in.
    for (; yielded < slots.length && slots[yielded]?.outcome !== undefined; yielded++) {
      const ready = slots[yielded] as Slot
      emit({ type: 'outcome', id: ready.use.id, outcome: ready.outcome as CallOutcome })
    }
  }

  /** A call that turned out unsafe waits until nobody else runs; several of them go in request order. */
  const waitAlone = (slot: Slot) =>
    new Promise<void>((resolve) => {
      slot.alone = resolve
      slot.signal.addEventListener('abort', () => resolve(), { once: true })
      grantAlone()
    })

  const grantAlone = () => {
    const busy = running()
    const first = busy[0]
    if (busy.some((slot) => slot.alone === undefined || granted.has(slot)) || first === undefined) return
    granted.add(first)
    first.alone?.()
  }

  /** Applies the modifiers of a finished batch in request order. */
  const closeBatch = () => {
    if (batch === undefined) return
    for (const slot of batch.slots) {
      const modify = slot.outcome?.contextModifier
      if (modify === undefined) continue
      try {
        context = Object.freeze({ ...modify(context), signal: start.signal })
      } catch (error) {
        const text = `the context change of \`${slot.use.name}\` failed and was skipped: ${messageOf(error)}`
        emit({ type: 'warning', id: slot.use.id, text })
      }
    }
    batch = undefined
  }

  const onAbort = () => {
    finishAll('cancelled', typeof start.signal.reason === 'string' ? start.signal.reason : 'the run was cancelled')
    advance()
  }
  if (start.signal.aborted) onAbort()
  else start.signal.addEventListener('abort', onAbort, { once: true })

  const allOut = () => ended && yielded === slots.length && batch === undefined

  return {
    add(use) {
      if (byId.has(use.id)) {
        emit({ type: 'warning', id: use.id, text: `a second tool use with the id \`${use.id}\` was ignored` })
        return
      }
      const controller = new AbortController()
      const slot: Slot = {
        use,
        state: 'queued',
        batch: undefined,
        controller,
        signal: AbortSignal.any([start.signal, controller.signal]),
        judged: undefined,
        outcome: undefined,
        alone: undefined,
      }
      byId.set(use.id, slot)
      slots.push(slot)
      advance()
    },
    end() {
      ended = true
      advance()
      wake?.()
    },
    discard(reason) {
      finishAll('cancelled', reason)
      ended = true
      advance()
      wake?.()
    },
    async *events() {
      try {
        for (;;) {
          for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
            if (event.type === 'outcome') (byId.get(event.id) as Slot).state = 'yielded'
            yield event
          }
          if (allOut()) return
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          wake = undefined
        }
      } finally {
        start.signal.removeEventListener('abort', onAbort)
        // A reader that leaves early must not leave anything running.
        if (!allOut()) finishAll('cancelled', 'the results are not read any more')
      }
    },
    state: (id) => byId.get(id)?.state,
    get context() {
      return context
    },
    get stop() {
      return stop
    },
  }
}

function isShell(slot: Slot, context: ToolUseContext): boolean {
  return context.tools.find(slot.use.name)?.shell === true
}
