import type { Decision, Effect, Reason } from '../decision.ts'
import { place, sentence } from '../explain.ts'

/** Where the rule of a reason stands: for files also the JSON pointer, which survives an edit above it. */
function sourceOf({ source }: Reason): Record<string, unknown> {
  if (source === undefined) return {}
  return { layer: source.layer, source: place(source), ...(source.line > 0 ? { pointer: source.pointer } : {}) }
}

/** A reason with everything known about it. */
export function reasonJson(effect: Effect, reason: Reason): Record<string, unknown> {
  return {
    code: reason.code,
    ...(reason.rule === undefined ? {} : { rule: reason.rule }),
    ...sourceOf(reason),
    ...(reason.subject === undefined ? {} : { subject: reason.subject }),
    ...(reason.detail === undefined ? {} : { detail: reason.detail }),
    ...(reason.because === undefined ? {} : { because: reason.because }),
    message: sentence(effect, reason),
  }
}

/** A decision in the stable JSON of the command line (`schema/answer.schema.json`). */
export function toAnswer(decision: Decision): Record<string, unknown> {
  const { effect, reason } = decision
  return {
    effect,
    reason: reasonJson(effect, reason),
    readOnly: decision.readOnly,
    concurrencySafe: decision.concurrencySafe,
    effects: decision.effects,
    parts: decision.parts.map((part) => ({
      subject: part.subject,
      effect: part.effect,
      reason: {
        code: part.reason.code,
        ...(part.reason.rule === undefined ? {} : { rule: part.reason.rule }),
        ...(part.reason.detail === undefined ? {} : { detail: part.reason.detail }),
      },
    })),
    known: decision.known,
    commands: decision.commands,
    stricter: decision.stricter,
    ...(decision.warnings.length === 0 ? {} : { warnings: decision.warnings }),
  }
}
