import type { Issue } from '../errors.ts'
import type { HookEntry } from '../rules/context.ts'
import { issueAt } from './faults.ts'
import { asList, asObject, escapePointer, kindOf } from './json.ts'
import type { ReadLayer } from './layers.ts'
import { decidingEvents, hookEvents, isHookGroup, isHookHandler } from './shape.ts'
import { sourceAt } from './source.ts'

/**
 * The hooks of all layers, in the order of layers and files; a handler that several files hold alike stands once.
 * Of a file that the reference client would drop only the hooks that decide about calls are kept, and those may only tighten.
 */
export function hookEntries(reads: readonly ReadLayer[], issues: Issue[]): HookEntry[] {
  const holding = reads.filter((read) => asObject(read.settings['hooks']) !== undefined)
  const entries: HookEntry[] = []
  // A file that stands whole comes first, so that of two copies the one that may also allow stays.
  for (const read of holding) if (!read.dropped) collect(read, entries, issues)
  for (const read of holding) if (read.dropped) collect(read, entries, issues)
  return holding.length > 1 ? withoutCopies(entries) : entries
}

function collect(read: ReadLayer, entries: HookEntry[], issues: Issue[]): void {
  const hooks = asObject(read.settings['hooks'])!
  for (const event of Object.keys(hooks)) {
    const pointer = `/hooks/${escapePointer(event)}`
    if (!hookEvents.has(event)) {
      issues.push(issueAt(read, pointer, 'unknown-event', 'warning', { event }))
      continue
    }
    if (read.dropped && !decidingEvents.includes(event)) continue
    const groups = hooks[event]
    if (!Array.isArray(groups)) skip(read, pointer, groups, 'a list', issues)
    for (const [i, group] of asList(groups).entries()) {
      const at = `${pointer}/${i}`
      if (!isHookGroup(group)) {
        skip(read, at, group, 'an object with `hooks` and a text as `matcher`', issues)
        continue
      }
      for (const [j, handler] of group.hooks.entries()) {
        const place = `${at}/hooks/${j}`
        if (!isHookHandler(handler)) {
          skip(read, place, handler, 'a handler with a known `type` and its fields', issues)
          continue
        }
        const entry = { event, matcher: group.matcher, handler, source: sourceAt(read, place) }
        entries.push(Object.freeze(read.dropped ? { ...entry, onlyTightens: true as const } : entry))
      }
    }
  }
}

/** A guard that cannot run is an error; a hook that decides nothing is a warning. */
function skip(read: ReadLayer, pointer: string, found: unknown, expected: string, issues: Issue[]): void {
  // The schema has named what is wrong in a file that drops for it.
  if (read.dropped && !read.unusable) return
  const guards = decidingEvents.some((event) => pointer.startsWith(`/hooks/${event}`))
  const severity = guards ? 'error' : 'warning'
  issues.push(issueAt(read, pointer, 'invalid-entry', severity, { expected, found: kindOf(found) }))
}

function withoutCopies(entries: readonly HookEntry[]): HookEntry[] {
  const seen = new Map<string, string>()
  return entries.filter(({ event, matcher, handler, source }) => {
    const { statusMessage: _, ...meaning } = handler
    const key = JSON.stringify([event, matcher ?? null, Object.entries(meaning).sort(([a], [b]) => (a < b ? -1 : 1))])
    const file = seen.get(key)
    if (file === undefined) seen.set(key, source.file)
    return file === undefined || file === source.file
  })
}
