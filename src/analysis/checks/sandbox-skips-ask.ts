import type { Check } from '../check.ts'
import { ruleFix } from '../lint-input.ts'

/** A bare `Bash` ask rule is skipped for commands in the sandbox, so that they run without the question it asks for. */
export const sandboxSkipsAsk: Check = {
  code: 'sandbox-skips-ask',
  severity: 'warning',
  *find({ context, rules, all, decide, without }) {
    if (!context.sandbox.enabled || !context.sandbox.autoAllowBash) return
    for (const { entry, compiled, parsed } of rules) {
      if (entry.effect !== 'ask' || compiled?.kind !== 'tool' || parsed?.tool !== 'Bash') continue
      const call = { tool: 'Bash', input: { command: 'make deploy' } }
      const effect = decide(call, all).effect
      if (effect !== 'allow') continue
      yield {
        at: entry.source,
        data: { rule: entry.text },
        witness: { call, with: effect, without: decide(call, without(entry)).effect },
        fix: {
          ...ruleFix(entry, undefined, false),
          title: 'ask about commands by name, or set `sandbox.autoAllowBashIfSandboxed` to false',
        },
      }
    }
  },
}
