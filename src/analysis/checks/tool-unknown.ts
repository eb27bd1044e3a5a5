import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'
import { knownTools, nearestTool } from '../known-tools.ts'

/** A rule on a tool that nobody has: another case, a slip, an invented name. MCP tools and globs may exist anywhere. */
export const toolUnknown: Check = {
  code: 'tool-unknown',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const name = rule.parsed?.tool
      if (name === undefined || knownTools.has(name) || /[*_]/.test(name)) continue
      const near = nearestTool(name)
      yield* mended(rule, input, near === null ? null : rule.entry.text.trim().replace(name, near))
    }
  },
}
