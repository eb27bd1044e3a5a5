import type { ToolCall } from '../call.ts'
import type { RuleEntry } from '../rules/context.ts'
import type { LintInput } from './lint-input.ts'

/** Whether the rule decides a part of the call, with all settings as they are. */
export function decides(input: LintInput, call: ToolCall, entry: RuleEntry): boolean {
  return input
    .decide(call, input.all)
    .parts.some(
      ({ reason }) => reason.code === 'rule' && reason.rule === entry.text && isSame(reason.source, entry.source),
    )
}

/** The rules without any that allows the call. */
export function notAllowing(input: LintInput, call: ToolCall): readonly RuleEntry[] {
  let rules = input.all
  for (;;) {
    const { effect, parts } = input.decide(call, rules)
    const allowing = parts.flatMap(({ reason }) => (reason.code === 'rule' ? (reason.source ?? []) : []))
    const left = rules.filter(
      (rule) => rule.effect !== 'allow' || !allowing.some((source) => isSame(source, rule.source)),
    )
    if (effect !== 'allow' || left.length === rules.length) return rules
    rules = left
  }
}

function isSame(a: RuleEntry['source'] | undefined, b: RuleEntry['source']): boolean {
  return a !== undefined && a.file === b.file && a.pointer === b.pointer
}
