import type { ToolCall } from '../call.ts'
import type { Effect, Part } from '../decision.ts'
import type { PermissionContext, RuleEntry } from '../rules/context.ts'
import { factsOf } from '../rules/evaluate.ts'
import { compiledRules } from '../rules/rule.ts'
import type { System } from '../system.ts'

const effects: readonly Effect[] = ['deny', 'ask', 'allow']

/** For every part of a decision the rules that match it, in the order in which the law asks them. */
export function contenders(
  call: ToolCall,
  parts: readonly Part[],
  context: PermissionContext,
  system: System,
): readonly (readonly RuleEntry[])[] {
  const { subjects } = factsOf(call, context, system)
  const rules = compiledRules(context, system)
  return parts.map((part) => {
    const subject = subjects.find(({ label, start }) => label === part.subject && start === part.start)
    if (subject === undefined) return []
    return effects.flatMap((effect) =>
      rules[effect].filter((rule) => subject.covers(rule, effect)).map((rule) => rule.entry),
    )
  })
}

/** Whether a rule gave a part its effect. */
export function decidedBy({ reason }: Part, entry: RuleEntry): boolean {
  const { code, rule, source } = reason
  if (code !== 'rule' || rule !== entry.text) return false
  return source?.file === entry.source.file && source.pointer === entry.source.pointer
}
