import { deadRule } from '../dead-rule.ts'

export const ruleEmptySpecifier = deadRule('rule-empty-specifier', () => null)
