import type { Check } from '../check.ts'
import { ruleFix } from '../lint-input.ts'
import { placeFrom, redundantRules } from '../redundancy.ts'

/** A rule whose every call another rule of the same list covers: it decides nothing that would not be decided so anyway. */
export const ruleSubsumed: Check = {
  code: 'rule-subsumed',
  severity: 'warning',
  *find(input) {
    for (const { rule, by, witness } of redundantRules(input)) {
      if (by.entry.effect !== rule.entry.effect) continue
      yield {
        at: rule.entry.source,
        data: { rule: rule.entry.text, by: by.entry.text, byPlace: placeFrom(rule.entry, by.entry) },
        witness,
        fix: ruleFix(rule.entry, undefined, true),
      }
    }
  },
}
