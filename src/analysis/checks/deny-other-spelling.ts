import type { Check } from '../check.ts'
import { spellings } from '../spellings.ts'

/** A deny rule that another spelling of the very same command passes by. */
export const denyOtherSpelling: Check = {
  code: 'deny-other-spelling',
  severity: 'warning',
  *find(input) {
    for (const { entry, compiled } of input.rules) {
      if (entry.effect !== 'deny' || compiled?.kind !== 'command' || compiled.pattern.compound) continue
      const alone = [entry]
      const isDenied = (command: string, rules: typeof alone | typeof input.all) =>
        input.decide({ tool: 'Bash', input: { command } }, rules).effect === 'deny'
      const group = spellings.find((commands) => isDenied(commands[0] as string, alone))
      // A rule an explicit ask or deny rule backs up leaves nothing unasked.
      const missed = group?.find((command) => {
        const decision = input.decide({ tool: 'Bash', input: { command } }, input.all)
        return decision.effect === 'allow' || (decision.effect === 'ask' && decision.reason.code !== 'rule')
      })
      if (missed === undefined || group === undefined) continue
      const call = { tool: 'Bash', input: { command: missed } }
      const { effect } = input.decide(call, input.all)
      yield {
        at: entry.source,
        data: { rule: entry.text, denied: group[0], missed },
        witness: { call, with: effect, without: input.decide(call, input.without(entry)).effect },
        fix: { title: `add a deny rule for \`${missed}\`, or one for all of its kind`, safe: false, edits: [] },
      }
    }
  },
}
