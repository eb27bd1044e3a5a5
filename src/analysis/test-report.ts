import type { Issue } from '../errors.ts'
import { sortIssues } from '../errors.ts'
import { sentence } from '../explain.ts'
import type { BenchOptions } from './bench.ts'
import { showCall } from './call-notation.ts'
import { type Coverage, coverage } from './coverage.ts'
import { type Mutant, mutants, survivors } from './mutation.ts'
import type { Outcomes } from './reports/outcome.ts'
import { type CaseResult, readyCases, runCase } from './run-cases.ts'

/** All that one run of the cases found. */
export interface TestReport {
  readonly results: readonly CaseResult[]
  readonly coverage: Coverage
  /** Absent when nobody asked for mutants. */
  readonly mutation?: { readonly total: number; readonly survived: readonly Mutant[] }
  /** What kept files from being read; with an error among them the run says nothing. */
  readonly issues: readonly Issue[]
  /** Every file the run read, for watching. */
  readonly files: readonly string[]
}

export interface TestOptions extends BenchOptions {
  readonly mutate: boolean
}

/** Runs the cases of the files. Mutants are tried only when every case passes: a failing one would notice them all. */
export function runTests(files: readonly string[], options: TestOptions): TestReport {
  const { cases, issues, files: read } = readyCases(files, options)
  const results = cases.map((ready) => runCase(ready))
  const passes = issues.length === 0 && results.every(({ problems }) => problems.length === 0)
  return {
    results,
    coverage: coverage(cases, results),
    ...(options.mutate && passes ? { mutation: { total: mutants(cases).length, survived: survivors(cases) } } : {}),
    issues: sortIssues(issues),
    files: read,
  }
}

/** The cases as outcomes, for the formats of test runners. */
export function outcomesOf({ results }: TestReport, name: (file: string) => string): Outcomes {
  return {
    name: 'policy test',
    outcomes: results.map(({ one, decision, problems }) => ({
      file: name(one.file),
      line: one.line,
      column: one.column,
      name: one.name,
      passed: problems.length === 0,
      message: problems[0] ?? '',
      detail:
        problems.length === 0
          ? []
          : [
              ...problems.slice(1),
              `call: ${showCall(one.call)}`,
              ...decision.parts.map((part) => `${part.subject}: ${sentence(part.effect, part.reason)}`),
            ],
    })),
  }
}
