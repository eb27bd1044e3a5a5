import type { RuleEntry } from '../rules/context.ts'
import { everyRule } from './bench.ts'
import { type CaseResult, decidingRules, type ReadyCase } from './run-cases.ts'

/** Which rules some case was decided by. */
export interface Coverage {
  readonly decided: readonly RuleEntry[]
  /** Rules that no case needed. */
  readonly idle: readonly RuleEntry[]
}

/** The share of rules that decided something, from 0 to 100; 100 where there is no rule. */
export function percent({ decided, idle }: Coverage): number {
  const all = decided.length + idle.length
  return all === 0 ? 100 : Math.floor((decided.length * 1000) / all) / 10
}

/** Sorts the rules of every bench by whether a case was decided by them. */
export function coverage(cases: readonly ReadyCase[], results: readonly CaseResult[]): Coverage {
  const used = new Set(
    results.flatMap(({ decision }) => decidingRules(decision).map(({ text, source }) => placeId(text, source))),
  )
  const rules = rulesUnderTest(cases)
  return {
    decided: rules.filter((entry) => used.has(placeId(entry.text, entry.source))),
    idle: rules.filter((entry) => !used.has(placeId(entry.text, entry.source))),
  }
}

/** Every rule of every bench, once each, by file and place. */
export function rulesUnderTest(cases: readonly ReadyCase[]): RuleEntry[] {
  const rules = new Map<string, RuleEntry>()
  for (const context of new Set(cases.map(({ bench }) => bench.context))) {
    for (const entry of everyRule(context)) rules.set(placeId(entry.text, entry.source), entry)
  }
  return [...rules.values()].sort(
    (a, b) =>
      compare(a.source.file, b.source.file) || a.source.line - b.source.line || a.source.column - b.source.column,
  )
}

/** The same rule of the same place, whichever context it was read into. */
export function placeId(text: string, { file, pointer }: RuleEntry['source']): string {
  return JSON.stringify([file, pointer, text])
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
