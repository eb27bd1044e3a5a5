import { posixPath } from '../../path.ts'
import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** `C:\Users\a` in a rule; rules are written `//c/Users/a` everywhere. */
export const pathWindows: Check = {
  code: 'path-windows',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const path = rule.parsed?.specifier
      if (rule.compiled?.kind !== 'path' || !path || !/^!?(\/\/?)?[A-Za-z]:[\\/]/.test(path)) continue
      const plain = path.replace(/^!?\/{0,2}/, '')
      yield* mended(rule, input, `${rule.parsed?.tool}(${path.startsWith('!') ? '!' : ''}/${posixPath(plain)})`)
    }
  },
}
