import { loadGrammar } from '../bash-parser/parse.ts'
import type { ToolCall } from '../call.ts'
import type { Decision } from '../decision.ts'
import { toVerdict } from '../hooks/combine.ts'
import type { HookReport } from '../hooks/report.ts'
import { type AuthorizedCall, authorize, canUseInner, spend } from './authorize.ts'
import { fitResult } from './budgets.ts'
import { serialise } from './build-tool.ts'
import type { ToolUseContext } from './context.ts'
import { type CallStatus, type Failure, failure, isFailure, messageOf, type Stage, ToolError } from './failure.ts'
import { runToolHooks } from './hooks.ts'
import { observe, parseInput, validateInput } from './input.ts'
import { checkedBlock, errorResult, type Message, type ToolResultBlock, type ToolUse, withText } from './message.ts'
import { nearestNames } from './names.ts'
import type { CallOutcome } from './outcome.ts'
import { isDeferred } from './surface.ts'
import type { AnyTool, ToolResult } from './tool.ts'

type Input = Readonly<Record<string, unknown>>

export interface CallOptions {
  readonly parentMessage?: Message
  readonly onProgress?: (progress: unknown) => void
  /** Resolves when nothing else runs; asked for when a call turns out not to be safe beside others. */
  readonly alone?: () => Promise<void>
  /** Why it runs beside others: it is concurrency-safe, or its input, as it is, touches nothing of theirs. */
  readonly sharing?: 'safe' | 'unchanged'
}

/** Longest run of a tool that sets no limit of its own: over the longest timeout a shell call may ask for. */
const maxCallMs = 660_000

/** How long a tool may take to notice that its call was aborted before the call ends without it. */
const abortGraceMs = 2_000

/**
 * One tool use, from the model's words to its result: find, parse, validate, classify early, observe, hooks before,
 * permission, call, hooks after, result. A stage that fails ends the call; later stages do not run.
 */
export async function checkPermissionsAndCallTool(
  use: ToolUse,
  context: ToolUseContext,
  options: CallOptions = {},
): Promise<CallOutcome> {
  const state: CallState = {
    use,
    context,
    tool: undefined,
    input: use.input,
    warnings: [],
    messages: [],
    stop: null,
    post: undefined,
  }

  const tool = await stage('find', state, () => findTool(use.name, context))
  if (isFailure(tool)) return failed(state, tool)
  state.tool = tool

  const parsed = await stage('parse', state, () => parseInput(tool, use.input))
  if (isFailure(parsed)) return failed(state, parsed)

  const invalid = await stage('validate', state, () => validateInput(tool, parsed, context))
  if (isFailure(invalid)) return failed(state, invalid)

  const classification = classifyEarly(tool, parsed, context)

  const observable = await stage('observe', state, () => observe(tool, parsed, context))
  if (isFailure(observable)) return failed(state, observable)
  state.input = observable

  const hooked = await stage('pre-hooks', state, () => runPreHooks(tool, observable, state))
  if (isFailure(hooked)) return failed(state, hooked)
  state.input = hooked.input

  const authorized = await stage('permission', state, () => canUseTool(tool, hooked, state))
  if (isFailure(authorized)) return failed(state, authorized)

  const ran = await stage('call', state, () => callTool(authorized, classification, observable, state, options))
  if (isFailure(ran)) return failed(state, ran)

  await runPostHooks(ran, state)

  return finish(ran, state)
}

/** What the stages of one call have learned so far. */
interface CallState {
  readonly use: ToolUse
  readonly context: ToolUseContext
  tool: AnyTool | undefined
  input: unknown
  readonly warnings: string[]
  readonly messages: Message[]
  stop: string | null
  /** What the hooks after the call said. */
  post: HookReport | undefined
}

/** Runs one stage: nothing after an abort, and whatever it throws is its failure. */
async function stage<T>(
  name: Stage,
  { context, use }: CallState,
  run: () => T | Failure | Promise<T | Failure>,
): Promise<T | Failure> {
  if (context.signal.aborted) return failure(name, 'cancelled', abortText(use.name, context.signal))
  try {
    return await run()
  } catch (error) {
    return failure(name, 'error', `\`${use.name}\` failed in stage \`${name}\`: ${messageOf(error)}`)
  }
}

