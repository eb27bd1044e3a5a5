/** One tested fact of a file, as every report needs it. `line` and `column` count from 1. */
export interface Outcome {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly name: string
  readonly passed: boolean
  /** What was expected and what came instead, one line; empty when it passed. */
  readonly message: string
  /** More lines for a person who looks into it. */
  readonly detail: readonly string[]
}

/** A report of outcomes and of what kept others from being known, by file in the order of the run. */
export interface Outcomes {
  /** What was run, for the name of the report: `policy test`. */
  readonly name: string
  readonly outcomes: readonly Outcome[]
}
