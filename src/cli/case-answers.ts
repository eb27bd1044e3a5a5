import { loadGrammar } from '../bash-parser/parse.ts'
import type { Decision } from '../decision.ts'
import type { Issue } from '../errors.ts'
import { caseFolder } from '../hooks/case-folder.ts'
import type { HookRunner } from '../hooks/runner.ts'
import type { PermissionContext } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import { createContext, loadContext } from '../settings/load.ts'
import type { System } from '../system.ts'
import { partition } from '../tools/partition.ts'
import { toAnswer } from './answer.ts'
import type { LineAnswer } from './batch.ts'
import { brokenSettings, brokenText, standsAnyway } from './broken.ts'
import { type Case, type CaseSetting, readCase, systemOf } from './cases.ts'
import { contextFor } from './context.ts'
import { decideHooked, type HookedDecision, hasHooksFor, hookRunner } from './hooked.ts'
import type { Line } from './lines.ts'
import type { OutputOptions } from './options.ts'
import type { SharedOptions } from './shared-options.ts'

/** Where cases of one setting are decided. */
interface Ground {
  readonly context: PermissionContext
  readonly system: System
  /** Broken settings of the machine; none where the case brings its own. */
  readonly broken: readonly Issue[]
  /** Says which hooks would run; null when none is to. */
  readonly selector: HookRunner | null
}

/** Settings of a batch repeat; enough of them are kept that neighbours find theirs, and no more. */
const maxGrounds = 512

/** A function that answers the lines of one batch. Contexts of equal settings are built once. */
export async function caseAnswerer(
  options: SharedOptions & OutputOptions,
): Promise<(line: Line) => LineAnswer | Promise<LineAnswer>> {
  await loadGrammar()
  const grounds = new Map<string, Ground>()
  const groundOf = (setting: CaseSetting): Ground => {
    const key = JSON.stringify(setting)
    const known = grounds.get(key)
    if (known !== undefined) return known
    const context = contextOf(setting, options)
    const system = systemOf(setting)
    const selector = options.hooks && context.hooks.length > 0 ? hookRunner(context, { system }) : null
    const broken = setting.layers === undefined ? brokenSettings(context) : []
    const ground = { context, system, broken, selector }
    if (grounds.size >= maxGrounds) grounds.delete(grounds.keys().next().value!)
    grounds.set(key, ground)
    return ground
  }
  return (line) => {
    if ('fault' in line) return unanswered(null, 'invalid-case', line.fault)
    const question = readCase(line.text)
    if ('fault' in question) return unanswered(question.id, 'invalid-case', question.fault)
    try {
      return answerCase(question, groundOf(question.setting))
    } catch (error) {
      return failed(question.id, error)
    }
  }
}

function answerCase(question: Case, ground: Ground): LineAnswer | Promise<LineAnswer> {
  const { id, calls, grouped } = question
  const { context, system, selector } = ground
  const named = id === undefined ? {} : { id }
  if (grouped) return { answer: { ...named, groups: partition(calls, context, system) }, failed: false }
  const call = calls[0]!
  if (selector === null || !hasHooksFor(call, context, selector)) {
    return answerWith(id, evaluate(call, context, system), ground)
  }
  return runHooks(question, ground).then(
    ({ decision }) => answerWith(id, decision, ground),
    (error) => failed(id, error),
  )
}

function answerWith(id: unknown, decision: Decision, { broken }: Ground): LineAnswer {
  if (!standsAnyway(decision, broken)) return unanswered(id, 'invalid-policy', brokenText(broken))
  return { answer: { ...(id === undefined ? {} : { id }), ...toAnswer(decision) }, failed: false }
}

/** The hooks of a case start in a folder of their own that holds the files of the case: what they leave there is nobody else's. */
async function runHooks({ calls, agent, setting }: Case, { context, system }: Ground): Promise<HookedDecision> {
  const common = {
    ...(agent?.id === undefined ? {} : { agent_id: agent.id }),
    ...(agent?.type === undefined ? {} : { agent_type: agent.type }),
  }
  const { cwd, dispose } = caseFolder(context.cwd, setting.files, setting.symlinks)
  const runner = hookRunner(context, { system, cwd, projectDir: cwd, common, strict: setting.strictHooks })
  try {
    return await decideHooked(calls[0]!, context, system, runner)
  } finally {
    await runner.close()
    dispose()
  }
}

/** The layers of the case alone when it has any; else those of the machine. */
function contextOf(setting: CaseSetting, options: SharedOptions): PermissionContext {
  const { layers, files, symlinks: _, strictHooks: __, ...own } = setting
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  if (layers === undefined) return contextFor({ ...options, ...given })
  const { cwd, home, configDir, trusted, platform, ...rest } = { ...options, ...given } as SharedOptions
  // A case in default mode says nothing of its own, so that `defaultMode` of its layers counts.
  const mode = rest.mode === 'default' ? undefined : rest.mode
  const session = { layers, cwd, home, configDir, mode, trusted, platform, headless: setting.headless }
  // A case may put its settings on its own disk instead; layers it gives are not looked for there.
  const onDisk = Object.keys(files ?? {}).some((file) => /\/settings(\.local)?\.json$/.test(file))
  return onDisk ? loadContext(session, systemOf(setting)) : createContext(session)
}

function failed(id: unknown, error: unknown): LineAnswer {
  return unanswered(id, 'internal-error', error instanceof Error ? error.message : String(error))
}

function unanswered(id: unknown, code: string, message: string): LineAnswer {
  return { answer: { id: id ?? null, error: { code, message } }, failed: true }
}
