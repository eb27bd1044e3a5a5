import { asObject, type JsonObject } from './json.ts'

/** Longest reason that is shown; it is a line for the model, not a page. */
const maxLength = 500

/**
 * Why a file's rules are as they are: `toolgate.because`, an object from the text of a rule to its reason. A key of our
 * own, because the reference client passes over keys it does not know (spec/permissions.md 1.5) and a rule is a bare text.
 */
export function reasonsIn(settings: JsonObject): (rule: string) => string | undefined {
  const reasons = asObject(asObject(settings['toolgate'])?.['because'])
  if (reasons === undefined) return noReason
  return (rule) => {
    const reason = Object.hasOwn(reasons, rule) ? reasons[rule] : undefined
    if (typeof reason !== 'string') return undefined
    const line = reason.replace(/[\s\x00-\x1f\x7f]+/g, ' ').trim()
    return line === '' ? undefined : line.slice(0, maxLength)
  }
}

const noReason = () => undefined
