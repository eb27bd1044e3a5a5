import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** Before a final `:*` everything is plain text, a `*` too: `Bash(npm * test:*)` waits for a star. */
export const commandStarBeforeColon: Check = {
  code: 'command-star-before-colon',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const { compiled, parsed } = rule
      const text = parsed?.specifier ?? ''
      if (compiled?.kind !== 'command' || !text.endsWith(':*') || !text.slice(0, -2).includes('*')) continue
      yield* mended(rule, input, `Bash(${text.slice(0, -2)} *)`)
    }
  },
}
