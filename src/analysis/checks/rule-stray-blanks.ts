import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'
import { tidyPath } from '../tidy-path.ts'

/** `Bash(git push :* )`: blanks at the edges, before `:*` or inside `**` are compared like any letter. */
export const ruleStrayBlanks: Check = {
  code: 'rule-stray-blanks',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const { parsed, compiled } = rule
      const text = parsed?.specifier
      if (text === undefined || text === null || compiled === null) continue
      const isPath = compiled.kind === 'path'
      const strayed = isPath ? /^\s|\s$|\*\s+[/*]|[/.]\s+\*/.test(text) : /^\s|[^*]\s$|\s:\*\s*$|:\*\s$/.test(text)
      if (!strayed) continue
      const plain = isPath ? tidyPath(text) : text.replace(/\s+:\*\s*$|:\*\s+$/, ':*').trim()
      yield* mended(rule, input, `${parsed?.tool}(${plain})`)
    }
  },
}
