import { allowFinding } from '../allow-finding.ts'
import type { Check } from '../check.ts'
import { automaton, findText } from '../languages/automaton.ts'
import { commandPattern, commandTexts } from '../languages/command-language.ts'
import { ruleLanguage } from '../languages/rule-language.ts'

/** `Bash(ls*)` covers `lsof` too: without a blank before it the `*` goes on in the same word. */
export const allowNoBoundary: Check = {
  code: 'allow-no-boundary',
  severity: 'warning',
  *find(input) {
    for (const rule of input.rules) {
      const { entry, compiled, parsed } = rule
      const text = parsed?.specifier ?? ''
      // After a letter only: `src/*`, `--name=*` and `test:*` mean to go on.
      if (entry.effect !== 'allow' || compiled?.kind !== 'command' || !/^[^*]*[A-Za-z0-9]\*$/.test(text)) continue
      const bounded = `${text.slice(0, -1)} *`
      const found = findText([ruleLanguage(compiled)!.machine, commandTexts], [automaton([commandPattern(bounded)])])
      if (found.found !== 'text') continue
      const call = { tool: 'Bash', input: { command: found.text } }
      yield* allowFinding(input, rule, [call], `write \`Bash(${bounded})\``, `Bash(${bounded})`)
    }
  },
}
