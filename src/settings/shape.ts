import { asObject, type JsonObject } from './json.ts'

/**
 * The hand-written twin of `schema.ts`: whether the reference client would keep a settings file, decided without a library.
 * What it only skips (a bad rule, an unknown event, a bad hook of an event that decides nothing) fits.
 */
export function fits(settings: JsonObject): boolean {
  for (const key of Object.keys(settings)) {
    const check = topLevel.get(key)
    if (check !== undefined && !check(settings[key])) return false
  }
  return true
}

/** Whether one group of `hooks.<event>` has its shape, whatever its handlers are. */
export function isHookGroup(value: unknown): value is { matcher?: string; hooks: readonly unknown[] } {
  const group = asObject(value)
  return group !== undefined && optional(isString)(group['matcher']) && Array.isArray(group['hooks'])
}

/** Whether one handler has the fields its type needs and none of a wrong type. */
export function isHookHandler(value: unknown): value is JsonObject {
  const handler = asObject(value)
  if (handler === undefined) return false
  const { type } = handler
  const required = typeof type === 'string' ? handlerFields[type] : undefined
  return required !== undefined && hasFields(handler, commonFields) && hasFields(handler, required)
}

/** Events whose hooks can decide a call: one bad entry under them and the reference client drops the file. */
export const decidingEvents: readonly string[] = ['PreToolUse', 'PermissionRequest']

/** The events of the format (spec/hooks.md 1.3). */
export const hookEvents: ReadonlySet<string> = new Set(
  (
    'SessionStart Setup UserPromptSubmit UserPromptExpansion PreToolUse PermissionRequest PermissionDenied PostToolUse ' +
    'PostToolUseFailure PostToolBatch Notification MessageDisplay SubagentStart SubagentStop TaskCreated TaskCompleted Stop ' +
    'StopFailure TeammateIdle InstructionsLoaded ConfigChange CwdChanged DirectoryAdded FileChanged WorktreeCreate ' +
    'WorktreeRemove PreCompact PostCompact PreModelSwitch PostModelSwitch Elicitation ElicitationResult SessionEnd'
  ).split(' '),
)

type Check = (value: unknown) => boolean

const isString: Check = (value) => typeof value === 'string'
const isBoolean: Check = (value) => typeof value === 'boolean'
const isList: Check = Array.isArray
const isMap: Check = (value) => asObject(value) !== undefined
const isStringList: Check = (value) => Array.isArray(value) && value.every(isString)
const isStringMap: Check = (value) => isMap(value) && Object.values(value as object).every(isString)
const isSeconds: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value > 0
const isDays: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string)
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const object =
  (fields: Fields): Check =>
  (value) => {
    const map = asObject(value)
    return map !== undefined && hasFields(map, fields)
  }

type Fields = Readonly<Record<string, Check>>

function hasFields(map: JsonObject, fields: Fields): boolean {
  for (const name in fields) if (!fields[name]!(map[name])) return false
  return true
}

const commonFields: Fields = {
  if: optional(isString),
  timeout: optional(isSeconds),
  statusMessage: optional(isString),
  once: optional(isBoolean),
}

const onFailure = optional(oneOf('continue', 'block'))

const handlerFields: Readonly<Record<string, Fields>> = Object.assign(Object.create(null), {
  command: {
    command: isString,
    args: optional(isStringList),
    async: optional(isBoolean),
    asyncRewake: optional(isBoolean),
    shell: optional(oneOf('bash', 'powershell')),
    onFailure,
  },
  http: { url: isString, headers: optional(isStringMap), allowedEnvVars: optional(isStringList), onFailure },
  mcp_tool: { server: isString, tool: isString, input: optional(isMap) },
  prompt: { prompt: isString, model: optional(isString), continueOnBlock: optional(isBoolean) },
  agent: { prompt: isString, model: optional(isString) },
})

const isPermissions = object({
  allow: optional(isList),
  ask: optional(isList),
  deny: optional(isList),
  additionalDirectories: optional(isList),
  defaultMode: optional(isString),
  blockReadsOutsideWorkingDirectories: optional(isBoolean),
})

const isSandbox = object({
  enabled: optional(isBoolean),
  failIfUnavailable: optional(isBoolean),
  autoAllowBashIfSandboxed: optional(isBoolean),
  allowUnsandboxedCommands: optional(isBoolean),
  excludedCommands: optional(isList),
  filesystem: optional(isMap),
  network: optional(isMap),
})

/** `hooks: null` removes the key; an event we do not know is skipped whatever it holds. */
const isHooks: Check = (value) => {
  if (value === null) return true
  const hooks = asObject(value)
  if (hooks === undefined) return false
  for (const event of decidingEvents) {
    const groups = hooks[event]
    if (groups === undefined) continue
    if (!Array.isArray(groups)) return false
    for (const group of groups) if (!isHookGroup(group) || !group.hooks.every(isHookHandler)) return false
  }
  return true
}

/** Keys whose wrong type makes the reference client drop the file; every other key is open. */
const topLevel: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['permissions', isPermissions],
  ['hooks', isHooks],
  ['env', isMap],
  ['sandbox', isSandbox],
  ['statusLine', isMap],
  ['cleanupPeriodDays', isDays],
  ...[
    'disableAllHooks',
    'includeCoAuthoredBy',
    'enableAllProjectMcpServers',
    'alwaysThinkingEnabled',
    'respectGitignore',
  ].map((key): [string, Check] => [key, isBoolean]),
  ...[
    'model',
    'outputStyle',
    'apiKeyHelper',
    'awsAuthRefresh',
    'awsCredentialExport',
    'otelHeadersHelper',
    '$schema',
  ].map((key): [string, Check] => [key, isString]),
])
