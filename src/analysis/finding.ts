import type { ToolCall } from '../call.ts'
import type { Effect } from '../decision.ts'
import type { Issue } from '../errors.ts'

/** A call that shows what is wrong; every effect in it was decided by the engine, in default mode. */
export interface Witness {
  readonly call: ToolCall
  /** With the settings as they are. */
  readonly with: Effect
  /** As if the entry were not there. */
  readonly without: Effect
  /** After the fix. */
  readonly fixed?: Effect
}

/** One value of a settings file to set; undefined removes it. */
export interface FixEdit {
  readonly file: string
  /** JSON pointer. */
  readonly pointer: string
  readonly value: unknown
}

/** What to do about a finding. */
export interface Fix {
  readonly title: string
  /** It loosens nothing: applied by `--fix`. */
  readonly safe: boolean
  /** Empty where a person has to choose. */
  readonly edits: readonly FixEdit[]
}

/** Something wrong, or wider than it looks, in settings. Its sentence is in `data.message`. */
export interface Finding extends Issue {
  readonly witness: Witness | null
  readonly fix: Fix | null
}

/** What a check returns; `lint` adds code, severity and sentence. */
export interface Found {
  readonly at: { readonly file: string; readonly line: number; readonly column: number; readonly pointer: string }
  readonly data: Readonly<Record<string, unknown>>
  readonly witness: Witness | null
  readonly fix: Fix | null
}
