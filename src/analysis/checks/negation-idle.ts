import type { Check } from '../check.ts'
import { automaton, findText } from '../languages/automaton.ts'
import { below, pathPattern } from '../languages/path-language.ts'
import { ruleLanguage } from '../languages/rule-language.ts'
import { ruleFix } from '../lint-input.ts'

/** `Read(!sample.env)` takes paths out of rules before it in the same list; with none there it does nothing. */
export const negationIdle: Check = {
  code: 'negation-idle',
  severity: 'warning',
  *find(input) {
    for (const [i, { entry, compiled }] of input.rules.entries()) {
      if (compiled?.kind !== 'path' || !compiled.path.negated) continue
      const own = pathPattern(compiled.path.pattern)
      const machine = own === undefined ? null : automaton([below(compiled.path.root, own)])
      const carves = input.rules.slice(0, i).some((before) => {
        const rule = before.compiled
        if (rule?.kind !== 'path' || rule.path.negated || !rule.path.carvable || rule.access !== compiled.access)
          return false
        if (before.entry.effect !== entry.effect || before.entry.source.file !== entry.source.file) return false
        const language = ruleLanguage(rule)
        return machine === null || language === null || findText([machine, language.machine]).found !== 'nothing'
      })
      if (!carves)
        yield { at: entry.source, data: { rule: entry.text }, witness: null, fix: ruleFix(entry, undefined, true) }
    }
  },
}
