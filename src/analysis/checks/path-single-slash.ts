import type { Check } from '../check.ts'
import { mended } from '../dead-rule.ts'

/** First folders of an absolute path; a project rarely has one of its own by these names. */
const roots =
  /^\/(etc|usr|var|home|Users|tmp|opt|root|proc|sys|dev|mnt|media|private|Volumes|Applications|Library)(\/|$)/

/** `/etc/passwd` is anchored at the settings' own folder; from the root of the disk it is `//etc/passwd`. */
export const pathSingleSlash: Check = {
  code: 'path-single-slash',
  severity: 'error',
  *find(input) {
    for (const rule of input.rules) {
      const { parsed, compiled } = rule
      const path = parsed?.specifier?.replace(/^!/, '')
      if (compiled?.kind !== 'path' || path === undefined || !roots.test(path)) continue
      const first = path.split('/')[1] as string
      if (input.system.kind(`${compiled.path.root}/${first}`) !== undefined) continue
      yield* mended(rule, input, rule.entry.text.replace(path, `/${path}`))
    }
  },
}
