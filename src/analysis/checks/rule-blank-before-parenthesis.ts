import { deadRule } from '../dead-rule.ts'

export const ruleBlankBeforeParenthesis = deadRule('rule-blank-before-parenthesis', (text) =>
  text.replace(/\s+\(/, '('),
)
