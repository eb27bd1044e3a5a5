import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** Quotes round the whole text are part of what is compared: `Bash("npm test")`. */
export const commandQuoted: Check = {
  code: 'command-quoted',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const [, , inside] = /^(["'`])([^"'`]+\s[^"'`]+)\1$/.exec(rule.parsed?.specifier ?? '') ?? []
      if (rule.compiled?.kind !== 'command' || inside === undefined) continue
      yield* mended(rule, input, `Bash(${inside})`)
    }
  },
}
