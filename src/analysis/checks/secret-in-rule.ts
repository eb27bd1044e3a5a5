import type { Check } from '../check.ts'
import { findSecret, masked } from '../secrets.ts'

/** A rule that was saved with the token that stood in the command. */
export const secretInRule: Check = {
  code: 'secret-in-rule',
  severity: 'error',
  *find({ rules }) {
    for (const { entry } of rules) {
      const assigned = /\b([A-Z][A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|API_?KEY))=["']?([^\s"']+)/.exec(entry.text)
      const found =
        findSecret(entry.text) ?? (assigned === null ? null : findSecret(assigned[2] as string, assigned[1]))
      if (found === null) continue
      yield {
        at: entry.source,
        data: { kind: found.kind, starts: masked(found.secret) },
        witness: null,
        fix: { title: 'remove the rule and make the secret invalid', safe: false, edits: [] },
      }
    }
  },
}
