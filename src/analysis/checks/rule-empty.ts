import { deadRule } from '../dead-rule.ts'

export const ruleEmpty = deadRule('rule-empty', () => null)
