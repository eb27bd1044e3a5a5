import type { Check } from '../check.ts'
import { exampleCalls } from '../example-calls.ts'
import { ruleFix } from '../lint-input.ts'

/** The same text twice in one list of one file. */
export const ruleDuplicate: Check = {
  code: 'rule-duplicate',
  severity: 'warning',
  *find(input) {
    const seen = new Set<string>()
    for (const { entry, compiled } of input.rules) {
      const key = JSON.stringify([entry.source.file, entry.effect, entry.text.trim()])
      if (!seen.has(key)) {
        seen.add(key)
        continue
      }
      const [call] = compiled === null ? [] : exampleCalls(compiled, input.context)
      yield {
        at: entry.source,
        data: { rule: entry.text },
        witness:
          call === undefined
            ? null
            : {
                call,
                with: input.decide(call, input.all).effect,
                without: input.decide(call, input.without(entry)).effect,
              },
        fix: ruleFix(entry, undefined, true),
      }
    }
  },
}
