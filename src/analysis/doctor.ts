import { isAbsolute } from 'node:path'
import { issueSentence, place } from '../explain.ts'
import type { HookReport } from '../hooks/report.ts'
import { createHookRunner } from '../hooks/runner.ts'
import type { HookEntry, PermissionContext } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import { compileRule } from '../rules/rule.ts'
import type { System } from '../system.ts'
import { everyRule } from './bench.ts'
import { showCall } from './call-notation.ts'
import { exampleCalls } from './example-calls.ts'
import { isPolicyHook, pathsOf } from './hook-entry.ts'
import { overrides } from './overrides.ts'

/** One look at the installation. `note`: nothing to do, good to know. */
export interface Checkup {
  readonly what: string
  readonly state: 'ok' | 'note' | 'warning' | 'broken'
  readonly detail: string
}

export interface DoctorOptions {
  readonly system: System
  readonly nodeVersion: string
  /** How a path is named in what is said. */
  readonly name: (path: string) => string
}

/** Oldest Node that runs the program. */
const oldestNode = 20

/** Looks at everything that must be right for `policy hook` to guard the calls of a folder; runs the hook once. */
export async function examine(context: PermissionContext, options: DoctorOptions): Promise<Checkup[]> {
  const entry = context.hooks.find(({ event, handler }) => event === 'PreToolUse' && isPolicyHook(handler))
  return [
    nodeCheckup(options.nodeVersion),
    ...settingsCheckups(context, options),
    trustCheckup(context),
    ...(entry === undefined
      ? [missingHook(context)]
      : [...entryCheckups(entry, options), await answerCheckup(entry, context, options)]),
    ...overrides(context).map(
      ({ key, wins, loses }): Checkup => ({
        what: key,
        state: 'note',
        detail: `set in ${[wins, ...loses].map(({ layer }) => layer).join(', ')}; ${wins.layer} wins: ${JSON.stringify(wins.value)}`,
      }),
    ),
  ]
}

function nodeCheckup(version: string): Checkup {
  const major = Number(/^v?(\d+)/.exec(version)?.[1])
  return major >= oldestNode
    ? { what: 'node', state: 'ok', detail: version }
    : { what: 'node', state: 'broken', detail: `${version} is too old: expected ${oldestNode} or newer` }
}

function settingsCheckups({ layers, issues }: PermissionContext, { name }: DoctorOptions): Checkup[] {
  if (layers.length === 0)
    return [{ what: 'settings', state: 'warning', detail: 'none found: `policy init` writes some' }]
  return layers.map(({ file, layer }): Checkup => {
    const faults = issues.filter((issue) => issue.file === file && issue.code !== 'untrusted')
    const worst = faults.find(({ severity }) => severity === 'error') ?? faults[0]
    const what = `${layer} settings`
    if (worst === undefined) return { what, state: 'ok', detail: name(file) }
    const detail = `${name(file)}:${worst.line}:${worst.column}: ${issueSentence(worst)}`
    return { what, state: worst.severity === 'error' ? 'broken' : 'warning', detail }
  })
}

function trustCheckup({ trusted }: PermissionContext): Checkup {
  return trusted
    ? { what: 'trust', state: 'ok', detail: 'the folder is trusted' }
    : {
        what: 'trust',
        state: 'note',
        detail:
          'the folder is not trusted yet: the client asks at its first start, until then project allow rules do not count',
      }
}

function missingHook({ disableAllHooks, managedHooksOnly }: PermissionContext): Checkup {
  const detail = disableAllHooks
    ? 'hooks are switched off by `disableAllHooks`'
    : managedHooksOnly
      ? 'only managed hooks run here: the entry belongs in managed settings'
      : 'no PreToolUse hook runs `policy hook`: `policy init` adds it'
  return { what: 'hook entry', state: 'broken', detail }
}

function entryCheckups(entry: HookEntry, { system, name }: DoctorOptions): Checkup[] {
  const { handler, matcher, source } = entry
  const at = place({ ...source, file: name(source.file) })
  const paths = pathsOf(entry)
  const gone = paths.filter((path) => system.kind(path) === undefined)
  const program = String(handler['command'])
  const found: Checkup[] = [{ what: 'hook entry', state: 'ok', detail: at }]
  if (gone.length > 0)
    found.push({
      what: 'hook program',
      state: 'broken',
      detail: `\`${gone[0]}\` does not exist: run \`policy init\` again after removing the entry`,
    })
  else if (paths.length === 0 || !paths.every(isAbsolute)) {
    found.push({
      what: 'hook program',
      state: 'warning',
      detail: `\`${program}\` names no absolute path: it depends on PATH and the folder`,
    })
  } else found.push({ what: 'hook program', state: 'ok', detail: paths.map(name).join(' ') })
  if (handler['onFailure'] !== 'block') {
    found.push({
      what: 'hook failure',
      state: 'warning',
      detail: 'without `"onFailure": "block"` a hook that fails lets the call through',
    })
  }
  if (matcher !== undefined && !/^(\*|\.\*)?$/.test(matcher)) {
    found.push({
      what: 'hook matcher',
      state: 'warning',
      detail: `\`${matcher}\`: calls of other tools are not judged`,
    })
  }
  if (/\bnpx\b|\bnpm exec\b/.test(program)) {
    found.push({
      what: 'hook start',
      state: 'warning',
      detail: 'npx takes many times longer to start than the program itself',
    })
  }
  return found
}

/** Starts the hook as the host would, with a call that the settings deny, and compares its answer with ours. */
async function answerCheckup(
  entry: HookEntry,
  context: PermissionContext,
  { system }: DoctorOptions,
): Promise<Checkup> {
  const denied = everyRule(context).find((rule) => rule.effect === 'deny' && exampleOf(rule, context) !== undefined)
  const call = denied === undefined ? { tool: 'Bash', input: { command: 'git status' } } : exampleOf(denied, context)!
  const { effect } = evaluate(call, { ...context, trusted: true }, system)
  const runner = createHookRunner({ ...context, hooks: [entry] }, { system })
  let report: HookReport
  try {
    report = await runner.run('PreToolUse', { tool_name: call.tool, tool_input: call.input })
  } finally {
    await runner.close()
  }
  const [outcome] = report.outcomes
  const shown = `\`${showCall(call)}\``
  if (outcome === undefined)
    return { what: 'hook answer', state: 'broken', detail: `the hook does not run for ${shown}` }
  if (outcome.failure !== null)
    return { what: 'hook answer', state: 'broken', detail: `${outcome.failure}: ${outcome.stderr.trim()}` }
  const said = outcome.blocks ? 'deny' : outcome.effect
  if (said !== effect) {
    return {
      what: 'hook answer',
      state: 'broken',
      detail: `said ${said ?? 'nothing'} to ${shown}, expected ${effect}${outcome.reason === null ? '' : `: ${outcome.reason}`}`,
    }
  }
  return { what: 'hook answer', state: 'ok', detail: `${said} for ${shown}, as it should` }
}

function exampleOf(rule: Parameters<typeof compileRule>[0], context: PermissionContext) {
  const compiled = compileRule(rule, context)
  if ('dead' in compiled) return undefined
  return exampleCalls(compiled, context)[0]
}
