import { place } from '../explain.ts'
import type { HookOutcome, HookReport } from '../hooks/report.ts'
import { beside, type Screen, visible } from './screen.ts'
import { type Here, nearSource } from './show.ts'

/** What each hook did and said, two or three lines each. */
export function hookLines(report: HookReport, here: Here, screen: Screen): string[] {
  const ran = report.outcomes.flatMap((outcome) => {
    const word = verdictOf(outcome).padEnd(width)
    const head = outcome.effect === null || outcome.effect === 'defer' ? word : screen.effect[outcome.effect](word)
    return lines(head, outcome, outcome.failedOpen ?? outcome.failure ?? outcome.reason, here, screen)
  })
  const skipped = report.skipped.flatMap((hook) => lines('skipped'.padEnd(width), hook, hook.detail, here, screen))
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
    effect: outcome.effect,
    reason: outcome.reason,
    failedOpen: outcome.failedOpen,
    durationMs: Math.round(outcome.durationMs),
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
  hook: { readonly label: string; readonly source: HookOutcome['source']; readonly exit?: number | null },
  said: string | null,
  here: Here,
  screen: Screen,
): string[] {
  const margin = ' '.repeat(width)
  const ending = hook.exit === undefined || hook.exit === null ? '' : `, exit ${hook.exit}`
  const [first = '', ...rest] = beside(margin, visible(hook.label), screen.width - 2)
  return [
    `${head}${first.slice(width)}`,
    ...rest,
    ...beside(margin, `${place(nearSource(hook.source, here))}${ending}`, screen.width - 2, screen.dim),
    ...(said === null || said === '' ? [] : beside(margin, visible(said), screen.width - 2)),
  ]
}
