import { compareEffects, type Effect, type Part, type Reason, type StricterCode } from '../decision.ts'
import type { PermissionContext } from './context.ts'
import type { CompiledRule, CompiledRules } from './rule.ts'
import type { Subject } from './subject.ts'

/** What the PreToolUse hooks said, as far as the law needs it (spec/permissions.md 2.7). */
export interface HookVerdict {
  readonly effect: Effect | null
  readonly reason: Reason
  /** Set when the client would not have heard it. */
  readonly stricter?: StricterCode
}

/** What decided about one subject. */
export interface Judged {
  readonly part: Part
  readonly stricter: StricterCode | undefined
}

/** What every subject of a call is judged by. */
export interface Law {
  readonly rules: CompiledRules
  readonly sandboxed: boolean
  readonly context: PermissionContext
  readonly hook: HookVerdict | undefined
  /** Only what the reference client would see counts. */
  readonly asClient: boolean
}

/** How what decided goes beyond the client; null where the client comes to that effect by what it sees itself. */
export function beyondClient(decided: Judged, subjects: readonly Subject[], law: Law): StricterCode | null {
  const { stricter, part } = decided
  if (stricter === undefined || part.effect === 'allow') return null
  const hook = law.hook?.stricter === undefined ? law.hook : undefined
  const client: Law = { ...law, hook, asClient: true }
  const shared = (subject: Subject) => compareEffects(judge(subject, client).part.effect, part.effect) <= 0
  return subjects.some(shared) ? null : stricter
}

/** The law: deny rules, hooks that block, ask rules, what only a person may answer, hooks, then the mode and allow rules. */
export function judge(subject: Subject, law: Law): Judged {
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
