import type { Reason, Source, StricterCode } from '../decision.ts'
import type { HookVerdict } from '../rules/law.ts'
import { type HookEvent, hookEvent } from './events.ts'
import { handlerLabel } from './handler.ts'
import { strictestEffect } from './interpret.ts'
import type { HookOutcome, HookReport, SkippedHook } from './report.ts'
import { type Selection, selectionWarning } from './select.ts'
import { type PermissionUpdate, readUpdate } from './updates.ts'

/** The call that tool events are about; null for other events. */
export interface Subject {
  readonly tool: string
  /** Whether the tool is one whose question only a person may answer. */
  readonly interactive: boolean
  /** Whether the run may stop here and be resumed later. */
  readonly deferrable: boolean
}

/** Tools whose prompt is the point: a hook's allow counts only together with an answer (spec/hooks.md 3.7). */
const answered: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode'])

/**
 * What the hooks of one event said together (spec/hooks.md 3.11): the strictest decision, every context and message,
 * the last rewrite in the order of settings. Pure.
 */
export function combine(
  event: string,
  selections: readonly Selection[],
  outcomes: readonly HookOutcome[],
  subject: Subject | null,
): HookReport {
  const row = hookEvent(event)
  const warnings: string[] = []
  const guards = selections.filter(({ blocks }) => blocks)
  for (const selection of selections) push(warnings, selectionWarning(selection))
  for (const outcome of outcomes) for (const line of outcomeWarnings(outcome)) warnings.push(line)

  const decision = decide(event, row, guards, outcomes, subject, warnings)
  const stopper = outcomes.find((outcome) => !outcome.continue)
  const refused = decision.effect === 'deny' || decision.effect === 'defer' || decision.blocked || stopper !== undefined
  const updatedInput = refused ? undefined : lastInput(event, outcomes, decision.effect, warnings)
  const output = lastOutput(outcomes, subject, warnings)
  return {
    event,
    outcomes,
    skipped: selections.filter(({ skip }) => skip !== null).map(skippedHook),
    ...decision,
    continue: stopper === undefined,
    stopReason: stopper === undefined ? null : (stopper.stopReason ?? stopper.reason),
    ...(updatedInput === undefined ? {} : { updatedInput }),
    ...(output === undefined ? {} : { updatedToolOutput: output.value }),
    additionalContext: decision.effect === 'defer' ? [] : outcomes.flatMap(contexts),
    systemMessages: outcomes.flatMap(({ systemMessage }) => systemMessage ?? []),
    updatedPermissions: decision.effect === 'allow' ? permissionUpdates(outcomes, warnings) : [],
    interrupt: outcomes.some(({ effect, fields }) => {
      const answer = fields['decision'] as { interrupt?: boolean } | undefined
      return event === 'PermissionRequest' && effect === 'deny' && answer?.interrupt === true
    }),
    fields: otherFields(row, outcomes),
    exports: '',
    stricter: beyondClient(decision, selections, outcomes),
    warnings,
    cancelled: outcomes.some(({ result }) => result === 'cancelled'),
  }
}

type Decided = Pick<HookReport, 'effect' | 'blocked' | 'reason' | 'decidedBy' | 'source'>

function decide(
  event: string,
  row: HookEvent | undefined,
  guards: readonly Selection[],
  outcomes: readonly HookOutcome[],
  subject: Subject | null,
  warnings: string[],
): Decided {
  const effects = outcomes.map((outcome) => effectHere(outcome, subject, warnings))
  const hasEffect = event === 'PreToolUse' || event === 'PermissionRequest' || event === 'PreModelSwitch'
  const effect = strictestEffect(hasEffect ? [...effects, ...guards.map(() => 'deny' as const)] : [])
  const blockers = outcomes.filter((outcome) => outcome.blocks)
  const blocked = blockers.length > 0 || (!hasEffect && guards.length > 0)
  if (effect !== null) {
    // An explicit answer explains more than one made of a failure.
    const index =
      effects.findIndex((own, at) => own === effect && outcomes[at]?.failure === null) >= 0
        ? effects.findIndex((own, at) => own === effect && outcomes[at]?.failure === null)
        : effects.indexOf(effect)
    const outcome = outcomes[index]
    const guard = outcome === undefined ? guards[0] : undefined
    return {
      effect,
      blocked: blocked || effect === 'deny',
      reason: outcome?.reason ?? guard?.detail ?? null,
      decidedBy: outcome === undefined ? null : index,
      source: outcome?.source ?? guard?.entry.source ?? null,
    }
  }
  const first = blockers[0]
  const reasons = [...blockers.map(({ reason }) => reason ?? ''), ...guards.map(({ detail }) => detail)]
  return {
    effect: null,
    blocked: blocked && row?.onBlock !== 'nothing',
    reason: blocked ? reasons.filter((text) => text !== '').join('\n') : null,
    decidedBy: first === undefined ? null : outcomes.indexOf(first),
    source: first?.source ?? guards[0]?.entry.source ?? null,
  }
}

