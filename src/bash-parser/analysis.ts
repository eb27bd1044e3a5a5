import type { CommandEffects } from './effects.ts'
import type { Folders } from './folders.ts'
import type { Doubt, Redirect, Script, SimpleCommand, Word } from './script.ts'

/** One command with what it does; commands it runs (wrappers, `-exec`, `sh -c`) are inside it. */
export interface AnalysedCommand {
  /** The command of the script; for one found inside a wrapper, the command that holds it. */
  readonly command: SimpleCommand
  readonly words: readonly Word[]
  /** Plain name of the program, trusted folder removed; null when only the running shell knows. */
  readonly program: string | null
  /** Folders it may run in; null when only the running shell knows. */
  readonly folders: Folders
  /** Names of the wrappers it was reached through, outermost first. */
  readonly through: readonly string[]
  readonly remote: boolean
  /** Of its words; redirects are in `redirects`. */
  readonly effects: CommandEffects
  readonly redirects: CommandEffects
  readonly inner: readonly AnalysedCommand[]
  /** A file it writes below a link that the same text has made; null when there is none. */
  readonly throughLink: string | null
  /** Only reads, and only inside the working directories; inner commands included. */
  readonly readOnly: boolean
  /** The first thing that broke `readOnly`; null when it holds. */
  readonly because: Doubt | null
  /** The same for its words alone, redirects left out. */
  readonly becauseOfWords: Doubt | null
}

/** A redirect of a loop, a group or another compound command. */
export interface AnalysedRedirect {
  readonly redirect: Redirect
  readonly folders: Folders
  readonly effects: CommandEffects
  readonly readOnly: boolean
  readonly because: Doubt | null
}

export interface Analysis {
  readonly script: Script
  readonly commands: readonly AnalysedCommand[]
  readonly redirects: readonly AnalysedRedirect[]
  /** For deny and ask: the commands of `script.wide`. */
  readonly wide: readonly AnalysedCommand[]
  /** Provably no write, delete, network, unknown program or change that outlives the command, and reads only inside the working directories. */
  readonly readOnly: boolean
  /** The first thing that broke `readOnly`; null when it holds. */
  readonly because: Doubt | null
  /** A variable of the shell's own (`PATH`, `IFS`) that no assignment sets but a loop or an expansion; null when there is none. */
  readonly sets: Doubt | null
  /** A change of the shell's own state after which no later command means what it says; null when there is none. */
  readonly poison: Doubt | null
}
