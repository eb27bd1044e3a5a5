import { canonicalTool, guardEvents, hookEvent, toolAliases, toolEvents } from './events.ts'

/** `unmatchable`: nobody can say whether it matches, because the pattern or the payload is broken. */
export type Match = 'yes' | 'no' | 'unmatchable'

/** Events whose matcher knows only letters, digits, `_` and `|` before it becomes a regular expression. */
const narrowEvents: ReadonlySet<string> = new Set(['FileChanged', 'StopFailure'])

/** The names of an exact list (`Edit, Write`), or null when the matcher is a regular expression. */
export function exactNames(event: string, matcher: string): readonly string[] | null {
  const narrow = narrowEvents.has(event)
  if (!(narrow ? /^[A-Za-z0-9_|]+$/ : /^[A-Za-z0-9_\- ,|]+$/).test(matcher)) return null
  return matcher
    .split(narrow ? '|' : /[|,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

export function matchesAll(matcher: string | undefined): boolean {
  return matcher === undefined || matcher === '' || matcher === '*'
}

/** Whether a matcher covers what the payload is about (spec/hooks.md 1.4). Case counts, regular expressions float. */
export function matcherMatches(
  event: string,
  matcher: string | undefined,
  payload: Readonly<Record<string, unknown>>,
): Match {
  const row = hookEvent(event)
  if (row === undefined) return 'no'
  if (row.matchOn === null || matchesAll(matcher)) return 'yes'
  const value = subjectOf(event, row.matchOn, payload)
  if (value === undefined) return guardEvents.has(event) ? 'unmatchable' : 'no'
  // No canonical model name is known: every hook runs (spec/hooks.md 1.3).
  if (row.matchOn === 'to_model' && value === '') return 'yes'
  const names = exactNames(event, matcher as string)
  if (names !== null) {
    const known = toolEvents.has(event) ? names.map(canonicalTool) : names
    return known.includes(value) ? 'yes' : 'no'
  }
  const pattern = regexOf(matcher as string)
  if (pattern === null) return 'unmatchable'
  return pattern.test(value) ? 'yes' : 'no'
}

/** The matcher as the regular expression it is; null when it is none that compiles. */
export function regexOf(matcher: string): RegExp | null {
  try {
    return new RegExp(matcher)
  } catch {
    return null
  }
}

/** An exact name in a matcher that is an old name of a tool, with the name it stands for. */
export function aliasIn(event: string, matcher: string | undefined): readonly [string, string] | null {
  if (matcher === undefined || !toolEvents.has(event)) return null
  const old = exactNames(event, matcher)?.find((name) => Object.hasOwn(toolAliases, name))
  return old === undefined ? null : [old, canonicalTool(old)]
}

function subjectOf(event: string, field: string, payload: Readonly<Record<string, unknown>>): string | undefined {
  const value = payload[field]
  if (field === 'to_model') return typeof value === 'string' ? value.replace(/\[1m\]$/, '') : ''
  if (typeof value !== 'string') return undefined
  if (event === 'FileChanged') return value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1)
  return field === 'tool_name' ? canonicalTool(value) : value
}

/** The files a FileChanged matcher asks to watch: its pieces at `|`, taken literally (spec/hooks.md 1.4). */
export function watchedFiles(matcher: string | undefined): readonly string[] {
  return matcher === undefined ? [] : matcher.split('|').filter((name) => name !== '')
}
