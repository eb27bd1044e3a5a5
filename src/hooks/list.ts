import type { Source } from '../decision.ts'
import type { PermissionContext } from '../rules/context.ts'
import { nodeSystem, type System } from '../system.ts'
import { events } from './events.ts'
import { handlerLabel } from './handler.ts'
import { type HookProblem, hookProblems } from './problems.ts'
import { hookIdentity } from './select.ts'
import { isExecutable } from './session-files.ts'

/** One configured hook, and what its author should know about it. */
export interface ListedHook {
  readonly event: string
  readonly matcher: string | null
  readonly type: string
  readonly label: string
  readonly source: Source
  /** Of the same handler in another place, which is the one that runs. */
  readonly copyOf: Source | null
  /** It can never run. */
  readonly dead: boolean
  readonly problems: readonly HookProblem[]
}

export interface ListOptions {
  readonly system?: System
  readonly projectDir?: string
  readonly executable?: (path: string) => boolean
}

const deadly: ReadonlySet<string> = new Set([
  'invalid-hook',
  'never-matches',
  'if-never',
  'missing-file',
  'missing-program',
  'not-executable',
  'blank-in-program',
  'url-not-allowed',
])

/** The effective hooks of a context, by event in the order of the catalogue, then in the order of settings. */
export function listHooks(context: PermissionContext, options: ListOptions = {}): ListedHook[] {
  const around = {
    context,
    system: options.system ?? nodeSystem,
    projectDir: options.projectDir ?? context.cwd,
    executable: options.executable ?? isExecutable,
  }
  const order = Object.keys(events)
  const first = new Map<string, Source>()
  return [...context.hooks]
    .sort((a, b) => order.indexOf(a.event) - order.indexOf(b.event))
    .map((entry) => {
      // Under another matcher a copy runs for other calls.
      const identity = `${hookIdentity(entry)}\n${entry.matcher ?? ''}`
      const copyOf = first.get(identity) ?? null
      if (copyOf === null) first.set(identity, entry.source)
      const problems = hookProblems(entry, around)
      return {
        event: entry.event,
        matcher: entry.matcher ?? null,
        type: String(entry.handler['type'] ?? 'unknown'),
        label: handlerLabel(entry.handler),
        source: entry.source,
        copyOf,
        dead: problems.some(({ code, severity }) => severity === 'error' && deadly.has(code)),
        problems,
      }
    })
}
