import type { ToolCall } from '../call.ts'
import type { HookEntry, PermissionContext } from '../rules/context.ts'
import { ifMatches } from '../rules/if-filter.ts'
import { nodeSystem, type System } from '../system.ts'
import { type BackgroundReport, backgroundReport } from './background.ts'
import { combine, type Subject } from './combine.ts'
import { commandLine, type Start } from './command-line.ts'
import { deadline, unlessAborted } from './deadline.ts'
import { hookEnvironment, type Session } from './environment.ts'
import { canonicalTool, envFileEvents, guardEvents, hookEvent, toolEvents } from './events.ts'
import { type Finishing, finish, maskOutcome } from './finish.ts'
import { type CommandHandler, type Handler, isObject, type McpHandler } from './handler.ts'
import { interpret, type Raw } from './interpret.ts'
import { maskSecrets } from './mask.ts'
import type { McpCaller, McpServer } from './mcp.ts'
import type { AskModel } from './model.ts'
import type { HookOutcome, HookReport } from './report.ts'
import { hookIdentity, type Selection, selectHooks } from './select.ts'
import { firstFolder, makeEnvFile } from './session-files.ts'
import { stopCap } from './stop-cap.ts'
import { sessionEndBudget, timeoutOf } from './timeouts.ts'
import { screenWorktree } from './worktree.ts'

export interface HookRunnerOptions {
  /** Answers prompt and agent hooks; without it they count as not satisfied where they guard something. */
  readonly model?: AskModel
  /** MCP servers by name, or connections that the host holds. */
  readonly mcp?: Readonly<Record<string, McpServer>> | McpCaller
  /** Where processes run; the payload's `cwd` otherwise. */
  readonly cwd?: string
  /** `CLAUDE_PROJECT_DIR`: the folder in which the session started. */
  readonly projectDir?: string
  readonly sessionId?: string
  readonly transcriptPath?: string
  /** Fields that every payload carries besides (`effort`, `prompt_id`, `agent_id`, `agent_type`, `scratchpad_dir`). */
  readonly common?: Readonly<Record<string, unknown>>
  /** Folder for texts too long for the model; without one they are cut. */
  readonly sessionDir?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly system?: System
  /** Whether a handler's `if` covers a call, in place of the rule engine; when it throws the hook runs. */
  readonly ifMatches?: typeof ifMatches
  /** Every failing hook blocks, as if all said `onFailure: "block"`. */
  readonly strict?: boolean
  /** Replace secrets in what is reported of each hook; what the host goes on with stays whole. */
  readonly mask?: boolean
  /** What is wrong with a rewritten input; null when nothing is. Default: the shapes of built-in tools. */
  readonly inputFault?: (tool: string, input: unknown) => string | null
  readonly outputFault?: (tool: string, output: unknown) => string | null
  /** MCP tools whose question only a person may answer. */
  readonly requiresInteraction?: (tool: string) => boolean
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number
}

export interface RunOptions {
  readonly signal?: AbortSignal
  /** The run is unattended and this is the only call of the turn: `defer` may stop it. */
  readonly deferrable?: boolean
}

/** Hooks of one context. Holds background hooks and MCP connections: `close` it when done. */
export interface HookRunner {
  /** The hooks that would run, in the order of settings. */
  select(event: string, payload: Readonly<Record<string, unknown>>): HookEntry[]
  /** Every hook of the event with what becomes of it. */
  selections(event: string, payload: Readonly<Record<string, unknown>>): Selection[]
  /** Runs all matching hooks at once and says what they said together. Never rejects. */
  run(event: string, payload: Readonly<Record<string, unknown>>, options?: RunOptions): Promise<HookReport>
  /** What background hooks have said since the last time; waits for those that still run when asked to. */
  background(options?: { readonly wait?: boolean }): Promise<BackgroundReport[]>
  /** Ends background hooks and connections. */
  close(): Promise<void>
}

