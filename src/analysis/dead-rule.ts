import type { ToolCall } from '../call.ts'
import type { DeadRule } from '../rules/rule.ts'
import type { Check } from './check.ts'
import { exampleCalls } from './example-calls.ts'
import type { Fix, Found, Witness } from './finding.ts'
import { type LintInput, type LintRule, lintRule, replaced, ruleFix, witnessOf } from './lint-input.ts'

/** The text that says what the author of a dead rule must have meant; null when that cannot be told. */
export type Mend = (text: string, input: LintInput, rule: LintRule) => string | null

/** The check of one way in which a rule can never match. `example` is a call to show it by where no other text is meant. */
export function deadRule(code: DeadRule['dead'], mend: Mend, example?: (rule: LintRule) => ToolCall | null): Check {
  return {
    code,
    severity: 'error',
    *find(input) {
      for (const rule of input.rules) {
        if (rule.dead !== code) continue
        yield* mended(rule, input, mend(rule.entry.text.trim(), input, rule), example?.(rule) ?? undefined)
      }
    },
  }
}

/**
 * A finding about a rule that should have another text; the witness is a call that the new text is about. None when the
 * rule does decide that call here, whatever the reference client makes of it.
 */
export function* mended(rule: LintRule, input: LintInput, text: string | null, example?: ToolCall): Generator<Found> {
  const { entry } = rule
  const meant = text === null ? null : lintRule({ ...entry, text }, input.context)
  const alive = meant !== null && meant.compiled !== null ? text : null
  const shown =
    meant !== null && alive !== null
      ? witness(meant, input, entry, alive)
      : example === undefined
        ? null
        : witnessOf(input, example, entry)
  if (shown !== null && shown.with !== shown.without) return
  yield {
    at: entry.source,
    data: { rule: entry.text, effect: entry.effect, meant: alive },
    witness: shown,
    fix: fixOf(entry, input, alive),
  }
}

function fixOf(entry: LintRule['entry'], input: LintInput, alive: string | null): Fix {
  if (alive === null) return { title: 'say what is meant, or remove the rule', safe: false, edits: [] }
  const stands = input.all.some(
    (other) => other.effect === entry.effect && other.text === alive && other.source.file === entry.source.file,
  )
  // A dead allow rule that comes to life loosens; a person says so.
  return stands ? ruleFix(entry, undefined, true) : ruleFix(entry, alive, entry.effect !== 'allow')
}

/** The first call whose decision the mended rule changes; else the first it is about. */
function witness(meant: LintRule, input: LintInput, entry: LintRule['entry'], text: string): Witness | null {
  if (meant.compiled === null) return null
  const witnesses = exampleCalls(meant.compiled, input.context).map(
    (call): Witness => ({
      call,
      with: input.decide(call, input.all).effect,
      without: input.decide(call, input.without(entry)).effect,
      fixed: input.decide(call, replaced(input.all, entry, text)).effect,
    }),
  )
  return witnesses.find((one) => one.with !== one.fixed) ?? witnesses[0] ?? null
}
