/** At most so many answers are prepared at once (contract: hooks of 8 cases at a time). */
export const maxAtOnce = 8

/** Answers that are ready but wait for an earlier one; more would let memory grow with the input. */
const maxWaiting = 4096

interface Slot {
  text: string | undefined
}

/** Hands answers on in the order of their questions, however long each takes. */
export function ordered(write: (text: string) => void) {
  const waiting: Slot[] = []
  const running = new Set<Promise<void>>()

  const flush = () => {
    let ready = 0
    while (ready < waiting.length && waiting[ready]!.text !== undefined) ready++
    if (ready > 0) write(waiting.splice(0, ready).reduce((text, slot) => text + slot.text, ''))
  }

  return {
    /** Takes an answer, now or later; resolves when there is room for the next. */
    add(answer: string | Promise<string>): void | Promise<void> {
      if (typeof answer === 'string') {
        waiting.push({ text: answer })
        return waiting.length > maxWaiting ? this.settle(() => waiting.length <= maxWaiting) : undefined
      }
      const slot: Slot = { text: undefined }
      waiting.push(slot)
      const task = answer.then((text) => {
        slot.text = text
        running.delete(task)
      })
      running.add(task)
      return running.size >= maxAtOnce ? this.settle(() => running.size < maxAtOnce) : undefined
    },
    /** Writes what is ready; waits until `done` says so or nothing runs any more. */
    async settle(done: () => boolean): Promise<void> {
      flush()
      while (!done() && running.size > 0) {
        await Promise.race(running)
        flush()
      }
    },
    flush,
    finish(): Promise<void> {
      return this.settle(() => false)
    },
  }
}
