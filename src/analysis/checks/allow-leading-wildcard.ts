import { allowFinding } from '../allow-finding.ts'
import type { Check } from '../check.ts'
import { automaton, findText } from '../languages/automaton.ts'
import { commandPattern, commandTexts } from '../languages/command-language.ts'
import { ruleLanguage } from '../languages/rule-language.ts'

const anything = automaton([
  commandPattern('bash x.sh *'),
  commandPattern('bash x.sh*'),
  commandPattern('rm -rf src *'),
])

/** `* --version`: the program itself is whatever comes. */
export const allowLeadingWildcard: Check = {
  code: 'allow-leading-wildcard',
  severity: 'warning',
  *find(input) {
    for (const rule of input.rules) {
      const { entry, compiled, parsed } = rule
      if (entry.effect !== 'allow' || compiled?.kind !== 'command' || compiled.pattern.compound) continue
      if (!/^\*+[^*\s]|^\*+ .*[^*\s]/.test(parsed?.specifier ?? '')) continue
      const found = findText([ruleLanguage(compiled)!.machine, anything, commandTexts])
      if (found.found !== 'text') continue
      yield* allowFinding(
        input,
        rule,
        [{ tool: 'Bash', input: { command: found.text } }],
        'begin the rule with a program',
      )
    }
  },
}