/** Stage 1. */
function findTool(name: string, context: ToolUseContext): AnyTool | Failure {
  const tool = context.tools.find(name)
  if (tool === undefined) {
    const known = context.tools.tools.map((candidate) => candidate.name)
    const close = nearestNames(name, known)
    const hint =
      close.length > 0
        ? `did you mean ${close.map((n) => `\`${n}\``).join(' or ')}?`
        : `the tools are ${known.map((n) => `\`${n}\``).join(', ')}`
    return failure('find', 'error', `there is no tool \`${name}\`: ${hint}`)
  }
  if (isDeferred(tool, context.tools) && !context.loadedTools.has(tool.name)) {
    const text = `the schema of \`${tool.name}\` is not loaded: call \`ToolSearch\` with \`select:${tool.name}\` first`
    return failure('find', 'error', text)
  }
  return tool
}

/** Stage 4: shell calls are classified while hooks run; the answer is ready when the gate needs it. */
function classifyEarly(tool: AnyTool, input: Input, context: ToolUseContext): Promise<boolean> {
  if (tool.shell !== true) return Promise.resolve(tool.isConcurrencySafe(input, context))
  return loadGrammar().then(
    () => tool.isConcurrencySafe(input, context),
    () => false,
  )
}

interface Hooked {
  readonly input: Input
  readonly report: HookReport | undefined
}

/** Stage 6. A new input from a hook replaces the whole old one and goes through stages 2, 3 and 5 itself. */
async function runPreHooks(tool: AnyTool, input: Input, state: CallState): Promise<Hooked | Failure> {
  const report = await runToolHooks('PreToolUse', state.context, call(tool, input, state))
  if (report === undefined) return { input, report }
  note(report, state)
  if (!report.continue) {
    const why = report.stopReason ?? report.reason ?? 'a hook stopped the session'
    return failure('pre-hooks', 'denied', `\`${tool.name}\` was not run: a hook stopped the session: ${why}`, {
      stop: why,
    })
  }
  if (report.updatedInput === undefined) return { input, report }
  const revised = await revise(tool, report.updatedInput, state.context, 'pre-hooks')
  return isFailure(revised) ? revised : { input: revised, report }
}

async function revise(
  tool: AnyTool,
  input: unknown,
  context: ToolUseContext,
  by: 'pre-hooks' | 'permission',
): Promise<Input | Failure> {
  const parsed = parseInput(tool, input, 'host')
  const fault = isFailure(parsed) ? parsed : await validateInput(tool, parsed, context)
  if (fault === undefined) return observe(tool, parsed as Input, context)
  const who = by === 'pre-hooks' ? 'a hook' : 'whoever allowed the call'
  return { ...fault, stage: by, message: `${who} changed the input: ${fault.message}` }
}

/** Stage 7. */
function canUseTool(tool: AnyTool, { input, report }: Hooked, state: CallState): Promise<AuthorizedCall | Failure> {
  const request = {
    tool,
    input,
    toolUseId: state.use.id,
    hook: report === undefined ? undefined : toVerdict(report),
    revise: (updated: unknown) => revise(tool, updated, state.context, 'permission'),
  }
  return authorize(request, state.context)
}

interface Ran {
  readonly tool: AnyTool
  readonly decision: Decision
  readonly result: ToolResult<unknown> | undefined
  readonly error: unknown
  readonly cancelled: boolean
}

/** Stage 8: the only place where a tool runs, and it takes nothing but an authorized call. */
async function callTool(
  authorized: AuthorizedCall,
  classification: Promise<boolean>,
  classified: Input,
  state: CallState,
  { alone, sharing, onProgress, parentMessage }: CallOptions,
): Promise<Ran> {
  const { decision } = authorized
  const { tool, input } = spend(authorized)
  const { context, use } = state
  state.input = input
  if (alone !== undefined) {
    const unchanged = input === classified
    const safe =
      sharing === 'unchanged' && unchanged
        ? true
        : unchanged
          ? await classification
          : tool.isConcurrencySafe(input, context)
    if (!safe) await alone()
  }
  const limitMs = tool.maxCallMs ?? maxCallMs
  const limit = new AbortController()
  const timer = Number.isFinite(limitMs) ? setTimeout(() => limit.abort(), limitMs) : undefined
  const signal = AbortSignal.any([context.signal, limit.signal])
  const within = Object.freeze({ ...context, signal })
  const permit = (inner: ToolCall) => canUseInner(inner, within, use.id)
  let settled = false
  const report = (progress: unknown) => {
    if (!settled) onProgress?.(progress)
  }
  try {
    signal.throwIfAborted()
    const running = Promise.resolve(tool.call(input, within, permit, parentMessage, report))
    const result = await orAbort(running, signal)
    if (typeof result !== 'object' || result === null) throw new Error('it gave no result')
    return { tool, decision, result, error: undefined, cancelled: false }
  } catch (error) {
    const cancelled = context.signal.aborted
    const cause = cancelled
      ? new ToolError(abortText(tool.name, context.signal), modifierOf(error))
      : limit.signal.aborted
        ? new ToolError(`\`${tool.name}\` did not finish within its limit of ${limitMs} ms`)
        : error
    return { tool, decision, result: undefined, error: cause ?? new Error('it failed without saying why'), cancelled }
  } finally {
    settled = true
    clearTimeout(timer)
  }
}

