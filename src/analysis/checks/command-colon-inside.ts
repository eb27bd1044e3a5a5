import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** `:*` means "and what follows" only at the end; elsewhere the colon is a colon. */
export const commandColonInside: Check = {
  code: 'command-colon-inside',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const { compiled, parsed } = rule
      const text = parsed?.specifier ?? ''
      if (compiled?.kind !== 'command' || !/:\*\s*\S/.test(text)) continue
      yield* mended(rule, input, `Bash(${text.replace(/:\*(?=\s|:\*|$)/g, ' *').replace(/:\*/g, ' *')})`)
    }
  },
}
