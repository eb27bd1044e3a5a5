import type { Analysis } from '../bash-parser/analysis.ts'
import type { ToolCall } from '../call.ts'
import {
  compareEffects,
  type Decision,
  type Effect,
  type EffectsSummary,
  type Part,
  type Reason,
  type StricterCode,
} from '../decision.ts'
import { nodeSystem, rememberingSystem, type System } from '../system.ts'
import { blockedReads } from './blocked-reads.ts'
import type { PermissionContext, RuleEntry } from './context.ts'
import { editSubject, readSubject } from './file-subjects.ts'
import { otherSubject } from './other-subjects.ts'
import { type CompiledRule, type CompiledRules, compiledRules } from './rule.ts'
import { runsSandboxed } from './sandbox.ts'
import { shellFacts } from './shell-subjects.ts'
import { urlHost } from './specifiers/domain.ts'
import type { Subject } from './subject.ts'
import { summarise } from './summary.ts'
import { editTools, readOnlyTools, readTools } from './tools.ts'
import { posixFolders, posixNames } from './windows.ts'

/** What the PreToolUse hooks said, as far as the law needs it (spec/permissions.md 2.7). */
export interface HookVerdict {
  readonly effect: Effect | null
  readonly reason: Reason
  /** Set when the client would not have heard it. */
  readonly stricter?: StricterCode
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
  given: PermissionContext,
  disk: System = nodeSystem,
  hook?: HookVerdict,
): Decision {
  const context = posixFolders(given)
  const system = rememberingSystem(posixNames(disk))
  const facts = factsOf(call, context, system)
  const law: Law = { rules: compiledRules(context), sandboxed: facts.sandboxed, context, hook, asClient: false }
  const judged = facts.subjects.map((subject) => judge(subject, law))
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
    stricter: beyondClient(strictest, facts.subjects, law),
    warnings: warnings(context),
  }
}

