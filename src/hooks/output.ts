import { type FieldShape, type HookEvent, hookEvent } from './events.ts'
import { isObject } from './handler.ts'

/** What the text that a hook printed is. */
export type Output =
  | { readonly kind: 'empty' }
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'json'; readonly said: Said; readonly ignored: readonly string[] }
  | { readonly kind: 'bad'; readonly fault: string }

/** What a hook said in JSON, checked: only fields that its event knows. */
export interface Said {
  readonly continue: boolean
  readonly stopReason: string | null
  readonly systemMessage: string | null
  readonly terminalSequence: string | null
  readonly decision: 'approve' | 'block' | null
  readonly reason: string | null
  /** The known fields of `hookSpecificOutput`, by name. */
  readonly fields: Readonly<Record<string, unknown>>
}

export const nothingSaid: Said = {
  continue: true,
  stopReason: null,
  systemMessage: null,
  terminalSequence: null,
  decision: null,
  reason: null,
  fields: {},
}

const topLevel: Readonly<Record<string, FieldShape>> = {
  continue: 'boolean',
  stopReason: 'string',
  suppressOutput: 'boolean',
  systemMessage: 'string',
  terminalSequence: 'string',
  decision: ['approve', 'block'],
  reason: 'string',
  hookSpecificOutput: 'object',
}

/** Reads what a command or an MCP tool printed (spec/hooks.md 3.2). */
export function readOutput(text: string, event: string): Output {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return { kind: 'plain', text: trimmed }
  const parsed = parse(trimmed)
  if (parsed === undefined) {
    return isLog(trimmed) ? { kind: 'plain', text: trimmed } : { kind: 'bad', fault: 'its JSON cannot be parsed' }
  }
  return checkOutput(parsed, event)
}

/** Reads the body of an HTTP answer: empty or one JSON object, nothing else (spec/hooks.md 3.8). */
export function readBody(text: string, event: string): Output {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  const parsed = parse(trimmed)
  return isObject(parsed) ? checkOutput(parsed, event) : { kind: 'bad', fault: 'the body is no JSON object' }
}

/** Checks an output object against the schema of its event: known keys by type, unknown ones ignored. */
function checkOutput(output: unknown, event: string): Output {
  if (!isObject(output)) return { kind: 'bad', fault: 'its output is no JSON object' }
  const fault = wrongField(output, topLevel, '')
  if (fault !== null) return { kind: 'bad', fault }
  const ignored = Object.keys(output).filter((key) => !Object.hasOwn(topLevel, key))
  const row = hookEvent(event)
  const specific = output['hookSpecificOutput'] as Record<string, unknown> | undefined
  let fields: Record<string, unknown> = {}
  if (specific !== undefined && row !== undefined) {
    const checked = checkSpecific(specific, event, row)
    if (typeof checked === 'string') return { kind: 'bad', fault: checked }
    fields = checked.fields
    ignored.push(...checked.ignored.map((key) => `hookSpecificOutput.${key}`))
  }
  const string = (key: string) => (output[key] as string | undefined) ?? null
  return {
    kind: 'json',
    ignored,
    said: {
      continue: output['continue'] !== false,
      stopReason: string('stopReason'),
      systemMessage: string('systemMessage'),
      terminalSequence: safeSequence(string('terminalSequence')),
      decision: string('decision') as Said['decision'],
      reason: string('reason'),
      fields,
    },
  }
}

function checkSpecific(
  specific: Readonly<Record<string, unknown>>,
  event: string,
  row: HookEvent,
): string | { fields: Record<string, unknown>; ignored: string[] } {
  const name = specific['hookEventName']
  if (name !== event) {
    const written = name === undefined ? 'missing' : `\`${JSON.stringify(name)}\``
    return `\`hookSpecificOutput.hookEventName\` is ${written}: expected \`${event}\``
  }
  const fault = wrongField(specific, row.fields, 'hookSpecificOutput.')
  if (fault !== null) return fault
  if (event === 'PermissionRequest' && specific['decision'] !== undefined) {
    const wrong = wrongDecision(specific['decision'] as Record<string, unknown>)
    if (wrong !== null) return wrong
  }
  const known = Object.keys(specific).filter((key) => Object.hasOwn(row.fields, key))
  return {
    fields: Object.fromEntries(known.map((key) => [key, specific[key]])),
    ignored: Object.keys(specific).filter((key) => key !== 'hookEventName' && !known.includes(key)),
  }
}

/** The answer of a PermissionRequest hook; its `updatedPermissions` are checked one by one where they are applied. */
function wrongDecision(decision: Readonly<Record<string, unknown>>): string | null {
  const at = 'hookSpecificOutput.decision.'
  const fault = wrongField(
    decision,
    { behavior: ['allow', 'deny'], updatedInput: 'object', message: 'string', interrupt: 'boolean' },
    at,
  )
  if (fault !== null) return fault
  if (decision['behavior'] === undefined) return `\`${at}behavior\` is missing: expected \`allow\` or \`deny\``
  const updates = decision['updatedPermissions']
  return updates === undefined || Array.isArray(updates) ? null : `\`${at}updatedPermissions\` is no list`
}

function wrongField(
  object: Readonly<Record<string, unknown>>,
  shapes: Readonly<Record<string, FieldShape>>,
  prefix: string,
): string | null {
  for (const [key, shape] of Object.entries(shapes)) {
    const value = object[key]
    if (value === undefined || fits(value, shape)) continue
    const expected = typeof shape === 'string' ? shape : shape.map((word) => `\`${word}\``).join(', ')
    return `\`${prefix}${key}\` is \`${JSON.stringify(value).slice(0, 80)}\`: expected ${expected}`
  }
  return null
}

function fits(value: unknown, shape: FieldShape): boolean {
  if (shape === 'any') return true
  if (shape === 'object') return isObject(value)
  if (shape === 'strings') return Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (typeof shape === 'string') return typeof value === shape
  return shape.includes(value as string)
}

/** Two or more lines of JSON, none of which says anything to us: a log, not a broken answer. */
function isLog(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2) return false
  return lines.every((line) => {
    const value = parse(line)
    return value !== undefined && !(isObject(value) && Object.keys(value).some((key) => Object.hasOwn(topLevel, key)))
  })
}

/** Terminal titles, progress, notifications and the bell; any other byte voids the whole field (spec/hooks.md 3.5). */
function safeSequence(text: string | null): string | null {
  return text !== null && /^(?:\x07|\x1b\](?:0|1|2|9|99|777);[^\x00-\x1f\x7f]*(?:\x07|\x1b\\))+$/.test(text)
    ? text
    : null
}

/** undefined for text that is no JSON; `null` is JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether text that is no JSON as a whole holds a line that would be an answer: noise printed before it hid it. */
export function hidesAnswer(text: string): boolean {
  const from = text.indexOf('{')
  if (from < 0) return false
  return /"(hookSpecificOutput|permissionDecision|decision|continue)"\s*:/.test(text.slice(from))
}
