import type { ToolUseContext } from './context.ts'
import type { ToolUse } from './message.ts'
import type { CallOutcome } from './outcome.ts'
import { type Line, line, renderingOf } from './render.ts'
import type { RenderOptions } from './tool.ts'

/** A call and what came of it, as lines: the call, then its result, its refusal or its error. */
export function outcomeLines(outcome: CallOutcome, context: ToolUseContext, options: RenderOptions = {}): Line[] {
  const rendering = renderingOf(context.tools.find(outcome.name), outcome.name)
  const input = asInput(outcome.input)
  const text = resultText(outcome)
  if (outcome.status === 'denied' || outcome.status === 'unanswered') return [...rendering.renderRejected(input, text)]
  const head = rendering.renderToolUse(input, options)
  if (outcome.status !== 'ok') return [...head, ...rendering.renderError(text, options)]
  const body = rendering.renderResult(outcome.output as never, options)
  const cut = options.verbose !== true && rendering.isResultTruncated(outcome.output as never)
  return [...head, ...body, ...(cut ? [line('(more with `--verbose`)', 'dim', 1)] : [])]
}

/** The outcomes of a message as lines; neighbours of one batch that are calls of one tool are shown as one. */
export function runLines(
  outcomes: readonly CallOutcome[],
  groups: readonly (readonly number[])[],
  context: ToolUseContext,
  options: RenderOptions = {},
): Line[] {
  if (options.verbose === true) return outcomes.flatMap((outcome) => outcomeLines(outcome, context, options))
  const lines: Line[] = []
  for (const group of groups) {
    const members = group.flatMap((index) => outcomes[index] ?? [])
    for (let at = 0; at < members.length; ) {
      const first = members[at] as CallOutcome
      const run = members.slice(at).findIndex((other) => other.name !== first.name || !ran(other))
      const end = run < 0 ? members.length : Math.max(at + run, at + 1)
      const same = members.slice(at, end)
      lines.push(...(same.length > 1 ? groupedLines(same, context) : outcomeLines(first, context, options)))
      at = end
    }
  }
  return lines
}

const ran = ({ status }: CallOutcome) => status === 'ok' || status === 'error'

function groupedLines(same: readonly CallOutcome[], context: ToolUseContext): Line[] {
  const name = same[0]?.name ?? ''
  const calls = same.map(({ input, output, status }) => ({ input: asInput(input), output, failed: status !== 'ok' }))
  return [...renderingOf(context.tools.find(name), name).renderGrouped(calls as never)]
}

/** A tool use whose input may still be streaming. */
export function useLines(
  use: Pick<ToolUse, 'name' | 'input'>,
  context: ToolUseContext,
  options: RenderOptions = {},
): Line[] {
  return [...renderingOf(context.tools.find(use.name), use.name).renderToolUse(asInput(use.input), options)]
}

/** What a running call has reported so far. */
export function progressLines(
  name: string,
  events: readonly unknown[],
  context: ToolUseContext,
  options: RenderOptions = {},
): Line[] {
  return [...renderingOf(context.tools.find(name), name).renderProgress(events as never, options)]
}

function asInput(input: unknown): never {
  return (typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}) as never
}

function resultText({ result }: CallOutcome): string {
  const { content } = result.block
  if (typeof content === 'string') return content
  return content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n')
}