/** The subjects of a call. Never empty. */
export function factsOf(call: ToolCall, given: PermissionContext, disk: System): Facts {
  const { tool, input } = call
  const context = posixFolders(given)
  const system = posixNames(disk)
  if (tool === 'Bash' || (tool === 'Monitor' && input['command'] !== undefined)) {
    const command = input['command']
    if (typeof command !== 'string')
      return { subjects: [invalidInput(tool, 'command')], analysis: null, sandboxed: false }
    const { analysis, subjects } = shellFacts(call, command, context, system)
    const blocked = blockedReads(analysis, context, system)
    return {
      analysis,
      subjects: blocked === null ? subjects : [...subjects, blocked],
      sandboxed: runsSandboxed(call, analysis, context, system),
    }
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
  readonly stricter: StricterCode | undefined
}

/** What every subject of a call is judged by. */
interface Law {
  readonly rules: CompiledRules
  readonly sandboxed: boolean
  readonly context: PermissionContext
  readonly hook: HookVerdict | undefined
  /** Only what the reference client would see counts. */
  readonly asClient: boolean
}

/** How what decided goes beyond the client; null where the client comes to that effect by what it sees itself. */
function beyondClient(decided: Judged, subjects: readonly Subject[], law: Law): StricterCode | null {
  const { stricter, part } = decided
  if (stricter === undefined || part.effect === 'allow') return null
  const hook = law.hook?.stricter === undefined ? law.hook : undefined
  const client: Law = { ...law, hook, asClient: true }
  const shared = (subject: Subject) => compareEffects(judge(subject, client).part.effect, part.effect) <= 0
  return subjects.some(shared) ? null : stricter
}

/** A subject with what decided about it and every rule that speaks of it, strictest effect first. */
export interface SubjectTrace {
  readonly part: Part
  readonly matches: readonly RuleEntry[]
}

/** The whole reasoning of `evaluate` for one call: the same parts, and the rules that matched and lost. */
export function trace(
  call: ToolCall,
  given: PermissionContext,
  system: System,
  hook?: HookVerdict,
): readonly SubjectTrace[] {
  const context = posixFolders(given)
  const rules = compiledRules(context)
  const { subjects, sandboxed } = factsOf(call, context, system)
  const law: Law = { rules, sandboxed, context, hook, asClient: false }
  return subjects.map((subject) => ({
    part: judge(subject, law).part,
    matches: (['deny', 'ask', 'allow'] as const).flatMap((effect) =>
      rules[effect].all.filter((rule) => subject.covers(rule, effect)).map((rule) => rule.entry),
    ),
  }))
}

function judge(subject: Subject, law: Law): Judged {
  const [effect, reason, stricter] = verdict(subject, law)
  const { label, start, end } = subject
  const place = start === undefined ? {} : { start, end: end as number }
  return { part: { subject: label, effect, reason, ...place }, stricter }
}

type Verdict = readonly [effect: Effect, reason: Reason, stricter?: StricterCode | undefined]

function verdict(subject: Subject, law: Law): Verdict {
  const { sandboxed, context, hook } = law
  const denied = firstRule('deny', subject, law)
  if (denied !== undefined) return ['deny', ruleReason(denied, subject), ruleStricter(denied, subject, context)]
  // A hook that blocks ends it before ask rules are looked at (spec/hooks.md 3.12).
  if (hook?.effect === 'deny') return ['deny', hook.reason, hook.stricter]
  if (subject.refused !== null) return ['deny', subject.refused]
  const asked = firstRule('ask', subject, law, (rule) => !(sandboxed && isBareShell(rule)))
  if (asked !== undefined) return unanswered(ruleReason(asked, subject), context, ruleStricter(asked, subject, context))
  const locked = question('locked', subject, law)
  if (locked !== null) return locked
  if (hook?.effect === 'ask') return unanswered(hook.reason, context, hook.stricter)
  if (hook?.effect === 'allow') return ['allow', hook.reason]
  return byMode(subject, law)
}

/** The rule that decides. Of several the one that the client sees too is the one to name. */
function firstRule(
  effect: 'deny' | 'ask',
  subject: Subject,
  { rules, context, asClient }: Law,
  counts: (rule: CompiledRule) => boolean = () => true,
): CompiledRule | undefined {
  const words = () => subject.words?.(effect) ?? null
  const covers = (rule: CompiledRule) => subject.covers(rule, effect) && counts(rule)
  const plain = (rule: CompiledRule) => covers(rule) && ruleStricter(rule, subject, context) === undefined
  const paths = subject.paths?.(effect) ?? true
  if (asClient) return rules[effect].find(plain, words, paths)
  const any = rules[effect].find(covers, words, paths)
  if (any === undefined || ruleStricter(any, subject, context) === undefined) return any
  return rules[effect].find(plain, words, paths) ?? any
}

function ruleStricter(rule: CompiledRule, subject: Subject, { layers }: PermissionContext): StricterCode | undefined {
  if (layers.some(({ dropped, file }) => dropped && file === rule.entry.source.file)) return 'rule-in-dropped-file'
  return subject.stricter?.(rule)
}

/** What a subject asks of itself; null when it asks nothing, or nothing that the client would ask. */
function question(
  by: 'locked' | 'guarded' | 'otherwise',
  subject: Subject,
  { context, asClient }: Law,
): Verdict | null {
  const reason = subject[by]
  if (reason === null) return null
  const stricter = subject.stricterAsk?.(by)
  return asClient && stricter !== undefined ? null : unanswered(reason, context, stricter)
}

/** The mode, safety checks, allow rules and built-in approvals, in this order. */
function byMode(subject: Subject, law: Law): Verdict {
  const { context, rules, sandboxed } = law
  const { mode } = context
  if (mode === 'bypassPermissions' || (mode === 'plan' && context.bypassAvailable)) {
    return ['allow', { code: 'bypass-mode', subject: subject.label }]
  }
  if (mode === 'plan' && subject.writes) return unanswered({ code: 'plan-mode', subject: subject.label }, context)
  const guarded = question('guarded', subject, law)
  if (guarded !== null) return guarded
  const allowed = rules.allow.find(
    (rule) => subject.covers(rule, 'allow'),
    () => subject.words?.('allow') ?? null,
    subject.paths?.('allow') ?? true,
  )
  if (allowed !== undefined) return ['allow', ruleReason(allowed, subject)]
  if (sandboxed) return ['allow', { code: 'sandboxed', subject: subject.label }]
  if (subject.approval !== null) return ['allow', subject.approval]
  return question('otherwise', subject, law) ?? ['allow', subject.otherwise]
}

/** What becomes of a question in this mode: dont-ask mode and a session nobody watches refuse it. */
function unanswered(reason: Reason, context: PermissionContext, stricter?: StricterCode): Verdict {
  if (context.mode === 'dontAsk') return ['deny', { ...reason, code: 'dont-ask-mode', detail: reason.code }, stricter]
  if (context.headless) return ['deny', { ...reason, code: 'no-asker', detail: reason.code }, stricter]
  if (context.mode === 'auto' && reason.code === 'no-rule') return ['ask', { ...reason, code: 'auto-mode' }, stricter]
  return ['ask', reason, stricter]
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
