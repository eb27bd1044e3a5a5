import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'
import { witnessOf } from '../lint-input.ts'

/** A wildcard beside `&&`, `|` or `;`: commands are matched one by one, so no command ever looks like that. */
export const commandCompound: Check = {
  code: 'command-compound',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const { entry, compiled, parsed } = rule
      if (compiled?.kind !== 'command' || !compiled.pattern.compound || compiled.pattern.kind === 'exact') continue
      const text = parsed?.specifier ?? ''
      const call = { tool: 'Bash', input: { command: text.replace(/:\*$/, ' x').replaceAll('*', 'x') } }
      const witness = witnessOf(input, call, entry)
      // A deny or ask rule may still be seen in a whole command line here.
      if (witness.with !== witness.without) continue
      // `cd app && npm *` means the command after the folder.
      const [, command] = /^cd\s+[^&|;]+?\s*&&\s*([^&|;<>]+)$/.exec(text) ?? []
      for (const found of mended(rule, input, command === undefined ? null : `Bash(${command})`, call)) {
        yield { ...found, fix: { title: 'write a rule for each command', safe: false, edits: [] } }
      }
    }
  },
}
