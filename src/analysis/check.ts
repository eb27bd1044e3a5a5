import type { Found } from './finding.ts'
import type { LintInput } from './lint-input.ts'

/** One question that lint asks of settings. Its code is a heading of docs/lint.md; its sentences are in lint-prose.ts. */
export interface Check {
  readonly code: string
  readonly severity: 'error' | 'warning'
  find(input: LintInput): Iterable<Found>
}
