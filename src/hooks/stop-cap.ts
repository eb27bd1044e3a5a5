/** How often an agent that wants to stop is kept going (spec/hooks.md 3.7). */
export interface StopCap {
  /** Continuations since the last tool call. */
  count(): number
  /** Whether one more continuation is allowed; counts it when it is. */
  allow(): boolean
  reset(): void
}

const defaultCap = 8

/** `CLAUDE_CODE_STOP_HOOK_BLOCK_CAP` changes the cap; 0 switches it off. */
export function stopCap(env: Readonly<Record<string, string | undefined>>): StopCap {
  const text = env['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP']
  const named = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  const cap = Number.isInteger(named) && named >= 0 ? named : defaultCap
  let used = 0
  return {
    count: () => used,
    allow() {
      if (cap !== 0 && used >= cap) return false
      used++
      return true
    },
    reset() {
      used = 0
    },
  }
}