/** How the answer goes beyond the client; null when a hook that the client runs too gave it. */
function beyondClient(
  { effect, blocked, decidedBy }: Decided,
  selections: readonly Selection[],
  outcomes: readonly HookOutcome[],
): StricterCode | null {
  const stoppers = outcomes.filter((outcome) => !outcome.continue)
  if (decidedBy === null && stoppers.length === 0) {
    return selections.some(({ blocks, skip }) => blocks && skip === 'unmatchable') ? 'unmatchable-hook' : null
  }
  const dropped = new Set(selections.filter(({ entry }) => entry.onlyTightens).map(({ entry }) => entry.source))
  const decides = (outcome: HookOutcome) => (effect === null ? blocked && outcome.blocks : outcome.effect === effect)
  const deciding = stoppers.length > 0 ? stoppers : outcomes.filter(decides)
  return deciding.length > 0 && deciding.every(({ source }) => dropped.has(source)) ? 'hook-in-dropped-file' : null
}

/** The effect of one answer where it counts: some tools are only approved with an answer, some never by a hook. */
function effectHere(outcome: HookOutcome, subject: Subject | null, warnings: string[]) {
  if (outcome.effect === 'defer' && subject?.deferrable !== true) {
    warnings.push(`${name(outcome)}: its defer is ignored: only an unattended run with one call can be deferred`)
    return null
  }
  if (outcome.effect !== 'allow' || subject === null || outcome.event !== 'PreToolUse') return outcome.effect
  if (subject.interactive) {
    warnings.push(`${name(outcome)}: its allow does not count: ${subject.tool} asks a person`)
    return null
  }
  if (answered.has(subject.tool) && outcome.fields['updatedInput'] === undefined) {
    warnings.push(`${name(outcome)}: its allow does not count: ${subject.tool} needs \`updatedInput\` with the answer`)
    return null
  }
  return outcome.effect
}

function lastInput(event: string, outcomes: readonly HookOutcome[], effect: string | null, warnings: string[]) {
  const all = outcomes.flatMap((outcome) => {
    // Who puts the call off does not change it, even where nothing can be put off (spec/hooks.md 3.7).
    if (outcome.effect === 'defer') return []
    if (event === 'PreToolUse') return rewrite(outcome, outcome.fields['updatedInput'])
    // Only an answer that allows may change what was asked about.
    if (event !== 'PermissionRequest' || outcome.effect !== 'allow' || effect !== 'allow') return []
    return rewrite(outcome, (outcome.fields['decision'] as Record<string, unknown>)['updatedInput'])
  })
  return last(all, 'updatedInput', warnings) as Readonly<Record<string, unknown>> | undefined
}

function lastOutput(outcomes: readonly HookOutcome[], subject: Subject | null, warnings: string[]) {
  const mcp = subject?.tool.startsWith('mcp__') === true
  const all = outcomes.flatMap((outcome) => {
    const { updatedToolOutput, updatedMCPToolOutput } = outcome.fields
    return rewrite(outcome, updatedToolOutput ?? (mcp ? updatedMCPToolOutput : undefined))
  })
  const value = last(all, 'updatedToolOutput', warnings)
  return value === undefined ? undefined : { value }
}

interface Rewrite {
  readonly by: HookOutcome
  readonly value: unknown
}

function rewrite(by: HookOutcome, value: unknown): Rewrite[] {
  return value === undefined ? [] : [{ by, value }]
}

function last(rewrites: readonly Rewrite[], field: string, warnings: string[]): unknown {
  const winner = rewrites.at(-1)
  if (winner === undefined) return undefined
  const texts = new Set(rewrites.map(({ value }) => JSON.stringify(value)))
  if (texts.size > 1) {
    warnings.push(`${texts.size} hooks set different \`${field}\`: the last in settings counts (${name(winner.by)})`)
  }
  return winner.value
}

function contexts({ effect, fields, plainContext }: HookOutcome): string[] {
  if (effect === 'defer') return []
  const own = fields['additionalContext']
  return [...(typeof own === 'string' && own !== '' ? [own] : []), ...(plainContext === null ? [] : [plainContext])]
}

