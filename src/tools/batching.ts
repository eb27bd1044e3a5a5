import { conflictFree } from './conflicts.ts'
import type { ToolUseContext } from './context.ts'
import type { ToolUse } from './message.ts'
import { isConcurrencySafeUse } from './partition.ts'

/** Most calls of one batch at once (`CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY`, spec/tool-pipeline.md O2). */
export const defaultConcurrency = 10

/** The cap of a session; a value that is no whole number from 1 on falls back to the default, with a warning. */
export function concurrencyCap(
  env: Readonly<Record<string, string | undefined>>,
  warn: (text: string) => void = () => {},
): number {
  const name = 'CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY'
  const text = env[name]
  if (text === undefined || text === '') return defaultConcurrency
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 1) return value
  warn(`\`${name}\` is \`${text}\`: expected a whole number from 1 on; using ${defaultConcurrency}`)
  return defaultConcurrency
}

/** Whether a tool use may join the calls of a batch. */
export function sharesBatch(
  use: ToolUse,
  members: readonly ToolUse[],
  context: ToolUseContext,
  batching: 'safe' | 'effects' = 'safe',
): boolean {
  const safe = isConcurrencySafeUse(use, context)
  if (batching === 'safe') return safe
  return conflictFree(use, members, context)
}

/** The batches of a whole message, as the executor would run them when nothing changes the context in between. */
export function planBatches(
  uses: readonly ToolUse[],
  context: ToolUseContext,
  batching: 'safe' | 'effects' = 'safe',
): number[][] {
  const groups: number[][] = []
  let open = false
  uses.forEach((use, index) => {
    const group = groups.at(-1)
    const members = group?.map((member) => uses[member] as ToolUse) ?? []
    if (open && sharesBatch(use, members, context, batching)) group?.push(index)
    else {
      groups.push([index])
      open = batching === 'effects' || isConcurrencySafeUse(use, context)
    }
  })
  return groups
}
