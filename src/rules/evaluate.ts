import type { Analysis } from '../bash-parser/analysis.ts'
import type { ToolCall } from '../call.ts'
import { compareEffects, type Decision, type Effect, type EffectsSummary, type Part, type Reason } from '../decision.ts'
import { nodeSystem, rememberingSystem, type System } from '../system.ts'
import type { PermissionContext, RuleEntry } from './context.ts'
import { editSubject, readSubject } from './file-subjects.ts'
import { otherSubject } from './other-subjects.ts'
import { type CompiledRule, type CompiledRules, compiledRules, type RuleList } from './rule.ts'
import { runsSandboxed } from './sandbox.ts'
import { shellFacts } from './shell-subjects.ts'
import { urlHost } from './specifiers/domain.ts'
import type { Subject } from './subject.ts'
import { summarise } from './summary.ts'
import { editTools, readOnlyTools, readTools } from './tools.ts'

/** What the PreToolUse hooks said, as far as the law needs it (spec/permissions.md 2.7). */
export interface HookVerdict {
  readonly effect: Effect | null
  readonly reason: Reason
}

/** A call taken apart: its subjects, and for shell tools the analysis they come from. */
export interface Facts {
  readonly subjects: readonly Subject[]
  readonly analysis: Analysis | null
  /** A shell command that will run inside the host's sandbox. */
  readonly sandboxed: boolean
}

/**
 * Decides one call: deny rules, ask rules, what only a person may answer, hooks, the mode, safety checks, allow rules,
 * built-in approvals; the strictest subject decides. Pure but for the disk; never throws.
 */
export function evaluate(
  call: ToolCall,
  context: PermissionContext,
  disk: System = nodeSystem,
  hook?: HookVerdict,
): Decision {
  const system = rememberingSystem(disk)
  const facts = factsOf(call, context, system)
  const rules = compiledRules(context)
  const judged = facts.subjects.map((subject) => judge(subject, rules, facts.sandboxed, context, hook))
  const strictest = judged.reduce((a, b) => (compareEffects(b.part.effect, a.part.effect) < 0 ? b : a))
  const { analysis } = facts
  const readOnly = analysis === null ? readOnlyTools.has(call.tool) : analysis.readOnly
  return {
    effect: strictest.part.effect,
    reason: strictest.part.reason,
    parts: judged.map(({ part }) => part),
    readOnly,
    concurrencySafe: readOnly,
    effects: analysis === null ? fileEffects(call, facts) : summarise(analysis, context, system),
    known: analysis === null || analysis.script.doubt === null,
    commands: analysis === null ? [] : argvs(analysis),
    stricter: strictest.stricter ?? null,
    warnings: warnings(context),
  }
}

/** The subjects of a call. Never empty. */
export function factsOf(call: ToolCall, context: PermissionContext, system: System): Facts {
  const { tool, input } = call
  if (tool === 'Bash' || (tool === 'Monitor' && input['command'] !== undefined)) {
    const command = input['command']
    if (typeof command !== 'string')
      return { subjects: [invalidInput(tool, 'command')], analysis: null, sandboxed: false }
    const facts = shellFacts(call, command, context, system)
    return { ...facts, sandboxed: runsSandboxed(call, facts.analysis, context, system) }
  }
  const file = Object.hasOwn(readTools, tool)
    ? readSubject(call, context, system)
    : Object.hasOwn(editTools, tool)
      ? editSubject(call, context, system)
      : undefined
  if (file === null)
    return {
      subjects: [invalidInput(tool, (readTools[tool] ?? editTools[tool]) as string)],
      analysis: null,
      sandboxed: false,
    }
  return { subjects: [file ?? otherSubject(call)], analysis: null, sandboxed: false }
}

function invalidInput(tool: string, field: string): Subject {
  return {
    label: tool,
    covers: (rule, effect) => effect !== 'allow' && rule.kind === 'tool' && rule.tool(tool),
    locked: { code: 'invalid-input', subject: tool, detail: field },
    guarded: null,
    writes: true,
    approval: null,
    otherwise: { code: 'invalid-input', subject: tool, detail: field },
    refused: null,
  }
}

interface Judged {
  readonly part: Part
  readonly stricter?: string | undefined
}

/** A subject with what decided about it and every rule that speaks of it, strictest effect first. */
export interface SubjectTrace {
  readonly part: Part
  readonly matches: readonly RuleEntry[]
}

/** The whole reasoning of `evaluate` for one call: the same parts, and the rules that matched and lost. */
export function trace(
  call: ToolCall,
  context: PermissionContext,
  system: System,
  hook?: HookVerdict,
): readonly SubjectTrace[] {
  const rules = compiledRules(context)
  const { subjects, sandboxed } = factsOf(call, context, system)
  return subjects.map((subject) => ({
    part: judge(subject, rules, sandboxed, context, hook).part,
    matches: (['deny', 'ask', 'allow'] as const).flatMap((effect) =>
      rules[effect].all.filter((rule) => subject.covers(rule, effect)).map((rule) => rule.entry),
    ),
  }))
}

