import type { ToolCall } from '../call.ts'
import { compareEffects, type Decision, type Effect, type Part } from '../decision.ts'
import { absolutePath } from '../path.ts'
import type { PermissionContext, RuleEntry } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import type { System } from '../system.ts'

/** One change of the settings. */
export type Change =
  | { readonly kind: 'remove'; readonly entry: RuleEntry }
  | { readonly kind: 'add'; readonly effect: Effect; readonly rule: string }

/** What would have to change for another effect, and what the law says then. */
export interface WhyNot {
  readonly changes: readonly Change[]
  /** The decision with all of them; it has the wanted effect unless nothing in the rules can give it. */
  readonly decision: Decision
}

/** Every subject of a long command may need a change of its own; beyond this a person wants another command. */
const maxChanges = 24

/**
 * A smallest set of rule changes, one after the other, that gives a call the wanted effect. Each was tried with the law
 * itself; where no rule helps (a mode, a protected path), the decision shows what stays in the way.
 */
export function whyNot(wanted: Effect, call: ToolCall, context: PermissionContext, system: System): WhyNot {
  const changes: Change[] = []
  let rules = context.rules
  let decision = evaluate(call, context, system)
  while (decision.effect !== wanted && changes.length < maxChanges) {
    const change = next(wanted, decision, call, { ...context, rules }, system)
    if (change === undefined) break
    changes.push(change)
    rules = changed(rules, change)
    decision = evaluate(call, { ...context, rules }, system)
  }
  return { changes, decision }
}

type Rules = PermissionContext['rules']

function next(
  wanted: Effect,
  decision: Decision,
  call: ToolCall,
  context: PermissionContext,
  system: System,
): Change | undefined {
  // Too strict: what decided the strictest subject goes, or an allow rule for it comes. Too loose: a rule for the call.
  const subjects = decision.parts.length === 0 ? [wholeCall(call, decision)] : decision.parts
  const tooStrict = compareEffects(decision.effect, wanted) < 0
  const candidates = tooStrict
    ? subjects
        .filter((part) => compareEffects(part.effect, wanted) < 0)
        .flatMap((part) => [...removals(part, context), ...additions('allow', part, call, context)])
    : subjects.flatMap((part) => additions(wanted, part, call, context))
  return candidates.find((change) => {
    const after = evaluate(call, { ...context, rules: changed(context.rules, change) }, system)
    return after.effect === wanted || progress(decision, after, wanted)
  })
}

/** Fewer subjects stand in the way than before, the same ones less firmly, or fewer of them by a rule. */
function progress(before: Decision, after: Decision, wanted: Effect): boolean {
  return distance(after, wanted) < distance(before, wanted)
}

const firmness: Record<Effect, number> = { allow: 0, ask: 2, deny: 4 }

function distance(decision: Decision, wanted: Effect): number {
  const excess = (effect: Effect) => Math.max(0, firmness[effect] - firmness[wanted])
  const parts = decision.parts.filter((part) => excess(part.effect) > 0)
  const byRule = parts.filter(({ reason }) => reason.code === 'rule').length
  return excess(decision.effect) + byRule + parts.reduce((sum, part) => sum + excess(part.effect), 0)
}

function removals(part: Part, context: PermissionContext): Change[] {
  const { reason } = part
  if (reason.code !== 'rule') return []
  const entry = context.rules[part.effect].find(
    ({ text, source }) =>
      text === reason.rule && source.file === reason.source?.file && source.pointer === reason.source.pointer,
  )
  return entry === undefined ? [] : [{ kind: 'remove', entry }]
}

/** Rules that could cover a subject, the narrowest first. Whether they do, the law says. */
function additions(effect: Effect, part: Part, call: ToolCall, context: PermissionContext): Change[] {
  const rules: string[] = []
  if (isShell(call)) rules.push(`${call.tool}(${part.subject})`)
  // A redirect is shown with its operator, a file of a file tool by its absolute path.
  const [, operator, file] = /^(?:([<>]) )?(.+)$/s.exec(part.subject) ?? []
  if (file !== undefined && (operator !== undefined || file.startsWith('/'))) {
    const path = absolutePath(file, context.cwd, context.home, context.platform)
    rules.push(...(operator === '<' ? ['Read', 'Edit'] : ['Edit', 'Read']).map((name) => `${name}(/${path})`))
  }
  const url = call.input['url']
  if (typeof url === 'string' && URL.canParse(url)) rules.push(`WebFetch(domain:${new URL(url).hostname})`)
  if (isShell(call) && typeof call.input['command'] === 'string') rules.push(`${call.tool}(${call.input['command']})`)
  // A whole shell is no answer to one command.
  if (!isShell(call)) rules.push(call.tool)
  return [...new Set(rules)].map((rule) => ({ kind: 'add', effect, rule }))
}

function isShell(call: ToolCall): boolean {
  return call.tool === 'Bash' || call.tool === 'Monitor' || call.tool === 'PowerShell'
}

function wholeCall(call: ToolCall, { effect, reason }: Decision): Part {
  return { subject: call.tool, effect, reason }
}

function changed(rules: Rules, change: Change): Rules {
  if (change.kind === 'remove') {
    const { effect } = change.entry
    return { ...rules, [effect]: rules[effect].filter((entry) => entry !== change.entry) }
  }
  const source = { layer: 'session', file: '', pointer: '', line: 0, column: 0 } as const
  return { ...rules, [change.effect]: [...rules[change.effect], { effect: change.effect, text: change.rule, source }] }
}
