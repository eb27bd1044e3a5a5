import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** `mcp_github__get` or `MCP__github`: two underscores and small letters make an MCP rule. */
export const mcpName: Check = {
  code: 'mcp-name',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const name = rule.parsed?.tool ?? ''
      if (!/^mcp[_-]/i.test(name) || name.startsWith('mcp__')) continue
      yield* mended(rule, input, name.replace(/^mcp[_-]+/i, 'mcp__').replace(/(?<=^mcp__[^_]+)_(?=[^_]+$)/, '__'))
    }
  },
}
