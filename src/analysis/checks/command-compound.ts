import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** A wildcard beside `&&`, `|` or `;`: commands are matched one by one, so no command ever looks like that. */
export const commandCompound: Check = {
  code: 'command-compound',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const { compiled, parsed } = rule
      if (compiled?.kind !== 'command' || !compiled.pattern.compound || compiled.pattern.kind === 'exact') continue
      const parts = (parsed?.specifier ?? '')
        .split(/\s*(?:&&|\|\|?|;|\n)\s*/)
        .filter((part) => part !== '' && part !== '*')
      const last = parts.at(-1)
      const isPlain = last !== undefined && !/[<>&]/.test(last) && !/^cd\b/.test(last)
      yield mended(rule, input, isPlain ? `Bash(${last})` : null)
    }
  },
}
