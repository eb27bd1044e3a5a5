import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** Variables are not filled in: `$HOME/.ssh` is a folder called `$HOME`. */
export const pathVariable: Check = {
  code: 'path-variable',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const path = rule.parsed?.specifier
      if (rule.compiled?.kind !== 'path' || !path) continue
      const [, negation = '', variable] = /^(!?)\/{0,2}(\$\{?\w+\}?|%\w+%)(?=\/|\\|$)/.exec(path) ?? []
      if (variable === undefined) continue
      const home = /^(\$\{?HOME\}?|%USERPROFILE%)$/.test(variable)
      const project = /^\$\{?(CLAUDE_PROJECT_DIR|PWD|PROJECT_DIR|WORKSPACE)\}?$/.test(variable)
      const rest = path.slice(path.indexOf(variable) + variable.length).replaceAll('\\', '/')
      const text = home ? `~${rest}` : project ? rest.slice(1) : null
      yield* mended(rule, input, text === null || text === '' ? null : `${rule.parsed?.tool}(${negation}${text})`)
    }
  },
}
