import type { Check } from '../check.ts'
import { deadRule } from '../dead-rule.ts'
import { knownTools } from '../known-tools.ts'

const check = deadRule('rule-no-specifier-form', (_, __, { parsed }) => parsed?.tool ?? null)

/** Parentheses after a tool whose rules have none. A tool nobody knows is the finding of `tool-unknown`. */
export const ruleNoSpecifierForm: Check = {
  ...check,
  find: (input) =>
    check.find({ ...input, rules: input.rules.filter(({ parsed }) => parsed !== null && knownTools.has(parsed.tool)) }),
}