/** The promise, or a rejection when it has not noticed an abort in time. */
function orAbort<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const onAbort = () => {
      timer = setTimeout(() => reject(new Error('aborted')), abortGraceMs)
    }
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    running.then(resolve, reject).finally(done)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}

/** Stage 9. The tool has run: whatever a hook does, its result is not lost. */
async function runPostHooks(ran: Ran, state: CallState): Promise<void> {
  const { tool, result, error, cancelled } = ran
  if (cancelled) return
  try {
    const report = await (result === undefined
      ? runToolHooks('PostToolUseFailure', state.context, call(tool, state.input, state), { error: messageOf(error) })
      : runToolHooks('PostToolUse', state.context, call(tool, state.input, state), { tool_response: result.data }))
    if (report === undefined) return
    note(report, state)
    state.post = report
    if (!report.continue) state.stop = report.stopReason ?? 'a hook stopped the session'
  } catch (fault) {
    state.warnings.push(`hooks after \`${tool.name}\` failed: ${messageOf(fault)}`)
  }
}

/** Stage 10: the result as a block, with what hooks said about it, within its budget. */
async function finish(ran: Ran, state: CallState): Promise<CallOutcome> {
  const { tool, decision, result, error, cancelled } = ran
  const { use, context, post } = state
  let block: ToolResultBlock
  let status: CallStatus = 'ok'
  if (result === undefined) {
    status = cancelled ? 'cancelled' : 'error'
    block = errorResult(
      use.id,
      error instanceof ToolError ? error.message : `\`${tool.name}\` failed: ${messageOf(error)}`,
    )
  } else {
    try {
      const output = post?.updatedToolOutput
      const mapped =
        output === undefined ? tool.mapResult(result.data, use.id) : { content: serialise(output) as string }
      block = checkedBlock(mapped, use.id)
    } catch (fault) {
      status = 'error'
      block = errorResult(use.id, `\`${tool.name}\` ran, but its result cannot be given: ${messageOf(fault)}`)
    }
  }
  if (block.is_error === true && status === 'ok') status = 'error'
  if (post?.blocked && post.reason !== null) {
    block = withText(block, `a hook after \`${tool.name}\` says: ${post.reason}`)
  }
  return {
    id: use.id,
    name: tool.name,
    status,
    stage: status === 'ok' ? null : result === undefined ? 'call' : 'result',
    decision,
    result: await fitResult(block, tool, context.session.resultsFolder),
    output: result?.data,
    input: state.input,
    messages: [...(result?.newMessages ?? []), ...state.messages],
    contextModifier: result?.contextModifier ?? modifierOf(error),
    stop: state.stop,
    warnings: state.warnings,
  }
}

async function failed(state: CallState, ended: Failure): Promise<CallOutcome> {
  const { use, context, tool } = state
  const shown = tool ?? { name: use.name, maxResultSizeChars: 0 }
  return {
    id: use.id,
    name: shown.name,
    status: ended.status,
    stage: ended.stage,
    decision: ended.decision ?? null,
    // The reason for a refusal is short; a tool that bounds itself does not bound this.
    result: await fitResult(
      errorResult(use.id, ended.message),
      { ...shown, maxResultSizeChars: 0 },
      context.session.resultsFolder,
    ),
    output: undefined,
    input: state.input,
    messages: state.messages,
    contextModifier: undefined,
    stop: ended.stop ?? state.stop,
    warnings: state.warnings,
  }
}

const call = (tool: AnyTool, input: unknown, { use }: CallState) => ({ tool: tool.name, input, toolUseId: use.id })

function note(report: HookReport, state: CallState): void {
  state.warnings.push(...report.warnings)
  for (const text of report.additionalContext) state.messages.push({ role: 'user', content: text })
  for (const text of report.systemMessages) state.context.host.notify?.(text)
}

function modifierOf(error: unknown) {
  return error instanceof ToolError ? error.contextModifier : undefined
}

function abortText(name: string, signal: AbortSignal): string {
  const reason: unknown = signal.reason
  const why = typeof reason === 'string' ? reason : 'the run was cancelled'
  return `\`${name}\` did not finish: ${why}`
}
