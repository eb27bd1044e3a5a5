import { readCall } from '../call-notation.ts'
import { deadRule } from '../dead-rule.ts'

export const ruleEmptySpecifier = deadRule(
  'rule-empty-specifier',
  () => null,
  ({ entry }) => readCall('x', entry.text.trim().slice(0, -2)),
)
