import type { HookEntry, PermissionContext } from '../rules/context.ts'

/** Where and for whom a hook runs, beyond what the settings say. */
export interface Session {
  readonly id: string
  /** Root of the project: the folder in which the session started. */
  readonly projectDir: string
  /** The shell environment that hooks inherit. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly effort?: string
}

/** Credentials that `CLAUDE_CODE_SUBPROCESS_ENV_SCRUB=1` keeps from hooks (spec/hooks.md 4.5). */
const credentials =
  /^(ANTHROPIC_|CLAUDE_CODE_OAUTH_TOKEN$|AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|BEARER_TOKEN_BEDROCK)$|GOOGLE_APPLICATION_CREDENTIALS$|GCLOUD_|AZURE_.*(SECRET|KEY|PASSWORD|TOKEN|CERTIFICATE_PATH)$)/

/** The environment of a hook's process (spec/hooks.md 4.5). Exporter settings of the host are never inherited. */
export function hookEnvironment(
  context: PermissionContext,
  session: Session,
  entry: HookEntry,
  envFile: string | null,
): Record<string, string> {
  const merged: Record<string, string> = {}
  for (const [name, value] of [...Object.entries(session.env), ...Object.entries(context.env)]) {
    if (value !== undefined && !name.startsWith('OTEL_') && !name.includes('\0')) merged[name] = value
  }
  if (merged['CLAUDE_CODE_SUBPROCESS_ENV_SCRUB'] === '1') {
    for (const name of Object.keys(merged)) if (credentials.test(name)) delete merged[name]
  }
  for (const name of ['CLAUDE_ENV_FILE', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA']) delete merged[name]
  Object.assign(merged, placeholders(session, entry))
  for (const [key, value] of Object.entries(entry.origin?.options ?? {})) merged[`CLAUDE_PLUGIN_OPTION_${key}`] = value
  merged['CLAUDECODE'] = '1'
  merged['CLAUDE_CODE_CHILD_SESSION'] = '1'
  merged['CLAUDE_CODE_SESSION_ID'] = session.id
  merged['CLAUDE_PID'] = String(process.pid)
  if (session.effort !== undefined) merged['CLAUDE_EFFORT'] = session.effort
  if (envFile !== null) merged['CLAUDE_ENV_FILE'] = envFile
  return merged
}

/** The names that stand in `${...}` of a command or its arguments, with their values (spec/hooks.md 4.3). */
export function placeholders(session: Session, entry: HookEntry): Record<string, string> {
  return {
    CLAUDE_PROJECT_DIR: session.projectDir,
    ...(entry.origin?.root === undefined ? {} : { CLAUDE_PLUGIN_ROOT: entry.origin.root }),
    ...(entry.origin?.data === undefined ? {} : { CLAUDE_PLUGIN_DATA: entry.origin.data }),
  }
}
