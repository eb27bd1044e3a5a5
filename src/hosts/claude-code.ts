import { isAbsolute } from 'node:path'
import { type Mode, modes, type ToolCall } from '../call.ts'
import type { Decision } from '../decision.ts'
import { place, sentence, warningText } from '../explain.ts'
import { hookEvents } from '../settings/shape.ts'

/** The events this host asks us about; a failure to decide one of them must block. */
export type DecidedEvent = 'PreToolUse' | 'PermissionRequest'

/** The events that tell of a call after it was started: nothing can be undone, but the model can be told. */
export type PastEvent = 'PostToolUse' | 'PostToolUseFailure'

/** A call the host wants decided. */
export interface Question extends Told {
  readonly kind: 'call'
  readonly event: DecidedEvent
}

/** A call that was started already, whether or not it succeeded. */
export interface Past extends Told {
  readonly kind: 'past'
  readonly event: PastEvent
}

interface Told {
  readonly call: ToolCall
  readonly cwd: string
  /** undefined: the payload names none. */
  readonly mode: Mode | undefined
  /** A mode this engine does not know: nothing may be allowed in it. */
  readonly unknownMode: string | undefined
}

/** What a hook payload asks, after every field was looked at. */
export type Payload =
  | Question
  | Past
  /** An event that asks for no decision. */
  | { readonly kind: 'other'; readonly event: string }
  | { readonly kind: 'unreadable'; readonly event: string | undefined; readonly why: string }

/** Reads the JSON a host sends to its hooks. Never throws: what cannot be read is said in `why`. */
export function readPayload(text: string): Payload {
  if (text.trim() === '') return { kind: 'unreadable', event: undefined, why: 'the payload on stdin is empty' }
  let payload: unknown
  try {
    payload = JSON.parse(text)
  } catch (error) {
    return { kind: 'unreadable', event: undefined, why: `the payload on stdin is not JSON: ${oneLine(error)}` }
  }
  if (!isObject(payload)) return { kind: 'unreadable', event: undefined, why: 'the payload on stdin is no JSON object' }
  const event = payload['hook_event_name']
  if (typeof event !== 'string') return missing(undefined, 'hook_event_name', 'the name of an event')
  if (!isDecided(event) && !isPast(event)) {
    if (hookEvents.has(event)) return { kind: 'other', event }
    return {
      kind: 'unreadable',
      event: undefined,
      why: `\`hook_event_name\` is \`${short(event)}\`, which is no known event`,
    }
  }
  const { tool_name: tool, tool_input: input, cwd, permission_mode: mode } = payload
  if (typeof tool !== 'string' || tool === '') return missing(event, 'tool_name', 'the name of a tool')
  if (!isObject(input)) return missing(event, 'tool_input', 'an object')
  if (typeof cwd !== 'string' || !isAbsolute(cwd)) return missing(event, 'cwd', 'an absolute path')
  if (mode !== undefined && typeof mode !== 'string') return missing(event, 'permission_mode', 'the name of a mode')
  const known = mode === 'manual' ? 'default' : modes.find((name) => name === mode)
  const told: Told = {
    call: { tool, input },
    cwd,
    mode: known ?? (mode === undefined ? undefined : 'default'),
    unknownMode: known === undefined ? mode : undefined,
  }
  return isDecided(event) ? { kind: 'call', event, ...told } : { kind: 'past', event, ...told }
}

function isDecided(event: string): event is DecidedEvent {
  return event === 'PreToolUse' || event === 'PermissionRequest'
}

function isPast(event: string): event is PastEvent {
  return event === 'PostToolUse' || event === 'PostToolUseFailure'
}

/** Codes whose allow rests on a rule or on a proof, and not on a mode. */
const provable = new Set(['rule', 'read-only', 'no-permission-needed'])

/**
 * The answer in the host's own JSON. `strictAllow`: an allow that rests on no rule and no proof is left unsaid, and the
 * host decides by its own rules.
 */
export function answer(question: Question, decision: Decision, options: { readonly strictAllow: boolean }): string {
  const { event, unknownMode } = question
  const doubted = decision.effect === 'allow' && unknownMode !== undefined
  const effect = doubted ? 'ask' : decision.effect
  const text = doubted ? `the mode \`${short(unknownMode)}\` is not known to this engine` : reasonText(decision)
  if (effect === 'allow' && options.strictAllow && !isProvable(decision)) return '{}'
  if (event === 'PreToolUse') return said(event, { permissionDecision: effect, permissionDecisionReason: text })
  if (effect === 'ask') return '{}'
  return said(event, { decision: effect === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', message: text } })
}

/**
 * What the model is told of a call that was started although the rules deny it (spec/hooks.md 3.6); undefined when there
 * is nothing to tell. Facts and no orders: a text that reads like an order is taken for an injection.
 */
export function remark({ event, call }: Past, decision: Decision): string | undefined {
  // The disk is no longer as it was, so only a rule says something about a call of the past.
  const denied = decision.parts.find(({ effect, reason }) => effect === 'deny' && reason.code === 'rule')
  if (denied === undefined) return undefined
  const happened = event === 'PostToolUse' ? 'has run' : 'was started and failed'
  const reason = `this call ${happened}, and the rules deny it: ${reasonText({ ...decision, reason: denied.reason })}`
  const additionalContext =
    `The permission rules in force deny this ${short(call.tool)} call. Nothing was undone: what it did before now stands. ` +
    'Either no hook judged it beforehand, or its input or the rules were changed afterwards.'
  return JSON.stringify({ decision: 'block', reason, hookSpecificOutput: { hookEventName: event, additionalContext } })
}

/** Why nothing can be said, for whoever reads the stderr of the event. */
export function whyUndecided(event: string | undefined, why: string): string {
  if (event === undefined || !isPast(event)) return why
  return `nobody can tell whether the rules allow this call, which was started already: ${why}`
}

/** What is printed besides exit code 2: PermissionRequest honours no exit code, only this JSON. */
export function refusalToDecide(event: string | undefined, why: string): string | undefined {
  if (event !== 'PermissionRequest') return undefined
  return said(event, { decision: { behavior: 'deny', message: why } })
}

function isProvable(decision: Decision): boolean {
  return (
    decision.known &&
    provable.has(decision.reason.code) &&
    decision.parts.every((part) => provable.has(part.reason.code))
  )
}

/** One line for the model or the person: what was decided, about which subject, by which line of which file. */
function reasonText({ effect, reason, warnings }: Decision): string {
  const subject = reason.subject === undefined ? '' : ` (\`${short(reason.subject)}\`)`
  // Nobody reads the place of an allow rule, and finding a line in a file has its price.
  const source = reason.source === undefined || effect === 'allow' ? '' : ` at ${place(reason.source)}`
  const { because, ...bare } = reason
  const why = because === undefined ? '' : `: ${because}`
  const text = `${sentence(effect, bare)}${source}${subject}${why}`
  return [text, ...warnings.map((warning) => `warning: ${warningText(warning)}`)].join('; ')
}

function said(event: DecidedEvent, fields: Record<string, unknown>): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } })
}

function missing(event: string | undefined, field: string, expected: string): Payload {
  return { kind: 'unreadable', event, why: `\`${field}\` of the payload is missing or wrong: expected ${expected}` }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Long enough to recognise a command by, short enough for a message. */
const shortLength = 200

function short(text: string): string {
  const line = text.replace(/[\x00-\x1f\x7f]+/g, ' ')
  return line.length <= shortLength ? line : `${line.slice(0, shortLength)}…`
}

function oneLine(error: unknown): string {
  return short(error instanceof Error ? error.message : String(error))
}