function judge(
  subject: Subject,
  rules: CompiledRules,
  sandboxed: boolean,
  context: PermissionContext,
  hook: HookVerdict | undefined,
): Judged {
  const part = (effect: Effect, reason: Reason): Part => ({
    subject: subject.label,
    effect,
    reason,
    ...(subject.start === undefined ? {} : { start: subject.start, end: subject.end as number }),
  })
  const words = (effect: Effect) => subject.words?.(effect) ?? null
  // Of several rules the one that says it in the call's own words is the one to name.
  const first = (effect: 'deny' | 'ask', covers: (rule: CompiledRule) => boolean) => {
    const paths = subject.paths?.(effect) ?? true
    const any = rules[effect].find(covers, () => words(effect), paths)
    if (any === undefined || subject.stricter?.(any) === undefined) return any
    const plain = (rule: CompiledRule) => covers(rule) && subject.stricter?.(rule) === undefined
    return rules[effect].find(plain, () => words(effect), paths) ?? any
  }
  const denied = first('deny', (rule) => subject.covers(rule, 'deny'))
  if (denied !== undefined)
    return { part: part('deny', ruleReason(denied, subject)), stricter: subject.stricter?.(denied) }
  // A hook that blocks ends it before ask rules are looked at (spec/hooks.md 3.12).
  if (hook?.effect === 'deny') return { part: part('deny', hook.reason) }
  if (subject.refused !== null) return { part: part('deny', subject.refused) }
  const asked = first('ask', (rule) => subject.covers(rule, 'ask') && !(sandboxed && isBareShell(rule)))
  const ask = (reason: Reason) => part(...unanswered(reason, context))
  if (asked !== undefined) return { part: ask(ruleReason(asked, subject)), stricter: subject.stricter?.(asked) }
  if (subject.locked !== null) return { part: ask(subject.locked) }
  if (hook?.effect === 'ask') return { part: ask(hook.reason) }
  if (hook?.effect === 'allow') return { part: part('allow', hook.reason) }
  return { part: part(...byMode(subject, rules.allow, sandboxed, context)) }
}

/** The mode, safety checks, allow rules and built-in approvals, in this order. */
function byMode(subject: Subject, allow: RuleList, sandboxed: boolean, context: PermissionContext): [Effect, Reason] {
  const { mode } = context
  if (mode === 'bypassPermissions' || (mode === 'plan' && context.bypassAvailable)) {
    return ['allow', { code: 'bypass-mode', subject: subject.label }]
  }
  if (mode === 'plan' && subject.writes) return unanswered({ code: 'plan-mode', subject: subject.label }, context)
  if (subject.guarded !== null) return unanswered(subject.guarded, context)
  const allowed = allow.find(
    (rule) => subject.covers(rule, 'allow'),
    () => subject.words?.('allow') ?? null,
    subject.paths?.('allow') ?? true,
  )
  if (allowed !== undefined) return ['allow', ruleReason(allowed, subject)]
  if (sandboxed) return ['allow', { code: 'sandboxed', subject: subject.label }]
  if (subject.approval !== null) return ['allow', subject.approval]
  return unanswered(subject.otherwise, context)
}

/** What becomes of a question in this mode: dont-ask mode and a session nobody watches refuse it. */
function unanswered(reason: Reason, context: PermissionContext): [Effect, Reason] {
  if (context.mode === 'dontAsk') return ['deny', { ...reason, code: 'dont-ask-mode', detail: reason.code }]
  if (context.headless) return ['deny', { ...reason, code: 'no-asker', detail: reason.code }]
  if (context.mode === 'auto' && reason.code === 'no-rule') return ['ask', { ...reason, code: 'auto-mode' }]
  return ['ask', reason]
}

/** In the sandbox a bare `Bash` ask rule is skipped, a specific one is not (spec/permissions.md 2.8). */
function isBareShell(rule: CompiledRule): boolean {
  return rule.kind === 'tool' && rule.tool('Bash')
}

function ruleReason(rule: CompiledRule, subject: Subject): Reason {
  const { text, source, because } = rule.entry
  return { code: 'rule', rule: text, source, subject: subject.label, ...(because === undefined ? {} : { because }) }
}

function argvs(analysis: Analysis): (string | null)[][] {
  return analysis.script.commands
    .filter((command) => command.words.length > 0)
    .map(({ words }) =>
      words
        .filter((word, i) => !(word.brace && words[i - 1]?.start === word.start))
        .map((word) => (word.brace ? word.text : word.literal)),
    )
}

function fileEffects(call: ToolCall, facts: Facts): EffectsSummary {
  const path = facts.subjects[0]?.label ?? ''
  return {
    reads: Object.hasOwn(readTools, call.tool) ? [path] : [],
    writes: Object.hasOwn(editTools, call.tool) ? [path] : [],
    deletes: [],
    runs: [],
    network: call.tool === 'WebFetch' ? [urlHost(call.input['url']) ?? '?'] : [],
  }
}

function warnings(context: PermissionContext): string[] {
  return context.layers.filter((layer) => layer.dropped).map((layer) => `file-dropped-by-client ${layer.file}`)
}
