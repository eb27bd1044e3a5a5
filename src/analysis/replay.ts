import type { Decision, Effect } from '../decision.ts'
import { isInside } from '../path.ts'
import type { PermissionContext } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import type { System } from '../system.ts'
import type { PastCall, Transcript } from './transcript.ts'

/** A past call with what the settings say to it today. */
export interface Replayed extends PastCall {
  readonly decision: Decision
  /** Folder in which its session started. */
  readonly root: string | null
}

/** Decides every call of some transcripts, each in the folder it ran in, as if the project of the context had stood there. */
export function replay(transcripts: readonly Transcript[], context: PermissionContext, system: System): Replayed[] {
  const contexts = new Map<string, PermissionContext>()
  return transcripts.flatMap(({ calls, root }) =>
    calls.map((past): Replayed => {
      const home = root ?? context.cwd
      const cwd = past.cwd ?? home
      const key = JSON.stringify([home, cwd])
      const there = contexts.get(key) ?? moved(context, home, cwd)
      contexts.set(key, there)
      return { ...past, root, decision: evaluate(past.call, there, system) }
    }),
  )
}

/** The context with its project at another place, for a session that ran there. */
function moved(context: PermissionContext, root: string, cwd: string): PermissionContext {
  const from = context.cwd
  const move = (path: string) => (isInside(path, from) ? root + path.slice(from.length) : path)
  const anchors = Object.fromEntries(Object.entries(context.anchors).map(([file, folder]) => [file, move(folder)]))
  return Object.freeze({ ...context, cwd, anchors, workingDirectories: context.workingDirectories.map(move) })
}

/** How many calls got each effect. */
export function tally(replayed: readonly Replayed[]): Record<Effect, number> {
  const counts: Record<Effect, number> = { deny: 0, ask: 0, allow: 0 }
  for (const { decision } of replayed) counts[decision.effect]++
  return counts
}

/** Calls of one effect that are alike, most frequent first. */
export interface Group {
  readonly effect: Effect
  readonly label: string
  readonly count: number
  readonly example: Replayed
}

/** Groups asked and denied calls by the part that decided: its program and sub-command, its tool or host. */
export function groups(replayed: readonly Replayed[]): Group[] {
  const found = new Map<string, { effect: Effect; label: string; count: number; example: Replayed }>()
  for (const one of replayed) {
    const { effect } = one.decision
    if (effect === 'allow') continue
    const part = one.decision.parts.find((each) => each.effect === effect)
    const label = one.call.tool === 'Bash' ? shortened(part?.subject ?? '') : one.call.tool
    const key = `${effect} ${label}`
    const group = found.get(key)
    if (group === undefined) found.set(key, { effect, label, count: 1, example: one })
    else group.count++
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
}

/** The words of a command up to its first option, path or quote, two at most. */
function shortened(command: string): string {
  const words = command.trim().split(/\s+/)
  const second = words[1]
  return second !== undefined && /^[a-z][\w:-]*$/i.test(second) ? `${words[0]} ${second}` : (words[0] ?? '')
}
