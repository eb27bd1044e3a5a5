import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** `Bash(a),Bash(b)` in one string is one rule with a strange text. */
export const ruleList: Check = {
  code: 'rule-list',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const [first, second] = rule.entry.text.split(/(?<=\))\s*[,;]\s*(?=[A-Za-z_]+(?:\(|$))/)
      if (second === undefined || first === undefined) continue
      for (const found of mended(rule, input, first)) {
        yield { ...found, fix: { title: 'write each rule as a string of its own', safe: false, edits: [] } }
      }
    }
  },
}
