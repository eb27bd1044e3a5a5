import { maskAll, maskSecrets } from './mask.ts'
import type { HookOutcome, HookReport } from './report.ts'
import { maxText, spill } from './session-files.ts'
import type { StopCap } from './stop-cap.ts'
import { inputFault, outputFault } from './tool-shapes.ts'

/** What a combined report is finished with. */
export interface Finishing {
  readonly tool: string | null
  readonly sessionDir: string | null
  readonly cap: StopCap
  /** What happened cannot be blocked: managed settings changed. */
  readonly settled: boolean
  readonly inputFault?: (tool: string, input: unknown) => string | null
  readonly outputFault?: (tool: string, output: unknown) => string | null
  /** The environment whose secrets are replaced in the report. */
  readonly maskWith?: Readonly<Record<string, string | undefined>>
}

/** Checks rewrites, counts continuations, shortens texts for the model and masks secrets. */
export function finish(report: HookReport, how: Finishing): HookReport {
  const open = how.settled && report.blocked ? { ...report, blocked: false, reason: null, decidedBy: null } : report
  const checked = checkOutput(checkInput(open, how), how)
  const capped = checked.event === 'Stop' || checked.event === 'SubagentStop' ? checkCap(checked, how.cap) : checked
  const short = shorten(capped, how.sessionDir)
  return how.maskWith === undefined ? short : masked(short, how.maskWith)
}

/** A rewritten input that the tool cannot take denies the call, with an error that says why (spec/hooks.md 3.7). */
function checkInput(report: HookReport, how: Finishing): HookReport {
  if (report.updatedInput === undefined || how.tool === null) return report
  const fault = (how.inputFault ?? inputFault)(how.tool, report.updatedInput)
  if (fault === null) return report
  const { updatedInput: _, ...rest } = report
  const by = report.outcomes.findLastIndex(({ fields }) => {
    const answer = fields['decision'] as { updatedInput?: unknown } | undefined
    return fields['updatedInput'] !== undefined || answer?.updatedInput !== undefined
  })
  return {
    ...rest,
    effect: 'deny',
    blocked: true,
    reason: `the hook's \`updatedInput\` does not fit ${how.tool}: ${fault}`,
    decidedBy: by < 0 ? null : by,
    source: report.outcomes[by]?.source ?? null,
    updatedPermissions: [],
  }
}

/** A new result that does not have the tool's shape is ignored; MCP tools take anything. */
function checkOutput(report: HookReport, how: Finishing): HookReport {
  if (report.updatedToolOutput === undefined || how.tool === null || how.tool.startsWith('mcp__')) return report
  const fault = (how.outputFault ?? outputFault)(how.tool, report.updatedToolOutput)
  if (fault === null) return report
  const { updatedToolOutput: _, fields, ...rest } = report
  const { classifierContext: __, ...others } = fields
  const warning = `\`updatedToolOutput\` does not have the shape of ${how.tool}'s result and is ignored: ${fault}`
  return { ...rest, fields: others, warnings: [...report.warnings, warning] }
}

/** Blocks and added context alike keep an agent going; after so many in a row it may stop. */
function checkCap(report: HookReport, cap: StopCap): HookReport {
  if (!report.continue || (!report.blocked && report.additionalContext.length === 0)) {
    cap.reset()
    return report
  }
  if (cap.allow()) return report
  const warning = `hooks kept the agent going ${cap.count()} times in a row: it stops now`
  return { ...report, blocked: false, reason: null, additionalContext: [], warnings: [...report.warnings, warning] }
}

function shorten(report: HookReport, folder: string | null): HookReport {
  let number = 0
  const short = (text: string) =>
    text.length <= maxText ? text : spill(text, folder, fileName(report.event, ++number))
  const first = report.fields['initialUserMessage']
  return {
    ...report,
    additionalContext: report.additionalContext.map(short),
    systemMessages: report.systemMessages.map(short),
    fields: typeof first === 'string' ? { ...report.fields, initialUserMessage: short(first) } : report.fields,
  }
}

function fileName(event: string, number: number): string {
  return `hook-${event}-${number}-${crypto.randomUUID()}.txt`
}

/** What the report shows of each hook. What the host goes on with (a rewritten input, context for the model) is left whole. */
function masked(report: HookReport, env: Readonly<Record<string, string | undefined>>): HookReport {
  const hide = (text: string) => maskSecrets(text, env)
  return {
    ...report,
    outcomes: report.outcomes.map((outcome) => maskOutcome(outcome, hide)),
    skipped: report.skipped.map((skipped) => ({
      ...skipped,
      label: hide(skipped.label),
      detail: hide(skipped.detail),
    })),
    reason: maskAll(report.reason, hide),
    warnings: report.warnings.map(hide),
  }
}

/** Every text of an outcome but its place. */
export function maskOutcome(outcome: HookOutcome, hide: (text: string) => string): HookOutcome {
  const { source, ...rest } = outcome
  return { ...maskAll(rest, hide), source }
}
