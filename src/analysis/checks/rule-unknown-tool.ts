import { deadRule } from '../dead-rule.ts'

/** A command without its tool: `npm test` for `Bash(npm test)`. */
export const ruleUnknownTool = deadRule('rule-unknown-tool', (text) =>
  /^[a-z][\w./-]*(\s[^()]*)?$/.test(text) ? `Bash(${text})` : null,
)
