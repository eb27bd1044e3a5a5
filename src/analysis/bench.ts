import { dirname, resolve } from 'node:path'
import type { Mode } from '../call.ts'
import type { Effect } from '../decision.ts'
import type { PermissionContext, RuleEntry } from '../rules/context.ts'
import { createContext, type LoadOptions, loadContext } from '../settings/load.ts'
import { memorySystem, type System } from '../system.ts'
import type { CaseFile, CaseSettings } from './case-file.ts'
import { exampleFolders } from './check-policy.ts'
import type { Policy } from './policy-file.ts'

/** What a case is decided on: a context and the disk it sees. */
export interface Bench {
  readonly context: PermissionContext
  readonly system: System
}

/** Where a run finds what its case files do not say. */
export interface BenchOptions {
  /** Options of the command line; they say where settings are looked for. */
  readonly load: LoadOptions
  readonly disk: System
}

/**
 * The bench of a case. Layers or policies that the file names are all there is then, in a made-up project on an empty
 * disk; otherwise the settings of the project that the file lies in, the shared ones unless told otherwise.
 */
export function makeBench(
  file: CaseFile,
  policies: readonly Policy[],
  settings: CaseSettings,
  options: BenchOptions,
): Bench {
  const { layers, files, symlinks, mode, ...said } = settings
  const isHermetic = layers !== undefined || file.policies.length > 0
  const system =
    files !== undefined || symlinks !== undefined || isHermetic
      ? memorySystem(files ?? {}, symlinks ?? {})
      : options.disk
  const session = { ...said, trusted: said.trusted ?? true, ...(mode === undefined ? {} : { mode: mode as Mode }) }
  if (isHermetic) {
    const context = createContext({ ...exampleFolders, ...session, layers: layers ?? {} })
    return { context: withRules(context, [...everyRule(context), ...policies.flatMap(policyEntries)]), system }
  }
  const root = options.load.cwd ?? projectOf(file.file, options.disk)
  const load = { settingSources: ['project'] as const, layers: { managed: {} }, ...options.load, ...session }
  const cwd = session.cwd === undefined ? root : resolve(root, session.cwd)
  return { context: loadContext({ ...load, cwd }, options.disk), system }
}

/** The rules of a policy as entries of a project, each with its reason and its place in the policy's file. */
export function policyEntries(policy: Policy): RuleEntry[] {
  const counts: Record<Effect, number> = { deny: 0, ask: 0, allow: 0 }
  return policy.rules.map(({ effect, rule, because, line, column }) => ({
    effect,
    text: rule,
    because,
    source: { layer: 'project', file: policy.file, pointer: `/${effect}/${counts[effect]++}`, line, column },
  }))
}

export function everyRule({ rules }: PermissionContext): RuleEntry[] {
  return [...rules.deny, ...rules.ask, ...rules.allow]
}

/** The context with these rules in place of its own. */
export function withRules(context: PermissionContext, entries: readonly RuleEntry[]): PermissionContext {
  const of = (effect: Effect) => Object.freeze(entries.filter((entry) => entry.effect === effect))
  return Object.freeze({ ...context, rules: Object.freeze({ deny: of('deny'), ask: of('ask'), allow: of('allow') }) })
}

/** The nearest folder upwards that has `.claude`; the file's own folder where none has. */
function projectOf(file: string, disk: System): string {
  const own = dirname(file)
  for (let folder = own; ; folder = dirname(folder)) {
    if (folder.endsWith('/.claude')) return dirname(folder)
    if (disk.kind(`${folder === '/' ? '' : folder}/.claude`) === 'directory') return folder
    if (folder === dirname(folder)) return own
  }
}
