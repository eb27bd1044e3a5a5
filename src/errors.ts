/** Something wrong in a file a person wrote. `line` and `column` count from 1; 0 when unknown. */
export interface Issue {
  /** kebab-case and permanent; `explain.ts` has one sentence for each. */
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly file: string
  readonly line: number
  readonly column: number
  /** Facts for the sentence: the offending text, what was expected. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The one error class: a refusal while loading or building. Deciding never throws it. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  readonly code: string
  readonly data: Readonly<Record<string, unknown>>

  constructor(code: string, data: Record<string, unknown>, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
    this.data = data
  }
}

/** Issues in the order people read a file: by file, line, column, code. */
export function sortIssues(issues: readonly Issue[]): Issue[] {
  return [...issues].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.code, b.code),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
