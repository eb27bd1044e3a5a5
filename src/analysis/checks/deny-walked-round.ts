import type { Check } from '../check.ts'
import { detours } from '../spellings.ts'

/** A deny rule beside an allow rule that lets another program do the same. */
export const denyWalkedRound: Check = {
  code: 'deny-walked-round',
  severity: 'warning',
  *find(input) {
    const told = new Set<string>()
    for (const { entry, compiled } of input.rules) {
      if (entry.effect !== 'deny' || compiled === null) continue
      for (const { what, denied, others } of detours(input.context)) {
        if (told.has(what) || input.decide(denied, [entry]).effect !== 'deny') continue
        // In the sandbox the deny rule holds for every program (spec/permissions.md 2.8).
        const way = others.find((call) => {
          const { effect, reason } = input.decide(call, input.all)
          return effect === 'allow' && (reason.code === 'rule' || reason.code === 'read-only')
        })
        if (way === undefined) continue
        const decision = input.decide(way, input.all)
        // One sentence for each thing that is not really forbidden.
        told.add(what)
        yield {
          at: entry.source,
          data: { rule: entry.text, what, by: decision.reason.rule ?? null, reason: decision.reason.code },
          witness: { call: way, with: 'allow', without: input.decide(way, input.without(entry)).effect },
          fix: { title: 'deny the other ways too, or take the allow rule back', safe: false, edits: [] },
        }
      }
    }
  },
}
