import { place } from '../explain.ts'
import type { HookOutcome, HookReport } from '../hooks/report.ts'
import { beside, type Screen, visible } from './screen.ts'
import { type Here, nearSource } from './show.ts'

/** What each hook did and said, two or three lines each. */
export function hookLines(report: HookReport, here: Here, screen: Screen): string[] {
  const ran = report.outcomes.flatMap((outcome) => {
    const word = verdictOf(outcome).padEnd(width)
    const head = outcome.effect === null || outcome.effect === 'defer' ? word : screen.effect[outcome.effect](word)
    const { updatedInput } = outcome.fields
    const changes = updatedInput === undefined ? null : `changes the input to ${JSON.stringify(updatedInput)}`
    const said = [outcome.failedOpen ?? outcome.failure ?? outcome.reason, changes]
    return lines(head, outcome, said, here, screen)
  })
  const skipped = report.skipped.flatMap((hook) => lines('skipped'.padEnd(width), hook, [hook.detail], here, screen))
  return [...ran, ...skipped]
}

/** The same as data. */
export function hooksJson(report: HookReport): readonly Record<string, unknown>[] {
  const ran = report.outcomes.map((outcome) => ({
    hook: outcome.label,
    matcher: outcome.matcher,
    layer: outcome.source.layer,
    source: place(outcome.source),
    result: outcome.result,
    exit: outcome.exit,
    signal: outcome.signal,
    status: outcome.status,
    effect: outcome.effect,
    reason: outcome.reason,
    failedOpen: outcome.failedOpen,
    durationMs: Math.round(outcome.durationMs),
    stdout: outcome.stdout,
    stderr: outcome.stderr,
    truncated: outcome.truncated,
    said: outcome.fields,
    message: outcome.systemMessage,
  }))
  const skipped = report.skipped.map(({ label, matcher, source, detail }) => {
    return { hook: label, matcher, layer: source.layer, source: place(source), result: 'skipped', reason: detail }
  })
  return [...ran, ...skipped]
}

const width = 11

function verdictOf({ effect, blocks, result }: HookOutcome): string {
  return effect ?? (blocks ? 'block' : result === 'success' ? 'nothing' : result)
}

function lines(
  head: string,
  hook: Pick<HookOutcome, 'label' | 'source'> & Partial<Pick<HookOutcome, 'exit' | 'signal'>>,
  said: readonly (string | null)[],
  here: Here,
  screen: Screen,
): string[] {
  const margin = ' '.repeat(width)
  const { exit = null, signal = null } = hook
  const ending = exit !== null ? `, exit ${exit}` : signal === null ? '' : `, ${signal}`
  const [first = '', ...rest] = beside(margin, visible(hook.label), screen.width - 2)
  return [
    `${head}${first.slice(width)}`,
    ...rest,
    ...beside(margin, `${place(nearSource(hook.source, here))}${ending}`, screen.width - 2, screen.dim),
    ...said.flatMap((text) => (text === null || text === '' ? [] : beside(margin, visible(text), screen.width - 2))),
  ]
}
