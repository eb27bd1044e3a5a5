import type { HookEntry, PermissionContext } from '../rules/context.ts'
import { endlessEvents, guardEvents, toolEvents } from './events.ts'
import { type Handler, handlerLabel, isFault, readHandler } from './handler.ts'
import { aliasIn, matcherMatches } from './matcher.ts'
import { urlAllowed } from './urls.ts'

/** Why a configured hook of this event does not run. */
export type SkipCode =
  | 'matcher'
  | 'if'
  | 'if-elsewhere'
  | 'disabled'
  | 'managed-only'
  | 'duplicate'
  | 'invalid'
  | 'url-not-allowed'
  | 'once'
  | 'never-here'
  | 'unmatchable'

/** One hook of the firing event: what runs, or why it does not. */
export interface Selection {
  readonly entry: HookEntry
  readonly handler: Handler | null
  readonly skip: SkipCode | null
  /** Words for the skip; empty when it runs. */
  readonly detail: string
  /** The hook does not run and the call is blocked for it: a guard nobody could ask. */
  readonly blocks: boolean
}

/** Whether a handler's `if` covers the call; throws or says true when it cannot know. */
export type IfTest = (rule: string, payload: Readonly<Record<string, unknown>>) => boolean

export interface SelectOptions {
  readonly ifTest: IfTest
  /** Identities of `once` hooks that have had their run. */
  readonly spent: ReadonlySet<string>
}

/** The hooks of an event in the order of settings, each with what becomes of it for this payload. */
export function selectHooks(
  context: PermissionContext,
  event: string,
  payload: Readonly<Record<string, unknown>>,
  options: SelectOptions,
): Selection[] {
  const seen = new Set<string>()
  return context.hooks
    .filter((entry) => entry.event === event)
    .map((entry) => selectOne(context, entry, payload, options, seen))
}

function selectOne(
  context: PermissionContext,
  entry: HookEntry,
  payload: Readonly<Record<string, unknown>>,
  options: SelectOptions,
  seen: Set<string>,
): Selection {
  const off = switchedOff(context, entry)
  if (off !== null) return skipped(entry, null, off, 'hooks of this layer are switched off')
  const match = matcherMatches(entry.event, entry.matcher, payload)
  if (match === 'no') return skipped(entry, null, 'matcher', `\`${entry.matcher}\` does not match`)
  if (match === 'unmatchable') {
    const detail = `\`${entry.matcher}\` is no regular expression that can be matched`
    return { ...skipped(entry, null, 'unmatchable', detail), blocks: guardEvents.has(entry.event) }
  }
  const handler = readHandler(entry)
  if (isFault(handler)) {
    const closed = entry.handler['onFailure'] === 'block' && !endlessEvents.has(entry.event)
    return { ...skipped(entry, null, 'invalid', handler.fault), blocks: closed }
  }
  if (neverHere(entry.event, handler, payload)) {
    return skipped(entry, handler, 'never-here', `a \`${handler.type}\` hook has no effect on ${entry.event}`)
  }
  if (handler.if !== undefined) {
    if (!toolEvents.has(entry.event)) {
      return skipped(entry, handler, 'if-elsewhere', `\`if\` is never true on ${entry.event}`)
    }
    if (!ifHolds(handler.if, payload, options.ifTest)) {
      return skipped(entry, handler, 'if', `\`if: ${handler.if}\` does not cover the call`)
    }
  }
  const identity = hookIdentity(entry)
  if (seen.has(identity)) return skipped(entry, handler, 'duplicate', 'the same handler stands in another place')
  seen.add(identity)
  // Only a skill may run a hook once (spec/hooks.md 1.6).
  if (handler.once && entry.origin?.kind === 'skill' && options.spent.has(identity)) {
    return skipped(entry, handler, 'once', 'it has had its one run')
  }
  if (handler.type === 'http' && context.allowedHttpHookUrls !== null) {
    if (!urlAllowed(handler.url, context.allowedHttpHookUrls)) {
      const detail = `\`${handler.url}\` is not covered by \`allowedHttpHookUrls\``
      return { ...skipped(entry, handler, 'url-not-allowed', detail), blocks: handler.failClosed }
    }
  }
  return { entry, handler, skip: null, detail: '', blocks: false }
}

/** What a reader should know about a selection besides its outcome. */
export function selectionWarning({ entry, skip, detail }: Selection): string | null {
  const alias = aliasIn(entry.event, entry.matcher)
  if (skip === 'invalid' || skip === 'unmatchable' || skip === 'url-not-allowed' || skip === 'if-elsewhere') {
    return `hook ${handlerLabel(entry.handler)} (${place(entry)}) does not run: ${detail}`
  }
  if (skip === null && alias !== null) return `${place(entry)}: \`${alias[0]}\` is now called \`${alias[1]}\``
  return null
}

export function place({ source }: HookEntry): string {
  return source.line > 0 ? `${source.file}:${source.line}` : `${source.file}${source.pointer}`
}

/**
 * What makes two entries the same handler: event, type and every field but `statusMessage`. Copies that a plugin or a
 * skill brings count for themselves.
 */
export function hookIdentity(entry: HookEntry): string {
  const { statusMessage: _, ...fields } = entry.handler
  const origin =
    entry.origin === undefined ? '' : `${entry.origin.kind}:${entry.origin.name}:${entry.origin.root ?? ''}`
  return `${entry.event}\n${origin}\n${canonicalJson(fields)}`
}

/** Managed hooks outlive every switch but one in managed settings itself (spec/hooks.md 1.2). */
function switchedOff(context: PermissionContext, entry: HookEntry): 'disabled' | 'managed-only' | null {
  const managed = (entry.source.layer === 'managed' && entry.origin === undefined) || entry.origin?.forced === true
  if (context.disableAllHooks) {
    const everything = context.layers.some(
      ({ layer, settings }) => layer === 'managed' && settings['disableAllHooks'] === true,
    )
    if (everything || !managed) return 'disabled'
  }
  return context.managedHooksOnly && !managed ? 'managed-only' : null
}

function neverHere(event: string, handler: Handler, payload: Readonly<Record<string, unknown>>): boolean {
  if (handler.type === 'prompt') return event === 'PermissionRequest'
  if (handler.type !== 'mcp_tool') return false
  return event === 'Setup' || (event === 'SessionStart' && payload['source'] === 'startup')
}

function ifHolds(rule: string, payload: Readonly<Record<string, unknown>>, test: IfTest): boolean {
  try {
    return test(rule, payload)
  } catch {
    // Cannot decide: run it (spec/hooks.md 1.5).
    return true
  }
}

function skipped(entry: HookEntry, handler: Handler | null, skip: SkipCode, detail: string): Selection {
  return { entry, handler, skip, detail, blocks: false }
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}
