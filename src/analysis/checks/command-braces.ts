import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** `npm run {test,lint}`: alternatives are not unfolded in a rule; each needs a rule of its own. */
export const commandBraces: Check = {
  code: 'command-braces',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const { compiled, parsed } = rule
      const [braces, inside] = /\{([\w@./:-]+(?:,[\w@./:-]+)+)\}/.exec(parsed?.specifier ?? '') ?? []
      if (compiled?.kind !== 'command' || braces === undefined || inside === undefined) continue
      const texts = inside.split(',').map((word) => rule.entry.text.replace(braces, word))
      for (const found of mended(rule, input, texts[0] as string)) {
        yield {
          ...found,
          fix: { title: `write ${texts.map((text) => `\`${text}\``).join(', ')}`, safe: false, edits: [] },
        }
      }
    }
  },
}
