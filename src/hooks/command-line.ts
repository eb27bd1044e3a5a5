import { quote } from 'shell-quote'
import type { Platform } from '../call.ts'
import type { HookEntry } from '../rules/context.ts'
import { placeholders, type Session } from './environment.ts'
import type { CommandHandler } from './handler.ts'

/** A program and its arguments, ready to be started; or why this command can never be. */
export type CommandLine = Start | { readonly refused: string }

export interface Start {
  readonly file: string
  readonly args: readonly string[]
  /** What to start instead where `file` is not installed. */
  readonly otherwise?: Start
}

/**
 * What to start for a command hook (spec/hooks.md 4.1-4.3): `sh -c` in shell form, the program itself when `args` are
 * present. In shell form the shell expands the documented variables, so a folder name is never read as code.
 */
export function commandLine(
  handler: CommandHandler,
  entry: HookEntry,
  session: Session,
  env: Readonly<Record<string, string>>,
  platform: Platform,
): CommandLine {
  if (handler.args !== undefined) {
    const fill = substitution(entry, session)
    return { file: fill(handler.command), args: handler.args.map(fill) }
  }
  if (/\$\{user_config\.[^}]*\}/.test(handler.command)) {
    return { refused: '`${user_config.KEY}` has no meaning in shell form: use `$CLAUDE_PLUGIN_OPTION_KEY`' }
  }
  if (handler.shell === 'powershell') return powershell(handler.command, env, platform)
  const prefix = env['CLAUDE_CODE_SHELL_PREFIX']
  const command = prefix === undefined || prefix === '' ? handler.command : `${prefix} ${quote([handler.command])}`
  if (platform !== 'win32') return { file: 'sh', args: ['-c', command] }
  // Without Git Bash the format asks for PowerShell.
  return { file: 'bash', args: ['-c', command], otherwise: powershell(handler.command, env, platform) }
}

function powershell(command: string, env: Readonly<Record<string, string>>, platform: Platform): Start {
  const text = command.replace(/\$\{(CLAUDE_[A-Z_]+)\}/g, '${env:$1}')
  const bypass = platform === 'win32' && env['CLAUDE_CODE_POWERSHELL_RESPECT_EXECUTION_POLICY'] !== '1'
  const policy = bypass ? ['-ExecutionPolicy', 'Bypass'] : []
  const args = ['-NoProfile', '-NonInteractive', ...policy, '-Command', text]
  return platform === 'win32'
    ? { file: 'pwsh', args, otherwise: { file: 'powershell.exe', args } }
    : { file: 'pwsh', args }
}

function substitution(entry: HookEntry, session: Session): (text: string) => string {
  const values: Record<string, string> = placeholders(session, entry)
  for (const [key, value] of Object.entries(entry.origin?.options ?? {})) values[`user_config.${key}`] = value
  return (text) =>
    text.replace(/\$\{([A-Za-z_][A-Za-z0-9_.]*)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] as string) : whole,
    )
}
