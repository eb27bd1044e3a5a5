import type { Check } from '../check.ts'
import { findSecret, masked } from '../secrets.ts'
import { settingsTexts } from '../settings-values.ts'

/** A token or password in a settings file, which is copied, committed and shown. */
export const secretInSettings: Check = {
  code: 'secret-in-settings',
  severity: 'error',
  *find({ context, placeOf }) {
    for (const layer of context.layers) {
      for (const { pointer, name, text } of settingsTexts(layer)) {
        if (/^\/permissions\/(allow|ask|deny)\//.test(pointer)) continue
        const found = findSecret(text, name)
        if (found === null) continue
        yield {
          at: placeOf(layer.file, pointer),
          data: { kind: found.kind, starts: masked(found.secret), layer: layer.layer },
          witness: null,
          fix: {
            title: 'take it out, make it invalid, and read it from the environment or a helper',
            safe: false,
            edits: [],
          },
        }
      }
    }
  },
}
