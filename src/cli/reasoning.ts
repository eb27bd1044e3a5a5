import { type WhyNot, whyNot } from '../analysis/why-not.ts'
import type { Analysis } from '../bash-parser/analysis.ts'
import type { ToolCall } from '../call.ts'
import type { Decision, Effect, Part } from '../decision.ts'
import { explain, place } from '../explain.ts'
import { handlerLabel } from '../hooks/handler.ts'
import type { HookReport } from '../hooks/report.ts'
import type { Selection } from '../hooks/select.ts'
import type { PermissionContext, RuleEntry, SettingsLayer } from '../rules/context.ts'
import { factsOf, trace } from '../rules/evaluate.ts'
import type { System } from '../system.ts'
import { reasonJson, toAnswer } from './answer.ts'
import { type HookedDecision, hookRunner } from './hooked.ts'
import { hooksJson } from './show-hooks.ts'

/** Everything `policy explain` tells about one decision. */
export interface Reasoning {
  readonly call: ToolCall
  readonly context: PermissionContext
  readonly decision: Decision
  /** null for tools that run no shell. */
  readonly analysis: Analysis | null
  /** For every part the rules that match it, in the order of the law. */
  readonly matched: readonly (readonly RuleEntry[])[]
  /** What the hooks said; null when none ran. */
  readonly report: HookReport | null
  /** The hooks of PreToolUse with what would become of each for this call. */
  readonly hooks: readonly Selection[]
  readonly whyNot: (WhyNot & { readonly wanted: Effect }) | undefined
}

export function reason(
  call: ToolCall,
  { decision, report, asked }: HookedDecision,
  context: PermissionContext,
  system: System,
  wanted: Effect | undefined,
): Reasoning {
  return {
    call: asked,
    context,
    decision,
    report,
    analysis: factsOf(asked, context, system).analysis,
    matched: trace(asked, context, system).map(({ matches }) => matches),
    hooks: hookRunner(context, { system }).selections('PreToolUse', { tool_name: call.tool, tool_input: call.input }),
    whyNot: wanted === undefined ? undefined : { wanted, ...whyNot(wanted, asked, context, system) },
  }
}

/** How many rules and hooks a layer gave. */
export function layerCounts(layer: SettingsLayer, context: PermissionContext): { rules: number; hooks: number } {
  const from = ({ source }: { readonly source: { readonly file: string; readonly layer: string } }) =>
    source.file === layer.file && source.layer === layer.layer
  const { deny, ask, allow } = context.rules
  return {
    rules: [...deny, ...ask, ...allow].filter(from).length,
    hooks: context.hooks.filter(from).length,
  }
}

/** Whether a rule gave a part its effect. */
export function decidedBy({ reason: { code, rule, source } }: Part, entry: RuleEntry): boolean {
  if (code !== 'rule' || rule !== entry.text) return false
  return source?.file === entry.source.file && source.pointer === entry.source.pointer
}

/** The reasoning in the stable JSON of the command line. */
export function reasoningJson(reasoning: Reasoning): Record<string, unknown> {
  const { context, decision, matched, report, hooks, whyNot: other } = reasoning
  const { mode, platform, trusted, workingDirectories } = context
  return {
    schema: 1,
    ...toAnswer(decision),
    mode,
    platform,
    trusted,
    workingDirectories,
    layers: context.layers.map((layer) => {
      const { layer: name, file, dropped } = layer
      return { layer: name, file, dropped, ...layerCounts(layer, context) }
    }),
    issues: context.issues.map(explain),
    subjects: decision.parts.map((part, i) => ({
      subject: part.subject,
      effect: part.effect,
      reason: reasonJson(part.effect, part.reason),
      matched: (matched[i] ?? []).map((entry) => ({ ...ruleJson(entry), decided: decidedBy(part, entry) })),
    })),
    hooks: report === null ? hooks.map(plannedHook) : hooksJson(report),
    whyNot:
      other === undefined
        ? null
        : {
            wanted: other.wanted,
            effect: other.decision.effect,
            changes: other.changes.map((change) =>
              change.kind === 'remove'
                ? { change: 'remove', ...ruleJson(change.entry) }
                : { change: 'add', effect: change.effect, rule: change.rule },
            ),
          },
  }
}

function plannedHook({ entry, skip, detail, blocks }: Selection): Record<string, unknown> {
  return {
    hook: handlerLabel(entry.handler),
    matcher: entry.matcher ?? null,
    layer: entry.source.layer,
    source: place(entry.source),
    result: skip === null ? 'would-run' : blocks ? 'would-block' : 'skipped',
    reason: detail,
  }
}

function ruleJson({ effect, text, source }: RuleEntry): Record<string, unknown> {
  return { effect, rule: text, layer: source.layer, source: place(source) }
}
