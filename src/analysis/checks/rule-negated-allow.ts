import { readCall } from '../call-notation.ts'
import { deadRule } from '../dead-rule.ts'

/** `!` takes paths out of deny and ask rules; in allow it says nothing. */
export const ruleNegatedAllow = deadRule(
  'rule-negated-allow',
  () => null,
  ({ parsed }) => readCall((parsed?.specifier ?? '').replace(/^!/, '').replace(/\*+/g, 'x'), parsed?.tool),
)
