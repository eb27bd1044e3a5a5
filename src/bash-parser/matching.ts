import type { CommandEffects, PathUse } from './effects.ts'
import type { GlobOptions } from './glob.ts'
import type { Script } from './script.ts'

/** Options under which the patterns of a text may be matched: those it names, for deny and ask; undefined when it names none. */
export function matchingOf({ text }: Script): GlobOptions | undefined {
  const hidden = text.includes('dotglob') || text.includes('GLOBIGNORE')
  const anyCase = text.includes('nocaseglob')
  return hidden || anyCase ? { hidden, anyCase } : undefined
}

/** The same effects, their patterns matched under these options. */
export function matchedWith(matching: GlobOptions, effects: CommandEffects): CommandEffects {
  const all = (uses: readonly PathUse[]) => uses.map((use) => (use.glob === null ? use : { ...use, matching }))
  return { ...effects, reads: all(effects.reads), writes: all(effects.writes), deletes: all(effects.deletes) }
}
