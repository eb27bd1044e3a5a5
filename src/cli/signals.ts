import { undoAll } from '../hooks/left-behind.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

let listening = false

/** From now on a signal that ends us ends running hooks too: they live in sessions of their own and would go on. */
export function endHooksWithUs(): void {
  if (listening) return
  listening = true
  for (const signal of signals) {
    const handler = () => {
      undoAll()
      process.off(signal, handler)
      // Whoever waits for us must see that it was the signal.
      process.kill(process.pid, signal)
    }
    process.on(signal, handler)
  }
}
