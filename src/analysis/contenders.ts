import type { ToolCall } from '../call.ts'
import type { Decision, Effect, Part } from '../decision.ts'
import type { PermissionContext, RuleEntry } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import type { System } from '../system.ts'

/** A rule that matches a subject, and whether it is the one that decided it. */
export interface Contender {
  readonly entry: RuleEntry
  readonly decided: boolean
}

const effects: readonly Effect[] = ['deny', 'ask', 'allow']

/**
 * For every part of a decision the rules that match it, the winner first. Found by asking the law with one rule at a
 * time, so that matching means here what it means there; a rule that safety outranks shows up nowhere.
 */
export function contenders(
  call: ToolCall,
  decision: Decision,
  context: PermissionContext,
  system: System,
): readonly (readonly Contender[])[] {
  const found: Contender[][] = decision.parts.map(() => [])
  for (const effect of effects) {
    for (const entry of context.rules[effect]) {
      const alone = evaluate(call, withRules(context, { [effect]: [entry] }), system)
      for (const part of alone.parts) {
        if (!decidedBy(part, entry)) continue
        const index = decision.parts.findIndex((other) => samePlace(other, part))
        if (index >= 0) found[index]!.push({ entry, decided: decidedBy(decision.parts[index]!, entry) })
      }
    }
  }
  return found.map((list) => list.sort((a, b) => Number(b.decided) - Number(a.decided)))
}

/** The same context with other rules; an effect that is not named has none. */
export function withRules(
  context: PermissionContext,
  rules: Readonly<Partial<Record<Effect, readonly RuleEntry[]>>>,
): PermissionContext {
  return { ...context, rules: { deny: rules.deny ?? [], ask: rules.ask ?? [], allow: rules.allow ?? [] } }
}

/** Whether a rule gave a part its effect. */
export function decidedBy({ reason }: Part, entry: RuleEntry): boolean {
  return (
    reason.code === 'rule' &&
    reason.rule === entry.text &&
    reason.source?.pointer === entry.source.pointer &&
    reason.source.file === entry.source.file
  )
}

function samePlace(a: Part, b: Part): boolean {
  return a.subject === b.subject && a.start === b.start
}
