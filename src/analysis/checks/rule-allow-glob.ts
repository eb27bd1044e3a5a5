import { deadRule } from '../dead-rule.ts'

/** `mcp__*` would allow servers nobody has installed yet; only a person can say which are meant. */
export const ruleAllowGlob = deadRule(
  'rule-allow-glob',
  () => null,
  ({ entry }) => ({ tool: entry.text === '*' ? 'WebSearch' : entry.text.replaceAll('*', 'x'), input: {} }),
)
