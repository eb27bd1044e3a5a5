/** The kinds of handler a hook can be. */
export type HandlerType = 'command' | 'http' | 'mcp_tool' | 'prompt' | 'agent'

/**
 * What a block (exit code 2, or the JSON that says the same) does to the thing that fired the event.
 *
 * `refuse`: it does not happen. `continue`: the agent goes on working. `feedback`: nothing is undone, the text is fed
 * back. `nothing`: the event cannot be blocked.
 */
export type BlockEffect = 'refuse' | 'continue' | 'feedback' | 'nothing'

/** Shapes of the fields inside `hookSpecificOutput`. A list of words is an enumeration. */
export type FieldShape = 'string' | 'boolean' | 'object' | 'strings' | 'any' | readonly string[]

/** One row of the catalogue (spec/hooks.md 1.3, 2.2, 3.4, 3.6). */
export interface HookEvent {
  /** The field of the payload that a matcher is compared with; null: matchers are ignored. */
  readonly matchOn: string | null
  /** The values that field can have, where they are all known. */
  readonly values?: readonly string[]
  readonly types: readonly HandlerType[]
  /** Default timeout of command, http and mcp_tool handlers, in seconds. */
  readonly seconds: number
  readonly onBlock: BlockEffect
  /** In words, for people: what a block does. */
  readonly block: string
  /** Whether the top-level `decision: "block"` counts. */
  readonly decides: boolean
  /** Whether the payload carries `permission_mode`. */
  readonly hasMode: boolean
  /** Universal fields that are read and thrown away. */
  readonly discards: readonly ('continue' | 'systemMessage')[]
  /** Plain text on stdout with exit 0 becomes context for the model. */
  readonly plainIsContext: boolean
  /** Known fields of `hookSpecificOutput`; others are ignored. */
  readonly fields: Readonly<Record<string, FieldShape>>
}

const all: readonly HandlerType[] = ['command', 'http', 'mcp_tool', 'prompt', 'agent']
const plain: readonly HandlerType[] = ['command', 'http', 'mcp_tool']
const both = ['continue', 'systemMessage'] as const

const quiet: HookEvent = {
  matchOn: null,
  types: plain,
  seconds: 600,
  onBlock: 'nothing',
  block: 'nothing: this event cannot be blocked',
  decides: false,
  hasMode: false,
  discards: [],
  plainIsContext: false,
  fields: {},
}

