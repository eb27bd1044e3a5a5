import type { Effect, Reason, StricterCode } from '../decision.ts'
import type { CompiledRule } from './rule.ts'

/** One thing a call touches, with all the law needs to know of it. */
export interface Subject {
  /** As shown to people: a simple command, a path, a host, a tool. */
  readonly label: string
  readonly start?: number
  readonly end?: number
  /** Whether a rule speaks of it: deny and ask widely, allow narrowly. */
  covers(rule: CompiledRule, effect: Effect): boolean
  /** First words of every spelling a command rule may match; absent: no command rule speaks of this subject. */
  words?(effect: Effect): ReadonlySet<string>
  /** Whether a path rule can speak of it at all; absent: it can. */
  paths?(effect: Effect): boolean
  /** How a match of a deny or ask rule goes beyond the client; undefined when the client sees it too. */
  stricter?(rule: CompiledRule): StricterCode | undefined
  /** The same for a question that no rule put; called only where that question decided. */
  stricterAsk?(by: 'locked' | 'guarded' | 'otherwise'): StricterCode | undefined
  /** Only a person may answer, in every mode (spec/permissions.md 2.3); null when that is not so. */
  readonly locked: Reason | null
  /** Asks before allow rules are looked at, except in bypass mode; null when nothing is wrong. */
  readonly guarded: Reason | null
  /** It writes or deletes, or may. Plan mode holds it back. */
  readonly writes: boolean
  /** The built-in approval; null when only a rule, the mode or a person can approve. */
  readonly approval: Reason | null
  /** Why it is asked when nothing approves it. */
  readonly otherwise: Reason
  /** Refused whatever the rules say; null when it is not. */
  readonly refused: Reason | null
}
