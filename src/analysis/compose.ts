import type { Effect } from '../decision.ts'
import { createContext } from '../settings/load.ts'
import { memorySystem } from '../system.ts'
import { policyEntries, withRules } from './bench.ts'
import { exampleFolders } from './check-policy.ts'
import { lintInput } from './lint-input.ts'
import type { Policy } from './policy-file.ts'
import { redundantRules } from './redundancy.ts'

/** Rules by effect, as they stand in settings. */
export type Permissions = Record<Effect, string[]>

/**
 * The rules of several policies as one `permissions` block, with further rules. A rule that another one of its list
 * covers is left out: two policies may guard the same thing, one of them more widely.
 */
export function composePermissions(policies: readonly Policy[], further: Partial<Permissions> = {}): Permissions {
  const source = { layer: 'project', file: 'project', pointer: '', line: 0, column: 0 } as const
  const added = effects.flatMap((effect) => (further[effect] ?? []).map((text) => ({ effect, text, source })))
  // As one list, so that rules of different files can stand for each other.
  const entries = [...policies.flatMap(policyEntries), ...added]
    .filter(
      (entry, i, all) => all.findIndex((other) => other.effect === entry.effect && other.text === entry.text) === i,
    )
    .map((entry, i) => ({ ...entry, source: { ...source, pointer: `/${i}` } }))
  const input = lintInput(withRules(createContext(exampleFolders), entries), memorySystem({}))
  const needless = new Set(
    redundantRules(input)
      .filter(({ rule, by }) => rule.entry.effect === by.entry.effect)
      .map(({ rule }) => rule.entry),
  )
  const texts = (effect: Effect) =>
    input.all.filter((entry) => entry.effect === effect && !needless.has(entry)).map(({ text }) => text)
  return { deny: texts('deny'), ask: texts('ask'), allow: texts('allow') }
}

/** The reasons that policies give for the rules that were taken from them, by rule. */
export function reasonsFor(permissions: Permissions, policies: readonly Policy[]): Record<string, string> {
  const taken = new Set(Object.values(permissions).flat())
  const reasons: Record<string, string> = {}
  for (const { rule, because } of policies.flatMap(({ rules }) => rules)) {
    if (taken.has(rule)) reasons[rule] ??= because
  }
  return reasons
}

const effects: readonly Effect[] = ['deny', 'ask', 'allow']
