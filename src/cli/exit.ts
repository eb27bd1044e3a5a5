import type { Effect } from '../decision.ts'

/** Exit codes of every subcommand (contract: the command line). */
export const exit = { allow: 0, failed: 1, deny: 2, ask: 3 } as const

export function exitOf(effect: Effect): number {
  return exit[effect]
}
