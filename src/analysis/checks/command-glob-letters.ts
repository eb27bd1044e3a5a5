import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** `?` stands for no letter in a command rule: it is a question mark. */
export const commandGlobLetters: Check = {
  code: 'command-glob-letters',
  severity: 'warning',
  *find(input) {
    for (const rule of input.rules) {
      const text = rule.parsed?.specifier ?? ''
      if (rule.compiled?.kind !== 'command' || !/^[\w./-]*[\w]\?[\w./-]*(\s|$|:)/.test(text)) continue
      yield* mended(rule, input, `Bash(${text.replaceAll('?', '*')})`)
    }
  },
}
