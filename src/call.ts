/** One use of a tool, as a model asks for it. */
export interface ToolCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The permission modes of the settings format; `manual` is read as `default`. */
export type Mode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions'

export const modes: readonly Mode[] = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions']

export type Platform = 'linux' | 'darwin' | 'win32'

/** Where and as whom a call would run. All paths are absolute. */
export interface CheckContext {
  readonly cwd: string
  readonly home: string
  readonly mode: Mode
  readonly platform: Platform
  /** Whether the folder is trusted: allow rules and extra directories of the project's own files count only then. */
  readonly trusted: boolean
}
