import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** `curl http://localhost:*` was to mean any port; a final `:*` means a new word, so no port ever follows. */
export const commandUrlColon: Check = {
  code: 'command-url-colon',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const text = rule.parsed?.specifier ?? ''
      if (rule.compiled?.kind !== 'command' || !/\bhttps?:\/\/[\w.-]+:\*$/.test(text)) continue
      // Said without `:*` at the end: a `*` after the slash that follows the port.
      yield* mended(rule, input, `Bash(${text.slice(0, -2)}:*/*)`)
    }
  },
}
