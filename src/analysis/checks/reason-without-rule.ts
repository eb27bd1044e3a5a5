import { asObject, escapePointer } from '../../settings/json.ts'
import type { Check } from '../check.ts'

/** A reason under `toolgate.because` whose rule does not stand in that file: nobody will ever read it. */
export const reasonWithoutRule: Check = {
  code: 'reason-without-rule',
  severity: 'warning',
  *find({ context, placeOf }) {
    for (const { file, settings } of context.layers) {
      const permissions = asObject(settings['permissions'])
      const rules = new Set(['allow', 'ask', 'deny'].flatMap((effect) => permissions?.[effect] ?? []))
      for (const rule of Object.keys(asObject(asObject(settings['toolgate'])?.['because']) ?? {})) {
        if (rules.has(rule)) continue
        yield {
          at: placeOf(file, `/toolgate/because/${escapePointer(rule)}`),
          data: { rule },
          witness: null,
          fix: { title: 'write the rule as it stands in `permissions`, or remove the reason', safe: false, edits: [] },
        }
      }
    }
  },
}
