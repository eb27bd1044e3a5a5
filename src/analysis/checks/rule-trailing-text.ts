import { deadRule } from '../dead-rule.ts'

export const ruleTrailingText = deadRule('rule-trailing-text', (text) => text.slice(0, text.lastIndexOf(')') + 1))
