import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** Signs of a regular expression that no command line has: anchors, classes, `.*`, groups of alternatives. */
const signs = /^\^|\$$|\.\*|\\[sdwSDW][+*?{]|\\b(?![\w\\])|\[\^|\((?:\?:)?[\w-]+(?:\|[\w-]+)+\)/

/** A regular expression in a rule is plain text: only `*` means something. */
export const commandRegex: Check = {
  code: 'command-regex',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const { compiled, parsed } = rule
      const text = parsed?.specifier ?? ''
      if (compiled?.kind !== 'command' || !signs.test(text)) continue
      const simple = text
        .replace(/^\^/, '')
        .replace(/\$$/, '')
        .replace(/(?:\\s[+*]?|\s)\.[*+]$/, ' *')
        .replace(/\\s[+*]?/g, ' ')
        .replace(/\.[*+]/g, '*')
        .replace(/\\b/g, '')
        .replace(/\\([.()-])/g, '$1')
      yield* mended(rule, input, /[\\^$|[\]]/.test(simple) || simple === '*' ? null : `Bash(${simple})`)
    }
  },
}
