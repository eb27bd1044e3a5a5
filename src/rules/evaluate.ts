import type { Analysis } from '../bash-parser/analysis.ts'
import type { ToolCall } from '../call.ts'
import { compareEffects, type Decision, type EffectsSummary, type Part } from '../decision.ts'
import { nodeSystem, rememberingSystem, type System } from '../system.ts'
import { blockedReads } from './blocked-reads.ts'
import type { PermissionContext, RuleEntry } from './context.ts'
import { editSubject, readSubject } from './file-subjects.ts'
import { beyondClient, type HookVerdict, judge, type Law } from './law.ts'
import { otherSubject } from './other-subjects.ts'
import { compiledRules } from './rule.ts'
import { runsSandboxed } from './sandbox.ts'
import { shellFacts } from './shell-subjects.ts'
import { urlHost } from './specifiers/domain.ts'
import type { Subject } from './subject.ts'
import { summarise } from './summary.ts'
import { editTools, readOnlyTools, readTools } from './tools.ts'
import { posixFolders, posixNames } from './windows.ts'

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
