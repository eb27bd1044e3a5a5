import type { CheckContext } from '../call.ts'
import type { Effect, Layer, Source } from '../decision.ts'
import type { Issue } from '../errors.ts'

/** One entry of `permissions.allow`, `ask` or `deny`, as written. */
export interface RuleEntry {
  readonly effect: Effect
  readonly text: string
  /** The author's reason, where a policy file gives one; shown with the decision. */
  readonly because?: string
  readonly source: Source
}

/** One handler of the `hooks` block with the event and matcher it stands under. Fields beyond these are in `handler`. */
export interface HookEntry {
  readonly event: string
  /** As written; undefined when absent. */
  readonly matcher: string | undefined
  readonly handler: Readonly<Record<string, unknown>>
  readonly source: Source
  /** Who brought it, when it was not a settings file. */
  readonly origin?: HookOrigin
  /** It stands in a file that the reference client would drop: it may deny and ask, never allow or rewrite. */
  readonly onlyTightens?: true
}

/** A plugin, skill or subagent that brings hooks of its own. */
export interface HookOrigin {
  readonly kind: 'plugin' | 'skill' | 'agent'
  readonly name: string
  /** `CLAUDE_PLUGIN_ROOT` and `CLAUDE_PLUGIN_DATA` of a plugin. */
  readonly root?: string
  readonly data?: string
  /** Values of the plugin's `userConfig`, by key. */
  readonly options?: Readonly<Record<string, string>>
  /** A plugin that managed settings switch on: its hooks count as managed. */
  readonly forced?: boolean
}

/** One layer of settings after reading: what is left of a file once its faults were reported. */
export interface SettingsLayer {
  readonly layer: Layer
  readonly file: string
  /** Folder that a rule's `/path` is anchored at (spec/permissions.md 3.4). */
  readonly anchor: string
  /** The parsed JSON object; null-prototype maps throughout. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Whether the reference client would drop the whole file; its allow rules do not count then. */
  readonly dropped: boolean
}

/** The `sandbox` block, merged, as far as decisions need it. */
export interface Sandbox {
  readonly enabled: boolean
  readonly autoAllowBash: boolean
  readonly allowUnsandboxed: boolean
  readonly excludedCommands: readonly string[]
}

/** Everything decided from settings before a call is looked at. Deeply frozen. */
export interface PermissionContext extends CheckContext {
  readonly configDir: string
  readonly layers: readonly SettingsLayer[]
  /** Effective rules by effect, in the order of layers (managed, cli, local, project, user, session) and of the file. */
  readonly rules: Readonly<Record<Effect, readonly RuleEntry[]>>
  /** Anchor folder of `/path` rules by source file. */
  readonly anchors: Readonly<Record<string, string>>
  /** Absolute paths: the working directory first, then additional ones. */
  readonly workingDirectories: readonly string[]
  /** Exactly the handlers that may run: the two switches below are already applied to them. */
  readonly hooks: readonly HookEntry[]
  /** Some layer turned hooks off; managed hooks still stand in `hooks` unless managed settings did it. */
  readonly disableAllHooks: boolean
  /** Managed settings let no hooks but their own (and the host's own callbacks) run. */
  readonly managedHooksOnly: boolean
  readonly allowedHttpHookUrls: readonly string[] | null
  readonly httpHookAllowedEnvVars: readonly string[] | null
  readonly env: Readonly<Record<string, string>>
  readonly sandbox: Sandbox
  readonly blockReadsOutside: boolean
  readonly bypassDisabled: boolean
  /** Bypass mode could be entered in this session: plan mode does not block then. */
  readonly bypassAvailable: boolean
  readonly managedRulesOnly: boolean
  /** Nobody can be asked: an ask becomes a deny. */
  readonly headless: boolean
  readonly issues: readonly Issue[]
}