function permissionUpdates(outcomes: readonly HookOutcome[], warnings: string[]): PermissionUpdate[] {
  return outcomes.flatMap((outcome) => {
    const answer = outcome.fields['decision'] as { updatedPermissions?: unknown[] } | undefined
    if (outcome.effect !== 'allow' || answer?.updatedPermissions === undefined) return []
    return answer.updatedPermissions.flatMap((value) => {
      const update = readUpdate(value)
      if (typeof update !== 'string') return [update]
      warnings.push(`${name(outcome)}: an entry of \`updatedPermissions\` is ignored: ${update}`)
      return []
    })
  })
}

/** Fields that have a place of their own in the report. */
const placed: ReadonlySet<string> = new Set([
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'updatedToolOutput',
  'updatedMCPToolOutput',
  'additionalContext',
  'decision',
])

/** The remaining fields: lists of paths add up, a decline wins, else the last in settings. */
function otherFields(row: HookEvent | undefined, outcomes: readonly HookOutcome[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  for (const { fields } of outcomes) {
    for (const key of Object.keys(row?.fields ?? {})) {
      const value = fields[key]
      if (placed.has(key) || value === undefined) continue
      const before = merged[key]
      if (key === 'watchPaths') merged[key] = [...new Set([...((before ?? []) as string[]), ...(value as string[])])]
      else if (key === 'classifierContext') merged[key] = [before, value].filter(Boolean).join('\n').slice(0, 2000)
      else if (key === 'action' && before === 'decline') continue
      else merged[key] = value
    }
  }
  if (outcomes.some(({ event, blocks }) => blocks && event.startsWith('Elicitation'))) merged['action'] = 'decline'
  if (merged['action'] !== 'accept') delete merged['content']
  return merged
}

function outcomeWarnings(outcome: HookOutcome): string[] {
  const lines = outcome.notes.map((note) => `${name(outcome)}: ${note}`)
  if (outcome.failedOpen !== null) lines.push(`${name(outcome)} ${outcome.failedOpen}`)
  else if (outcome.failure !== null && outcome.result === 'error') lines.push(`${name(outcome)} ${outcome.failure}`)
  return lines
}

function skippedHook({ entry, skip, detail }: Selection): SkippedHook {
  return {
    label: handlerLabel(entry.handler),
    matcher: entry.matcher ?? null,
    source: entry.source,
    skip: skip as NonNullable<typeof skip>,
    detail,
  }
}

function name({ label, source }: HookOutcome): string {
  return `hook \`${label.slice(0, 120)}\` (${source.line > 0 ? `${source.file}:${source.line}` : `${source.file}${source.pointer}`})`
}

function push(list: string[], text: string | null): void {
  if (text !== null) list.push(text)
}

/**
 * What the law needs of a PreToolUse report. A hook that stops everything denies; `defer` is no decision for a host
 * that cannot resume; undefined when the hooks said nothing.
 */
export function toVerdict(report: HookReport): HookVerdict | undefined {
  const source: Source | undefined = report.source ?? undefined
  const reason = (detail: string | null): Reason => ({
    code: report.event === 'PermissionRequest' ? 'permission-hook' : 'hook',
    ...(source === undefined ? {} : { source }),
    ...(detail === null ? {} : { detail }),
  })
  const beyond = report.stricter === null ? {} : { stricter: report.stricter }
  if (!report.continue) {
    const stopper = report.outcomes.find((outcome) => !outcome.continue)
    const at = stopper === undefined ? {} : { source: stopper.source }
    return {
      effect: 'deny',
      reason: { ...reason(report.stopReason ?? 'a hook stopped the session'), ...at },
      ...beyond,
    }
  }
  if (report.effect === null || report.effect === 'defer') {
    return report.blocked || report.cancelled
      ? { effect: 'deny', reason: reason(report.reason ?? 'cancelled'), ...beyond }
      : undefined
  }
  return { effect: report.effect, reason: reason(report.reason), ...beyond }
}

/** The text that the model gets for a denied call (spec/hooks.md 3.4). */
export function denialText(report: HookReport, tool: string): string {
  const outcome = report.decidedBy === null ? undefined : report.outcomes[report.decidedBy]
  const reason = report.reason ?? 'no reason given'
  if (outcome === undefined) return `${report.event}:${tool} hook error: ${reason}`
  const explicit = outcome.fields['permissionDecision'] !== undefined || outcome.exit === 0
  return explicit ? reason : `${report.event}:${tool} hook error: [${outcome.label}]: ${reason}`
}
