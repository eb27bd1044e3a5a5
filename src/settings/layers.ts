import type { Layer } from '../decision.ts'
import type { Issue } from '../errors.ts'
import type { RuleEntry, SettingsLayer } from '../rules/context.ts'
import { issueAt } from './faults.ts'
import { asObject, frozenCopy, type JsonObject, kindOf, type Walk } from './json.ts'
import type { Document } from './positions.ts'
import { recover } from './recover.ts'
import { explainMisfit } from './schema.ts'
import { fits } from './shape.ts'

/** One settings file as found, before anything of it is believed. */
export interface FoundLayer {
  readonly layer: Layer
  readonly file: string
  readonly anchor: string
  /** Text of a file or of inline JSON; a value that is no string is taken as parsed. */
  readonly content: unknown
  /** Whether it comes with a repository, so that its allow rules and directories wait for trust; asked only when that matters. */
  readonly fromRepository: () => boolean
  /** Rules given as flags: a deny survives the managed lock (spec/permissions.md 1.7). */
  readonly flag?: boolean
  /** Why there is no content, although something stands there or was named. */
  readonly fault?: LayerFault | undefined
  /** Waits a moment and reads the text again, for a file that somebody may just be writing. */
  readonly again?: () => string | undefined
}

export interface LayerFault {
  readonly code: 'unreadable' | 'missing-file' | 'too-large'
  readonly found: string
  readonly expected: string
}

/** A layer that was read: its settings, what kept it from being read whole, and rules hidden by a repeated key. */
export interface ReadLayer {
  readonly layer: Layer
  readonly file: string
  readonly anchor: string
  readonly fromRepository: () => boolean
  readonly flag: boolean
  readonly document: Document | undefined
  readonly settings: JsonObject
  /** The reference client would drop the whole file; nothing of it may loosen. */
  readonly dropped: boolean
  /** It is not even a JSON object; what stands in `settings` was picked from the ruins. */
  readonly unusable: boolean
  /** Deny and ask rules of earlier copies of a repeated key. */
  readonly hidden: readonly RuleEntry[]
}

const empty: JsonObject = Object.freeze(Object.create(null))
const noRules: readonly RuleEntry[] = Object.freeze([])

/** Reads one layer. Never throws: a fault becomes an issue, and what can still be read is kept. */
export function readLayer(found: FoundLayer, issues: Issue[]): ReadLayer {
  if (found.fault !== undefined) {
    const { code, ...data } = found.fault
    issues.push(issueAt({ file: found.file, document: undefined }, '', code, 'error', data))
    return readAs(found, undefined, empty, 'unusable', noRules)
  }
  if (typeof found.content !== 'string') return readValue(found, undefined, found.content, issues)
  const { text, value, error } = settled(found, found.content)
  const document: Document = { text }
  if (error === undefined) return readValue(found, document, value, issues)
  if (text.trim() === '') return readAs(found, document, empty, 'whole', noRules)
  const recovered = recover(found, document, error, issues)
  return readAs(found, recovered.document, recovered.settings, 'unusable', recovered.hidden)
}

interface Parsed {
  readonly text: string
  readonly value?: unknown
  readonly error?: Error
}

/** A text that is no JSON is read again as long as it changes: a half-written file would have fewer deny rules. */
function settled(found: FoundLayer, content: string): Parsed {
  let parsed = parse(content)
  for (let tries = 0; parsed.error !== undefined && tries < 3; tries++) {
    const next = found.again?.()
    if (next === undefined || next === content) break
    content = next
    parsed = parse(content)
  }
  return parsed
}

function parse(content: string): Parsed {
  const text = content.charCodeAt(0) === 0xfeff ? content.slice(1) : content
  try {
    return { text, value: JSON.parse(text) }
  } catch (error) {
    return { text, error: error as Error }
  }
}

function readValue(found: FoundLayer, document: Document | undefined, value: unknown, issues: Issue[]): ReadLayer {
  const walk: Walk = { keys: 0, tooDeep: false }
  const settings = asObject(frozenCopy(value, walk))
  const place = { file: found.file, document }
  if (settings === undefined) {
    issues.push(issueAt(place, '', 'wrong-type', 'error', { expected: 'an object', found: kindOf(value), drops: true }))
    return readAs(found, document, empty, 'unusable', noRules)
  }
  if (walk.tooDeep) issues.push(issueAt(place, '', 'too-deep', 'warning', { expected: 'at most 64 levels' }))
  const repeats = document !== undefined && mayRepeatKeys(document.text, walk.keys)
  const hidden = repeats ? recover(found, document, undefined, issues).hidden : noRules
  if (fits(settings)) return readAs(found, document, settings, 'whole', hidden)
  // The reference client repairs a managed file instead: only the wrong value goes.
  const drops = found.layer !== 'managed'
  for (const { pointer, ...data } of explainMisfit(settings)) {
    issues.push(issueAt(place, pointer, 'wrong-type', 'error', { ...data, drops }))
  }
  return readAs(found, document, settings, drops ? 'dropped' : 'whole', hidden)
}

function readAs(
  { layer, file, anchor, fromRepository, flag = false }: FoundLayer,
  document: Document | undefined,
  settings: JsonObject,
  state: 'whole' | 'dropped' | 'unusable',
  hidden: readonly RuleEntry[],
): ReadLayer {
  const dropped = state !== 'whole'
  const unusable = state === 'unusable'
  return { layer, file, anchor, fromRepository, flag, document, settings, dropped, unusable, hidden }
}

/**
 * Whether a key may stand twice. A key ends in a quote and a colon; more of those than keys read means a repeat,
 * or a string that looks like one. A backslash pair may hide the end of a key, so it needs the closer look too.
 */
function mayRepeatKeys(text: string, keys: number): boolean {
  if (text.includes('\\\\')) return true
  let count = 0
  keyEnd.lastIndex = 0
  while (keyEnd.test(text)) count++
  return count !== keys
}

const keyEnd = /(?<!\\)"\s*:/g

/** The part of a layer that the context shows. */
export function shown(read: ReadLayer): SettingsLayer {
  const { layer, file, anchor, settings, dropped } = read
  return Object.freeze({ layer, file, anchor, settings, dropped })
}
