import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadGrammar } from '../bash-parser/parse.ts'
import type { PermissionContext } from '../rules/context.ts'
import { nodeSystem, type System } from '../system.ts'
import { getAllBaseTools } from './base-tools.ts'
import { mcpTools } from './builtin/mcp-tools.ts'
import { createToolUseContext, type Host, type ToolUseContext, withContext } from './context.ts'
import { createHookSource } from './hooks.ts'
import { type Message, type ToolUse, toolUses } from './message.ts'
import type { CallOutcome } from './outcome.ts'
import { type CallOptions, checkPermissionsAndCallTool } from './pipeline.ts'
import { assembleToolPool, createRegistry, filterToolsByDenyRules, getTools, type ToolPool } from './registry.ts'
import { type MessageRun, type RunOptions, runMessage } from './run.ts'
import { endTurn } from './skills.ts'
import type { AnyTool } from './tool.ts'

export interface SessionOptions {
  readonly permissions: PermissionContext
  readonly system?: System
  /** Tools of the host, beside the built-in ones and those of MCP servers. */
  readonly tools?: readonly AnyTool[]
  /** Only the tools of this registry; the built-in ones, `tools` and those of MCP servers when absent. */
  readonly registry?: ToolPool
  /** `hooks` absent: the hooks of the settings run; null: none do. */
  readonly host?: Omit<Host, 'hooks'> & { readonly hooks?: Host['hooks'] | null }
  readonly sessionId?: string
  readonly transcriptPath?: string
  readonly resultsFolder?: string
  readonly maxConcurrency?: number
  readonly signal?: AbortSignal
}

/** A context to run calls in, and what must be ended with it. */
export interface ToolSession {
  readonly context: ToolUseContext
  /** Ends background commands, hooks and MCP connections. */
  readonly close: () => Promise<void>
}

/** Everything a session needs, from its permissions: the pool of tools, the hooks of the settings, a results folder. */
export async function createSession(options: SessionOptions): Promise<ToolSession> {
  const { permissions, system = nodeSystem } = options
  const { hooks, ...host } = options.host ?? {}
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
    tools: options.registry ?? (await assemble(permissions, system, options)),
    sessionId,
    transcriptPath,
    resultsFolder: options.resultsFolder ?? join(tmpdir(), `toolgate-${sessionId}`, 'results'),
    host: { ...host, ...(hooks === null ? {} : { hooks: source }) },
    ...(options.maxConcurrency === undefined ? {} : { maxConcurrency: options.maxConcurrency }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  return {
    context,
    async close() {
      await Promise.all([context.session.background.stopAll(), source.close(), host.mcp?.close()])
    },
  }
}

function environmentOf(permissions: PermissionContext, system: System) {
  return { ...system.env, ...permissions.env }
}

async function assemble(permissions: PermissionContext, system: System, options: SessionOptions): Promise<ToolPool> {
  const env = environmentOf(permissions, system)
  const own = getTools([...getAllBaseTools(env), ...(options.tools ?? [])], permissions, { env })
  const { mcp } = options.host ?? {}
  const remote = mcp === undefined ? [] : filterToolsByDenyRules(await mcpTools(mcp), permissions)
  return createRegistry(assembleToolPool(own, remote))
}

/** What came of a message, and the session to run the next one in. */
export interface Executed extends MessageRun {
  readonly session: ToolSession
}

/**
 * Runs the tool uses of one assistant message: each is judged, then run or refused, and has exactly one result. The first
 * time it takes what a session is made of; after that, the session that came back. Close the last one.
 */
export async function execute(
  calls: Message | readonly ToolUse[],
  target: SessionOptions | ToolSession,
  options: RunOptions = {},
): Promise<Executed> {
  const session = 'close' in target ? target : await createSession(target)
  const run = await ('role' in calls
    ? runMessage(toolUses(calls), session.context, { parentMessage: calls, ...options })
    : runMessage(calls, session.context, options))
  return { ...run, session: { context: run.context, close: session.close } }
}

/** Runs one tool use, alone. */
export function runToolUse(use: ToolUse, context: ToolUseContext, options: CallOptions = {}): Promise<CallOutcome> {
  return checkPermissionsAndCallTool(use, context, options)
}

/** The session for the next turn of the user: what skills were granted is over. */
export function nextTurn(session: ToolSession): ToolSession {
  const permissions = endTurn(session.context.permissions)
  return { context: withContext(session.context, { permissions }), close: session.close }
}