/** A runner over the hooks of a context, which is a snapshot: later edits of settings files change nothing here. */
export function createHookRunner(context: PermissionContext, options: HookRunnerOptions = {}): HookRunner {
  const system = options.system ?? nodeSystem
  const env = options.env ?? system.env
  const now = options.now ?? (() => performance.now())
  const projectDir = options.projectDir ?? context.cwd
  const effort = isObject(options.common?.['effort']) ? options.common['effort']['level'] : undefined
  const session: Session = {
    id: options.sessionId ?? 'toolgate',
    projectDir,
    env,
    ...(typeof effort === 'string' ? { effort } : {}),
  }
  const secrets = { ...env, ...context.env }
  const spent = new Set<string>()
  const cap = stopCap(env)
  const sessionEndMs = sessionEndBudget(context.hooks, env)
  const running = new Map<Promise<void>, AbortController>()
  const finished: BackgroundReport[] = []
  let mcp: McpCaller | undefined
  let calls = 0

  const ifTest = (rule: string, payload: Readonly<Record<string, unknown>>) => {
    const call = { tool: String(payload['tool_name']), input: payload['tool_input'] as ToolCall['input'] }
    return (options.ifMatches ?? ifMatches)(rule, call, context, system)
  }
  const selections = (event: string, payload: Readonly<Record<string, unknown>>) =>
    selectHooks(context, event, withCanonicalTool(payload), { ifTest, spent })

  function fullPayload(event: string, payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const mode = hookEvent(event)?.hasMode ? { permission_mode: context.mode } : {}
    const use = event === 'PreToolUse' ? { tool_use_id: `toolu_${++calls}` } : {}
    // A permission request is about a call that has no id yet (spec/hooks.md 2.2).
    const { tool_use_id: _, ...anonymous } = payload
    const own = event === 'PermissionRequest' ? anonymous : payload
    const stop = event === 'Stop' || event === 'SubagentStop' ? { stop_hook_active: cap.count() > 0 } : {}
    return {
      session_id: session.id,
      transcript_path: options.transcriptPath ?? '',
      cwd: context.cwd,
      ...options.common,
      ...mode,
      ...stop,
      ...use,
      ...withCanonicalTool(own),
      hook_event_name: event,
    }
  }

  async function run(
    event: string,
    given: Readonly<Record<string, unknown>>,
    how: RunOptions = {},
  ): Promise<HookReport> {
    if (toolEvents.has(event)) cap.reset()
    const payload = fullPayload(event, given)
    const chosen = selections(event, payload)
    const text = serialize(payload)
    if (text === null) return combine(event, unwritable(event, chosen), [], null)
    const envFile = envFileEvents.has(event) && chosen.some(({ skip }) => skip === null) ? makeEnvFile() : null
    const outcomes = await Promise.all(
      chosen.flatMap((selection) =>
        selection.skip === null ? [runOne(selection, payload, text, envFile, how.signal)] : [],
      ),
    )
    const exports = envFile?.take() ?? ''
    const finishing: Finishing = {
      tool: typeof payload['tool_name'] === 'string' ? payload['tool_name'] : null,
      sessionDir: options.sessionDir ?? null,
      cap,
      settled: event === 'ConfigChange' && payload['source'] === 'policy_settings',
      ...(options.inputFault === undefined ? {} : { inputFault: options.inputFault }),
      ...(options.outputFault === undefined ? {} : { outputFault: options.outputFault }),
      ...(options.mask === true ? { maskWith: secrets } : {}),
    }
    const report = combine(event, chosen, outcomes, subjectOf(payload, how))
    return finish({ ...report, exports }, finishing)
  }

  async function runOne(
    selection: Selection,
    payload: Readonly<Record<string, unknown>>,
    text: string,
    envFile: { readonly path: string } | null,
    signal: AbortSignal | undefined,
  ): Promise<HookOutcome> {
    const { entry } = selection
    const handler = selection.handler as Handler
    const started = now()
    const inBackground = handler.type === 'command' && (handler.async || handler.asyncRewake)
    const work = (stop: AbortSignal | undefined) => perform(entry, handler, payload, text, envFile?.path ?? null, stop)
    const meaning = (raw: Raw) =>
      interpret({ entry, handler, durationMs: now() - started, strict: options.strict === true, projectDir }, raw)
    if (!inBackground) {
      const raw = await work(signal)
      const outcome = screenWorktree(meaning(raw), { cwd: folderFor(payload), projectDir }, system)
      // A run that failed keeps its one chance (spec/hooks.md 1.6).
      if (handler.once && outcome.result === 'success') spent.add(hookIdentity(entry))
      return outcome
    }
    const controller = new AbortController()
    const done = work(controller.signal).then((raw) => {
      running.delete(done)
      const { outcome, ...rest } = backgroundReport(meaning(raw), raw, handler.asyncRewake)
      const hide = (text: string) => maskSecrets(text, secrets)
      finished.push({ ...rest, outcome: options.mask === true ? maskOutcome(outcome, hide) : outcome })
    })
    running.set(done, controller)
    return meaning({ kind: 'background' })
  }

  async function perform(
    entry: HookEntry,
    handler: Handler,
    payload: Readonly<Record<string, unknown>>,
    text: string,
    envFile: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Raw> {
    const timeoutMs = timeoutOf(entry.event, handler, sessionEndMs)
    const stop = signal === undefined ? {} : { signal }
    try {
      switch (handler.type) {
        case 'command':
          return await runCommand(entry, handler, payload, text, envFile, timeoutMs, stop)
        case 'http': {
          const { postHook } = await import('./http.ts')
          const allowedEnvVars = context.httpHookAllowedEnvVars
          const allowedUrls = context.allowedHttpHookUrls
          const limits = { allowedEnvVars, allowedUrls, timeoutMs: timeoutMs as number }
          return await postHook({ handler, body: text, env: { ...env, ...context.env }, ...limits, ...stop })
        }
        case 'mcp_tool':
          return await callTool(handler, payload, timeoutMs as number, signal)
        default: {
          const { askModel } = await import('./model.ts')
          return await askModel(handler, text, options.model, timeoutMs as number, signal)
        }
      }
    } catch (error) {
      return { kind: 'not-started', message: (error as Error).message }
    }
  }

  async function runCommand(
    entry: HookEntry,
    handler: CommandHandler,
    payload: Readonly<Record<string, unknown>>,
    text: string,
    envFile: string | null,
    timeoutMs: number | null,
    stop: { readonly signal?: AbortSignal },
  ): Promise<Raw> {
    const { runProcess } = await import('./run.ts')
    const variables = hookEnvironment(context, session, entry, envFile)
    const line = commandLine(handler, entry, session, variables, context.platform)
    if ('refused' in line) return { kind: 'not-started', message: line.refused }
    // A shell's `read` wants a line end (spec/hooks.md 4.4).
    const spec = { env: variables, input: `${text}\n`, timeoutMs, ...stop }
    let cwd = folderFor(payload)
    for (let start: Start = line; ; ) {
      const result = await runProcess({ ...start, ...spec, cwd })
      if (result.kind !== 'not-started') return result
      // A folder that went away since it was looked at fails like a missing program.
      const now = folderFor(payload)
      if (now !== cwd) cwd = now
      else if (start.otherwise === undefined) return result
      else start = start.otherwise
    }
  }

  function folderFor(payload: Readonly<Record<string, unknown>>): string {
    const here = options.cwd ?? (typeof payload['cwd'] === 'string' ? payload['cwd'] : context.cwd)
    return firstFolder([here, context.cwd, projectDir, context.home])
  }

  async function callTool(
    handler: McpHandler,
    payload: Readonly<Record<string, unknown>>,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Raw> {
    const { fillInput, mcpServers } = await import('./mcp.ts')
    mcp ??= isCaller(options.mcp) ? options.mcp : mcpServers(options.mcp ?? {}, Number(env['MCP_TIMEOUT']) || undefined)
    const limit = deadline(timeoutMs, signal)
    try {
      const input = fillInput(handler.input, payload) as Record<string, unknown>
      const answer = await unlessAborted(mcp.call(handler.server, handler.tool, input, limit.signal), limit.signal)
      return { kind: 'tool', ...answer }
    } catch (error) {
      if (signal?.aborted) return { kind: 'cancelled', stdout: '', stderr: '' }
      if (limit.timedOut()) return { kind: 'timed-out', stdout: '', stderr: '' }
      return { kind: 'unavailable', message: `the MCP tool could not be called: ${(error as Error).message}` }
    } finally {
      limit.clear()
    }
  }

  function subjectOf(payload: Readonly<Record<string, unknown>>, how: RunOptions): Subject | null {
    const tool = payload['tool_name']
    if (typeof tool !== 'string') return null
    return { tool, interactive: options.requiresInteraction?.(tool) === true, deferrable: how.deferrable === true }
  }

  return {
    select: (event, payload) => selections(event, payload).flatMap(({ entry, skip }) => (skip === null ? [entry] : [])),
    selections,
    run,
    async background({ wait = false } = {}) {
      if (wait) await Promise.all(running.keys())
      return finished.splice(0)
    },
    async close() {
      const left = [...running]
      for (const [, controller] of left) controller.abort()
      await Promise.all(left.map(([done]) => done))
      await mcp?.close()
      mcp = undefined
    },
  }
}

function isCaller(mcp: HookRunnerOptions['mcp']): mcp is McpCaller {
  return mcp !== undefined && typeof (mcp as McpCaller).call === 'function'
}

function withCanonicalTool(payload: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const name = payload['tool_name']
  return typeof name === 'string' ? { ...payload, tool_name: canonicalTool(name) } : payload
}

/** null: the payload cannot be written as JSON (a cycle, a BigInt). */
function serialize(payload: Readonly<Record<string, unknown>>): string | null {
  try {
    return JSON.stringify(payload)
  } catch {
    return null
  }
}

/** Nobody could tell the hooks what they were asked about: a guard that would have run blocks (spec/hooks.md 3.9). */
function unwritable(event: string, chosen: readonly Selection[]): Selection[] {
  const detail = 'the payload cannot be written as JSON'
  return chosen.map((selection) =>
    selection.skip === null ? { ...selection, skip: 'unmatchable', detail, blocks: guardEvents.has(event) } : selection,
  )
}
