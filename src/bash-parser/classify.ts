import type { Platform } from '../call.ts'
import type { System } from '../system.ts'
import type { CommandEffects } from './effects.ts'
import type { Doubt, Script, SimpleCommand, Word } from './script.ts'

/** What a command line is judged against. */
export interface Surroundings {
  readonly cwd: string
  readonly home: string
  readonly platform: Platform
  /** Reads inside these need nobody's leave. */
  readonly workingDirectories: readonly string[]
  readonly system: System
}

/** One command with what it does; commands it runs (wrappers, `-exec`, `sh -c`) are inside it. */
export interface AnalysedCommand {
  /** The command of the script; for one found inside a wrapper, the command that holds it. */
  readonly command: SimpleCommand
  readonly words: readonly Word[]
  /** Folder it runs in; null when only the running shell knows. */
  readonly cwd: string | null
  /** Names of the wrappers it was reached through, outermost first. */
  readonly through: readonly string[]
  readonly remote: boolean
  readonly effects: CommandEffects
  readonly inner: readonly AnalysedCommand[]
}

export interface Analysis {
  readonly script: Script
  readonly commands: readonly AnalysedCommand[]
  /** For deny and ask: the commands of `script.wide`. */
  readonly wide: readonly AnalysedCommand[]
  /** Provably no write, delete, network, unknown program or change that outlives the command, and reads only inside the working directories. */
  readonly readOnly: boolean
  /** The first thing that broke `readOnly`; null when it holds. */
  readonly because: Doubt | null
}

/** What a script does. Permission and concurrency both ask this one function. */
export function classify(script: Script, _surroundings: Surroundings): Analysis {
  return { script, commands: [], wide: [], readOnly: false, because: script.doubt }
}
