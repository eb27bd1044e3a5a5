import type { CommandEffects, PathUse } from './effects.ts'
import type { GlobOptions } from './glob.ts'
import type { Script } from './script.ts'

/** Options under which the patterns of a text may be matched: those it names, for deny and ask; undefined when it names none. */
export function matchingOf(script: Script): GlobOptions | undefined {
  // Quotes may stand in the middle of a name.
  if (!/g['"\\]*l['"\\]*o['"\\]*b/i.test(script.text)) return undefined
  const text = script.text.replace(/['"\\]/g, '')
  const extended = text.includes('extglob')
  const hidden = extended || text.includes('dotglob') || text.includes('GLOBIGNORE')
  const anyCase = text.includes('nocaseglob')
  return hidden || anyCase ? { hidden, anyCase, extended } : undefined
}

/** The innermost `@(a|b)` of a pattern, its characters escaped or, in a word without wildcards, not. */
const group = /[@!+*?](\\\(([^()\\]|\\[^()])*\\\)|\([^()]*\))/g

/** A pattern that matches whatever one with `@(a|b)` and the like matches. */
function withoutGroups(pattern: string): string {
  for (let before = '', now = pattern; ; now = before.replace(group, '*')) {
    if (now === before) return now
    before = now
  }
}

/** The same effects, their patterns matched under these options. */
export function matchedWith(matching: GlobOptions, effects: CommandEffects): CommandEffects {
  const all = (uses: readonly PathUse[]) =>
    uses.map((use): PathUse => {
      const { path, glob } = use
      if (matching.extended === true && path !== null && withoutGroups(path) !== path)
        return { ...use, path: null, glob: withoutGroups(path.replace(/[\\*[\]]/g, '\\$&')), matching }
      if (glob === null) return use
      return { ...use, glob: matching.extended === true ? withoutGroups(glob) : glob, matching }
    })
  return { ...effects, reads: all(effects.reads), writes: all(effects.writes), deletes: all(effects.deletes) }
}
