/** What a rule says and what a decision is. Strictest first: `deny`, `ask`, `allow`. */
export type Effect = 'deny' | 'ask' | 'allow'

const strictness: Record<Effect, number> = { deny: 0, ask: 1, allow: 2 }

/** The strictest of the effects; `allow` when there are none. */
export function strictest(effects: Iterable<Effect>): Effect {
  let result: Effect = 'allow'
  for (const effect of effects) if (strictness[effect] < strictness[result]) result = effect
  return result
}

/** Negative when `a` is stricter than `b`, positive when it is looser. */
export function compareEffects(a: Effect, b: Effect): number {
  return strictness[a] - strictness[b]
}

/** Where a layer of settings comes from; managed is the strongest. `session` holds what the host added while running. */
export type Layer = 'managed' | 'cli' | 'local' | 'project' | 'user' | 'session'

/** The place of one entry of a settings file. `line` and `column` count from 1; 0 where the text was not a file. */
export interface Source {
  readonly layer: Layer
  readonly file: string
  /** JSON pointer inside the file, for example `/permissions/deny/0`. */
  readonly pointer: string
  readonly line: number
  readonly column: number
}

/** Why a subject got its effect. Codes are permanent; `explain.ts` has one sentence for each. */
export type ReasonCode =
  | 'rule'
  | 'read-only'
  | 'no-permission-needed'
  | 'accept-edits'
  | 'sandboxed'
  | 'bypass-mode'
  | 'hook'
  | 'permission-hook'
  | 'plan-mode'
  | 'auto-mode'
  | 'dont-ask-mode'
  | 'no-asker'
  | 'requires-interaction'
  | 'protected-path'
  | 'critical-path'
  | 'outside-working-directories'
  | 'reads-blocked-outside'
  | 'suspicious-path'
  | 'link'
  | 'cannot-know'
  | 'no-rule'
  | 'unknown-tool'
  | 'invalid-input'

/**
 * How a decision goes beyond the reference client: it would have let the call go further. Codes are permanent;
 * `explain.ts` says what the client would do, `docs/differences.md` why we do otherwise.
 */
export type StricterCode =
  /** A rule on a command that runs inside a text or wrapper which the client does not look into. */
  | 'rule-through-wrapper'
  /** A rule on a command in another spelling: order of options, options before a sub-command, `$'..'`, braces. */
  | 'rule-on-other-spelling'
  /** A program, a sub-command, an option or a text for a shell that nobody knows, where a deny rule may mean it. */
  | 'rule-on-hidden-command'
  /** A deny rule on commands, files or hosts and a text that cannot be read, or not beyond its beginning. */
  | 'deny-in-unreadable-text'
  /** A `WebFetch(domain:..)` rule and a host that a shell command reaches, or one that nobody knows. */
  | 'domain-rule-on-shell-command'
  /** A `Read` or `Edit` ask rule and a shell command that touches the file. */
  | 'ask-path-rule-on-shell-command'
  /** A `Read` or `Edit` deny rule and a program that the client does not ask for its files. */
  | 'path-rule-on-program'
  /** The same, where the command stands in a substitution, a loop's redirect, `sudo`, `xargs` or a text for a shell. */
  | 'path-rule-through-wrapper'
  /** The same, where the file is named by a glob, braces, an expansion, or lies below a folder that is searched. */
  | 'path-rule-on-pattern'
  /** A file behind `..` after a link, or below a link that the same text makes. */
  | 'path-behind-link'
  /** A relative `Read` or `Edit` rule and a file below an additional working directory. */
  | 'rule-below-additional-directory'
  /** A deny or ask rule of a settings file that the client drops whole. */
  | 'rule-in-dropped-file'
  /** A hook of a settings file that the client drops whole. */
  | 'hook-in-dropped-file'
  /** A hook whose matcher is no regular expression. */
  | 'unmatchable-hook'
  /** A protected path and a program or place that the client does not ask for the files it writes. */
  | 'protected-path-on-program'
  /** A read outside the working directories by a program that the client knows no bound for. */
  | 'read-outside-working-directories'
  /** A field of the input that may change where or how a command runs, and that the client ignores. */
  | 'unknown-input-field'

/** The evidence of an effect, as data. */
export interface Reason {
  readonly code: ReasonCode
  /** Text of the rule that decided, as written. */
  readonly rule?: string
  /** The author's reason for the rule, where a policy gives one. */
  readonly because?: string
  readonly source?: Source
  /** What was judged: a simple command, a path, a host, a tool. */
  readonly subject?: string
  /** Detail for a code: what could not be known, which path is protected, what a hook said. */
  readonly detail?: string
}

/** One subject of a call with its own effect; the call gets the strictest. */
export interface Part {
  readonly subject: string
  readonly effect: Effect
  readonly reason: Reason
  /** Offsets of the subject in the command line, for shell tools. */
  readonly start?: number
  readonly end?: number
}

/** What a call touches, as far as it can be known. Paths are absolute where the working directory is known. */
export interface EffectsSummary {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly deletes: readonly string[]
  readonly runs: readonly string[]
  readonly network: readonly string[]
}

/** The answer for one tool call: its effect, the evidence, and everything a person would ask next. */
export interface Decision {
  readonly effect: Effect
  readonly reason: Reason
  readonly parts: readonly Part[]
  readonly readOnly: boolean
  readonly concurrencySafe: boolean
  readonly effects: EffectsSummary
  /** Shell tools: false when the text may hold commands that could not be named. */
  readonly known: boolean
  /** Shell tools: argv of every simple command; null for a word only the running shell can know. */
  readonly commands: readonly (readonly (string | null)[])[]
  /** How this decision goes beyond the reference client; null when it does not. */
  readonly stricter: StricterCode | null
  /** What the reader should know besides: dropped files, hooks that failed open. */
  readonly warnings: readonly string[]
}
