import type { Check } from '../check.ts'
import { exampleCalls } from '../example-calls.ts'
import { ruleFix } from '../lint-input.ts'

const none: readonly never[] = []

/**
 * An allow rule that lives, and none of whose own examples it allows: wrappers such as `sudo` and `find -delete` that only an
 * exact rule can approve, paths that nobody may approve beforehand.
 */
export const ruleWithoutEffect: Check = {
  code: 'rule-without-effect',
  severity: 'warning',
  *find(input) {
    for (const { entry, compiled } of input.rules) {
      if (
        entry.effect !== 'allow' ||
        compiled === null ||
        compiled.kind === 'powershell' ||
        (compiled.kind === 'command' && compiled.pattern.compound)
      )
        continue
      // Without deny and ask rules: being overruled by one is another finding. What is allowed anyway shows nothing.
      const alone = [entry]
      const calls = exampleCalls(compiled, input.context).filter((call) => input.decide(call, none).effect !== 'allow')
      const [call] = calls
      if (call === undefined || calls.some((one) => input.decide(one, alone).effect === 'allow')) continue
      const decision = input.decide(call, alone)
      yield {
        at: entry.source,
        data: { rule: entry.text, detail: decision.reason.detail ?? decision.reason.code },
        witness: {
          call,
          with: input.decide(call, input.all).effect,
          without: input.decide(call, input.without(entry)).effect,
        },
        fix: ruleFix(entry, undefined, true),
      }
    }
  },
}
