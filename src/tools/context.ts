import type { ToolCall } from '../call.ts'
import type { Decision } from '../decision.ts'
import type { PermissionContext } from '../rules/context.ts'
import type { System } from '../system.ts'
import type { AgentDefinition } from './agents.ts'
import { type BackgroundTasks, createBackgroundTasks } from './background.ts'
import type { MessageBudget } from './budgets.ts'
import { createFileStates, type FileStates } from './file-states.ts'
import type { HookSource } from './hooks.ts'
import type { McpConnections } from './mcp.ts'
import type { Message } from './message.ts'
import type { ToolPool } from './registry.ts'
import type { SkillDefinition } from './skills.ts'
import type { JsonSchema } from './tool.ts'

/** A permission somebody must be asked for. */
export interface Question {
  readonly toolUseId: string
  readonly call: ToolCall
  readonly decision: Decision
  readonly signal: AbortSignal
}

/** The host's answer. A changed input is parsed, validated and judged again. */
export type Answer =
  | { readonly effect: 'allow'; readonly updatedInput?: Readonly<Record<string, unknown>> }
  | { readonly effect: 'deny'; readonly message?: string }

export type Asker = (question: Question) => Promise<Answer>

/** One request to the host's model, as far as a sub-agent needs it. */
export interface ModelRequest {
  readonly system: string
  readonly messages: readonly Message[]
  readonly tools: readonly { readonly name: string; readonly description: string; readonly input_schema: JsonSchema }[]
  readonly model: string | undefined
  readonly signal: AbortSignal
}

export type Model = (request: ModelRequest) => Promise<Message>

/** One question of `AskUserQuestion` to a person. */
export interface UserQuestion {
  readonly question: string
  readonly header: string
  readonly multiSelect: boolean
  readonly options: readonly { readonly label: string; readonly description: string }[]
}

/** Answers by question text. */
export type AskUser = (
  questions: readonly UserQuestion[],
  signal: AbortSignal,
) => Promise<Readonly<Record<string, string>>>

/** What only the program around us can do. Each part may be missing; what needs it then fails loudly. */
export interface Host {
  readonly asker?: Asker
  readonly model?: Model
  readonly askUser?: AskUser
  readonly hooks?: HookSource
  readonly mcp?: McpConnections
  readonly agents?: readonly AgentDefinition[]
  readonly skills?: readonly SkillDefinition[]
  readonly notify?: (text: string) => void
}

export type AppState = Readonly<Record<string, unknown>>
export type StateUpdate = (state: AppState) => AppState

export interface AgentIdentity {
  readonly id: string
  readonly type: string
  /** It brought hooks of its own. */
  readonly ownHooks: boolean
  /** Whether its list of tools covers a call. */
  admits(tool: string, input: Readonly<Record<string, unknown>>): boolean
}

export interface Session {
  readonly id: string
  readonly transcriptPath: string
  /** Results over budget are written here. */
  readonly resultsFolder: string
  readonly background: BackgroundTasks
  /** What was decided for the results of earlier messages. */
  readonly budget: MessageBudget
  /** How many calls of one batch run at once; read from the environment when absent. */
  readonly maxConcurrency?: number
}

/** Everything a call may use, in one frozen object. It changes only through `contextModifier`. */
export interface ToolUseContext {
  /** Rules, mode, working directories. Its `cwd` is the folder the session began in: relative rules stay anchored. */
  readonly permissions: PermissionContext
  /** The folder that shell calls run in and relative paths start at. */
  readonly cwd: string
  /** The mode to go back to when plan mode ends; null outside it. */
  readonly modeBeforePlan: PermissionContext['mode'] | null
  /** Deferred tools whose schema the model has seen. */
  readonly loadedTools: ReadonlySet<string>
  /** Stricter contexts a call must satisfy besides `permissions`: those of the agents that started this one. */
  readonly parents: readonly PermissionContext[]
  readonly system: System
  readonly signal: AbortSignal
  readonly files: FileStates
  readonly tools: ToolPool
  readonly agent: AgentIdentity | null
  readonly host: Host
  readonly session: Session
  getAppState(): AppState
  /** In a sub-agent this does nothing; `setSessionState` still reaches the root. */
  setAppState(update: StateUpdate): void
  setSessionState(update: StateUpdate): void
}

export interface ContextOptions {
  readonly permissions: PermissionContext
  readonly system: System
  readonly tools: ToolPool
  readonly sessionId: string
  readonly resultsFolder: string
  readonly transcriptPath?: string
  readonly maxConcurrency?: number
  readonly signal?: AbortSignal
  readonly host?: Host
}

/** The context of a session's first call. */
export function createToolUseContext(options: ContextOptions): ToolUseContext {
  let state: AppState = Object.freeze({})
  const set = (update: StateUpdate) => {
    state = Object.freeze(update(state))
  }
  return Object.freeze({
    permissions: options.permissions,
    cwd: options.permissions.cwd,
    modeBeforePlan: null,
    loadedTools: new Set<string>(),
    parents: [],
    system: options.system,
    signal: options.signal ?? new AbortController().signal,
    files: createFileStates(),
    tools: options.tools,
    agent: null,
    host: Object.freeze({ ...options.host }),
    session: Object.freeze({
      id: options.sessionId,
      transcriptPath: options.transcriptPath ?? '',
      resultsFolder: options.resultsFolder,
      background: createBackgroundTasks(),
      budget: new Map(),
      ...(options.maxConcurrency === undefined ? {} : { maxConcurrency: options.maxConcurrency }),
    }),
    getAppState: () => state,
    setAppState: set,
    setSessionState: set,
  })
}

/** The same context with some parts replaced; what a `contextModifier` returns. */
export function withContext(context: ToolUseContext, change: Partial<ToolUseContext>): ToolUseContext {
  return Object.freeze({ ...context, ...change })
}

/** The same context in another permission mode. */
export function withMode(context: ToolUseContext, mode: PermissionContext['mode']): ToolUseContext {
  return withContext(context, { permissions: Object.freeze({ ...context.permissions, mode }) })
}

/** The context of a sub-agent: its own policy and pool, the parent's limits on top, no hand on the parent's state. */
export function childContext(
  parent: ToolUseContext,
  child: {
    readonly permissions: PermissionContext
    readonly tools: ToolPool
    readonly agent: AgentIdentity
    readonly signal: AbortSignal
    readonly host?: Host
  },
): ToolUseContext {
  return withContext(parent, {
    ...child,
    host: child.host ?? parent.host,
    parents: [...parent.parents, parent.permissions],
    modeBeforePlan: null,
    files: parent.files.copy(),
    setAppState: () => {},
  })
}
