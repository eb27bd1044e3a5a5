import type { Check } from '../check.ts'
import { ruleFix, witnessOf } from '../lint-input.ts'

/** Words of the shell's grammar: what follows them is a command, they are none. */
const keywords =
  /^(if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|select|\{|\}|\(|\)|!)(?:$|[\s:*])/

/** `Bash(then echo x)`: a piece of a script that was saved as a command. */
export const commandKeyword: Check = {
  code: 'command-keyword',
  severity: 'error',
  *find(input) {
    for (const { entry, compiled, parsed } of input.rules) {
      const [, word] = keywords.exec(parsed?.specifier ?? '') ?? []
      if (compiled?.kind !== 'command' || compiled.pattern.compound || word === undefined) continue
      yield {
        at: entry.source,
        data: { rule: entry.text, word },
        witness: witnessOf(
          input,
          { tool: 'Bash', input: { command: (parsed?.specifier ?? '').replace(/[: ]*\*$/, '') } },
          entry,
        ),
        fix: ruleFix(entry, undefined, true),
      }
    }
  },
}