/** Every event of the settings format, by name. */
export const events: Readonly<Record<string, HookEvent>> = {
  SessionStart: {
    ...quiet,
    matchOn: 'source',
    values: ['startup', 'resume', 'clear', 'compact', 'fork'],
    types: ['command', 'mcp_tool'],
    plainIsContext: true,
    fields: {
      additionalContext: 'string',
      initialUserMessage: 'string',
      sessionTitle: 'string',
      watchPaths: 'strings',
      reloadSkills: 'boolean',
    },
  },
  Setup: {
    ...quiet,
    matchOn: 'trigger',
    values: ['init', 'maintenance'],
    types: ['command', 'mcp_tool'],
    discards: both,
  },
  UserPromptSubmit: {
    ...quiet,
    types: all,
    seconds: 30,
    onBlock: 'refuse',
    block: 'the prompt is not processed',
    decides: true,
    hasMode: true,
    plainIsContext: true,
    fields: { additionalContext: 'string', sessionTitle: 'string', suppressOriginalPrompt: 'boolean' },
  },
  UserPromptExpansion: {
    ...quiet,
    matchOn: 'command_name',
    types: all,
    onBlock: 'refuse',
    block: 'the command is not expanded',
    decides: true,
    hasMode: true,
    plainIsContext: true,
    fields: { additionalContext: 'string', suppressOriginalPrompt: 'boolean' },
  },
  PreToolUse: {
    ...quiet,
    matchOn: 'tool_name',
    types: all,
    onBlock: 'refuse',
    block: 'the call is not run',
    decides: true,
    hasMode: true,
    fields: {
      permissionDecision: ['allow', 'deny', 'ask', 'defer'],
      permissionDecisionReason: 'string',
      updatedInput: 'object',
      additionalContext: 'string',
    },
  },
  PermissionRequest: {
    ...quiet,
    matchOn: 'tool_name',
    types: ['command', 'http', 'mcp_tool', 'prompt'],
    block: 'nothing: only `decision` in its JSON answers a prompt',
    hasMode: true,
    fields: { decision: 'object' },
  },
  PermissionDenied: { ...quiet, matchOn: 'tool_name', types: all, hasMode: true, fields: { retry: 'boolean' } },
  PostToolUse: {
    ...quiet,
    matchOn: 'tool_name',
    types: all,
    onBlock: 'feedback',
    block: 'nothing is undone; the text is fed back to the model',
    decides: true,
    hasMode: true,
    fields: {
      additionalContext: 'string',
      updatedToolOutput: 'any',
      updatedMCPToolOutput: 'any',
      classifierContext: 'string',
    },
  },
  PostToolUseFailure: {
    ...quiet,
    matchOn: 'tool_name',
    types: all,
    onBlock: 'feedback',
    block: 'nothing is undone; the text is fed back to the model',
    decides: true,
    hasMode: true,
    fields: { additionalContext: 'string' },
  },
  PostToolBatch: {
    ...quiet,
    types: all,
    onBlock: 'refuse',
    block: 'the turn stops before the next request',
    decides: true,
    hasMode: true,
    fields: { additionalContext: 'string' },
  },
  Notification: {
    ...quiet,
    matchOn: 'notification_type',
    values: [
      'permission_prompt',
      'idle_prompt',
      'auth_success',
      'elicitation_dialog',
      'elicitation_url_dialog',
      'elicitation_complete',
      'elicitation_response',
      'agent_needs_input',
      'agent_completed',
      'quota_auto_resume_fired',
      'quota_auto_resume_stale',
      'quota_auto_resume_disabled',
    ],
    discards: both,
  },
  MessageDisplay: { ...quiet, seconds: 10, discards: both, fields: { displayContent: 'string' } },
  SubagentStart: { ...quiet, matchOn: 'agent_type', fields: { additionalContext: 'string' } },
  SubagentStop: {
    ...quiet,
    matchOn: 'agent_type',
    types: all,
    onBlock: 'continue',
    block: 'the agent goes on, the text is its next instruction',
    decides: true,
    hasMode: true,
    fields: { additionalContext: 'string' },
  },
  TaskCreated: {
    ...quiet,
    types: all,
    onBlock: 'refuse',
    block: 'the task is deleted',
    decides: true,
    hasMode: true,
    discards: ['continue'],
  },
  TaskCompleted: {
    ...quiet,
    types: all,
    onBlock: 'continue',
    block: 'the task is not marked complete',
    hasMode: true,
  },
  Stop: {
    ...quiet,
    types: all,
    onBlock: 'continue',
    block: 'the agent goes on, the text is its next instruction',
    decides: true,
    hasMode: true,
    fields: { additionalContext: 'string' },
  },
  StopFailure: { ...quiet, matchOn: 'error', discards: both },
  TeammateIdle: {
    ...quiet,
    types: all,
    onBlock: 'continue',
    block: 'the teammate goes on working',
    hasMode: true,
  },
  InstructionsLoaded: {
    ...quiet,
    matchOn: 'load_reason',
    values: ['session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact'],
    discards: both,
  },
  ConfigChange: {
    ...quiet,
    matchOn: 'source',
    values: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
    onBlock: 'refuse',
    block: 'the change is not applied to the session',
    decides: true,
    discards: both,
  },
  CwdChanged: { ...quiet, discards: ['continue'], fields: { watchPaths: 'strings' } },
  DirectoryAdded: {
    ...quiet,
    matchOn: 'source',
    values: ['slash_command', 'register_repo_root'],
    discards: ['continue'],
  },
  FileChanged: { ...quiet, matchOn: 'file_path', discards: ['continue'], fields: { watchPaths: 'strings' } },
  WorktreeCreate: {
    ...quiet,
    onBlock: 'refuse',
    block: 'the worktree is not created',
    discards: both,
    fields: { worktreePath: 'string' },
  },
  WorktreeRemove: { ...quiet, onBlock: 'refuse', block: 'the removal fails', discards: both },
  PreCompact: {
    ...quiet,
    matchOn: 'trigger',
    values: ['manual', 'auto'],
    onBlock: 'refuse',
    block: 'the compaction is skipped',
    decides: true,
    discards: both,
  },
  PostCompact: { ...quiet, matchOn: 'trigger', values: ['manual', 'auto'], discards: both },
  PreModelSwitch: {
    ...quiet,
    matchOn: 'to_model',
    seconds: 30,
    onBlock: 'refuse',
    block: 'the switch is refused',
    decides: true,
    fields: { permissionDecision: ['allow', 'deny', 'ask'], permissionDecisionReason: 'string' },
  },
  PostModelSwitch: {
    ...quiet,
    matchOn: 'to_model',
    seconds: 30,
    plainIsContext: true,
    fields: { additionalContext: 'string' },
  },
  Elicitation: {
    ...quiet,
    matchOn: 'mcp_server_name',
    onBlock: 'refuse',
    block: 'the request is declined',
    decides: true,
    discards: both,
    fields: { action: ['accept', 'decline', 'cancel'], content: 'object' },
  },
  ElicitationResult: {
    ...quiet,
    matchOn: 'mcp_server_name',
    onBlock: 'refuse',
    block: 'the answer becomes a decline',
    decides: true,
    discards: both,
    fields: { action: ['accept', 'decline', 'cancel'], content: 'object' },
  },
  SessionEnd: {
    ...quiet,
    matchOn: 'reason',
    values: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'],
    seconds: 1.5,
    discards: both,
  },
}

/** The catalogue's row of an event; undefined for a name that is none. */
export function hookEvent(name: string): HookEvent | undefined {
  return Object.hasOwn(events, name) ? events[name] : undefined
}

/** Events about one tool call: the only ones where a handler's `if` is looked at (spec/hooks.md 1.5). */
export const toolEvents: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
])

/** Events that guard a call: what cannot be matched or written out for them blocks it (spec/hooks.md 3.9). */
export const guardEvents: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest'])

/** Events whose exit 2 means "go on working", so that failing closed would never end (spec/hooks.md 3.9). */
export const endlessEvents: ReadonlySet<string> = new Set(['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'])

/** Events that may hand variables to later shell calls through `CLAUDE_ENV_FILE` (spec/hooks.md 4.5). */
export const envFileEvents: ReadonlySet<string> = new Set(['SessionStart', 'Setup', 'CwdChanged', 'FileChanged'])

/** Old tool names that settings and models still use. */
export const toolAliases: Readonly<Record<string, string>> = {
  Task: 'Agent',
  KillShell: 'TaskStop',
  BashOutput: 'TaskOutput',
}

export function canonicalTool(name: string): string {
  return Object.hasOwn(toolAliases, name) ? (toolAliases[name] as string) : name
}
