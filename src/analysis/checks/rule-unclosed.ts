import { deadRule } from '../dead-rule.ts'

export const ruleUnclosed = deadRule('rule-unclosed', (text) => `${text})`)
