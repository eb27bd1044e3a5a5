import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadGrammar } from '../bash-parser/parse.ts'
import type { McpServer } from '../hooks/mcp.ts'
import type { PermissionContext } from '../rules/context.ts'
import { nodeSystem, type System } from '../system.ts'
import { getAllBaseTools } from './base-tools.ts'
import { mcpTools } from './builtin/mcp-tools.ts'
import { createToolUseContext, type Host, type ToolUseContext, withContext } from './context.ts'
import { messageOf } from './failure.ts'
import { createHookSource } from './hooks.ts'
import { connectMcp, type McpConnections } from './mcp.ts'
import { type Message, type ToolUse, toolUses } from './message.ts'
import type { CallOutcome } from './outcome.ts'
import { type CallOptions, checkPermissionsAndCallTool } from './pipeline.ts'
import { assembleToolPool, createRegistry, filterToolsByDenyRules, getTools, type ToolPool } from './registry.ts'
import { collect, executorFor, type MessageRun, type RunOptions, runMessage } from './run.ts'
import { endTurn } from './skills.ts'
import { createStreamReader, type StreamEvent, type StreamOptions } from './stream.ts'
import { surfaceOf, type ToolSurface } from './surface.ts'
import type { AnyTool } from './tool.ts'

export interface SessionOptions {
  readonly permissions: PermissionContext
  readonly system?: System
  /** Tools of the host, beside the built-in ones and those of MCP servers. */
  readonly tools?: readonly AnyTool[]
  /** Only the tools of this registry; the built-in ones, `tools` and those of MCP servers when absent. */
  readonly registry?: ToolPool
  /** MCP servers to connect; those that cannot be reached are named in `context.host.mcp.failures`. */
  readonly mcpServers?: Readonly<Record<string, McpServer>>
  /** `hooks` absent: the hooks of the settings run; null: none do. */
  readonly host?: Omit<Host, 'hooks'> & { readonly hooks?: Host['hooks'] | null }
  readonly sessionId?: string
  readonly transcriptPath?: string
  readonly resultsFolder?: string
  readonly maxConcurrency?: number
  readonly signal?: AbortSignal
}

/** What calls run in. It never changes: a run gives back the session for the next message. */
export interface ToolSession {
  readonly context: ToolUseContext
  /** The tools as a model sees them. */
  surface(): Promise<ToolSurface[]>
  /** The session for the next turn of the user: what skills were granted is over. */
  nextTurn(): ToolSession
  /** Ends background commands, hooks and MCP connections, of every session that came of the first. */
  close(): Promise<void>
}

export function sessionOf(context: ToolUseContext, close: () => Promise<void> = async () => {}): ToolSession {
  return Object.freeze({
    context,
    surface: () => surfaceOf(context.tools, context),
    nextTurn: () => sessionOf(withContext(context, { permissions: endTurn(context.permissions) }), close),
    close,
  })
}

/** Everything a session needs, from its permissions: the pool of tools, the hooks of the settings, a results folder. */
export async function createSession(options: SessionOptions): Promise<ToolSession> {
  const { permissions, system = nodeSystem } = options
  const { hooks, ...given } = options.host ?? {}
  const mcp = options.mcpServers === undefined ? given.mcp : await connectMcp(options.mcpServers)
  const host = mcp === undefined ? given : { ...given, mcp }
  // Whether a shell call is safe is asked without waiting; where the grammar loads slowly, it is loaded now.
  await loadGrammar()
  const sessionId = options.sessionId ?? randomUUID()
  const transcriptPath = options.transcriptPath ?? ''
  const source =
    hooks ??
    createHookSource({
      sessionId,
      transcriptPath,
      projectDir: permissions.cwd,
      system,
      env: environmentOf(permissions, system),
    })
  const context = createToolUseContext({
    permissions,
    system,
    tools: options.registry ?? (await assemble(permissions, system, options.tools ?? [], mcp)),
    sessionId,
    transcriptPath,
    resultsFolder: options.resultsFolder ?? join(tmpdir(), `toolgate-${sessionId}`, 'results'),
    host: { ...host, ...(hooks === null ? {} : { hooks: source }) },
    ...(options.maxConcurrency === undefined ? {} : { maxConcurrency: options.maxConcurrency }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  return sessionOf(context, async () => {
    await Promise.all([context.session.background.stopAll(), source.close(), mcp?.close()])
  })
}

function environmentOf(permissions: PermissionContext, system: System) {
  return { ...system.env, ...permissions.env }
}

async function assemble(
  permissions: PermissionContext,
  system: System,
  more: readonly AnyTool[],
  mcp: McpConnections | undefined,
): Promise<ToolPool> {
  const env = environmentOf(permissions, system)
  const own = getTools([...getAllBaseTools(env), ...more], permissions, { env })
  const remote = mcp === undefined ? [] : filterToolsByDenyRules(await mcpTools(mcp), permissions)
  return createRegistry(assembleToolPool(own, remote))
}

/** What came of a message, and the session to run the next one in. */
export interface Executed extends MessageRun {
  readonly session: ToolSession
  /** Why a streamed message broke off; its calls have their results all the same. null: it did not. */
  readonly interrupted: string | null
}

/**
 * Runs the tool uses of one assistant message: each is judged, then run or refused, and has exactly one result. A
 * message that still streams is taken event by event, and a call starts as soon as its block is complete.
 */
export async function execute(
  calls: Message | readonly ToolUse[] | AsyncIterable<StreamEvent>,
  session: ToolSession,
  options: RunOptions & StreamOptions = {},
): Promise<Executed> {
  const { context, close } = session
  let interrupted: string | null = null
  let run: MessageRun
  if (Symbol.asyncIterator in calls) {
    const executor = executorFor(context, options)
    const reader = createStreamReader(executor, options)
    const feed = async () => {
      try {
        for await (const event of calls) reader.take(event)
        reader.end()
      } catch (error) {
        interrupted = messageOf(error)
        reader.discard(`the message broke off: ${interrupted}`)
      }
    }
    run = (await Promise.all([collect(executor, options), feed()]))[0]
  } else if ('role' in calls) run = await runMessage(toolUses(calls), context, { parentMessage: calls, ...options })
  else run = await runMessage(calls, context, options)
  return { ...run, interrupted, session: sessionOf(run.context, close) }
}

/** Runs one tool use, alone. */
export function runToolUse(use: ToolUse, context: ToolUseContext, options: CallOptions = {}): Promise<CallOutcome> {
  return checkPermissionsAndCallTool(use, context, options)
}
