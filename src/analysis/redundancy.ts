import { compareEffects, type Effect } from '../decision.ts'
import { place } from '../explain.ts'
import type { RuleEntry } from '../rules/context.ts'
import type { Check } from './check.ts'
import { exampleCalls } from './example-calls.ts'
import type { Witness } from './finding.ts'
import { covers } from './languages/rule-language.ts'
import { type LintInput, type LintRule, ruleFix } from './lint-input.ts'

/** A rule that never decides, the rule that decides first, and a call both are about. */
export interface Redundant {
  readonly rule: LintRule
  readonly by: LintRule
  readonly witness: Witness
}

const known = new WeakMap<LintInput, readonly Redundant[]>()

/**
 * Rules all of whose calls are decided by one other rule that is at least as strict. That the one covers the other is
 * proved on their languages; that nothing else about it counts is asked of the engine for each example.
 */
export function redundantRules(input: LintInput): readonly Redundant[] {
  const before = known.get(input)
  if (before !== undefined) return before
  const live = input.rules.filter(({ compiled }) => compiled !== null)
  const dropped = new Set<LintRule>()
  const found = live.flatMap((rule): Redundant[] => {
    for (const by of live) {
      if (by === rule || dropped.has(by) || !decidesFirst(by, rule, live) || !covers(by.compiled!, rule.compiled!))
        continue
      const witness = unchanged(rule, input)
      if (witness === null) continue
      dropped.add(rule)
      return [{ rule, by, witness }]
    }
    return []
  })
  known.set(input, found)
  return found
}

/** The check of rules of one effect that are decided first by rules of a stricter one. */
export function shadowCheck(code: string, effect: Effect, by: Effect): Check {
  return {
    code,
    severity: 'warning',
    *find(input) {
      for (const { rule, by: other, witness } of redundantRules(input)) {
        if (rule.entry.effect !== effect || other.entry.effect !== by) continue
        const { entry } = rule
        yield {
          at: entry.source,
          data: { rule: entry.text, by: other.entry.text, byPlace: placeFrom(entry, other.entry) },
          witness,
          fix: { ...ruleFix(entry, undefined, false), title: `remove the rule, or narrow \`${other.entry.text}\`` },
        }
      }
    },
  }
}

/** Where another rule stands, as said beside a rule: the line alone within one file. */
export function placeFrom({ source }: RuleEntry, other: RuleEntry): string {
  return source.file === other.source.file && other.source.line > 0 ? `line ${other.source.line}` : place(other.source)
}

/**
 * Whether `by` is looked at before `rule` and may stand for it. Of two equal ones in one list the first stays; a rule of one
 * file does not make the same rule of another file needless, because each file may be read without the other.
 */
function decidesFirst(by: LintRule, rule: LintRule, live: readonly LintRule[]): boolean {
  if (hasExceptions(by, live) || hasExceptions(rule, live)) return false
  const order = compareEffects(by.entry.effect, rule.entry.effect)
  if (order !== 0) return order < 0
  if (by.entry.source.file !== rule.entry.source.file) return false
  const isWiderToo = covers(rule.compiled!, by.compiled!)
  // An equal text is the finding of `rule-duplicate`.
  return isWiderToo ? live.indexOf(by) < live.indexOf(rule) && by.entry.text.trim() !== rule.entry.text.trim() : true
}

/** `!` paths of the same list take calls out of a path rule, which its language does not say. */
function hasExceptions({ compiled, entry }: LintRule, live: readonly LintRule[]): boolean {
  return (
    compiled?.kind === 'path' &&
    (compiled.path.negated ||
      live.some(
        (other) =>
          other.compiled?.kind === 'path' &&
          other.compiled.path.negated &&
          other.entry.source.file === entry.source.file,
      ))
  )
}

/** The first example of a rule, when none of its examples is decided otherwise without it; else null. */
function unchanged({ entry, compiled }: LintRule, input: LintInput): Witness | null {
  const rest = input.without(entry)
  const witnesses = exampleCalls(compiled!, input.context).map(
    (call): Witness => ({
      call,
      with: input.decide(call, input.all).effect,
      without: input.decide(call, rest).effect,
    }),
  )
  return witnesses.every((one) => one.with === one.without) ? (witnesses[0] ?? null) : null
}
