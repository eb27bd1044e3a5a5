import { issueSentence, place } from '../../explain.ts'
import type { RuleEntry } from '../../rules/context.ts'
import { percent } from '../coverage.ts'
import type { Mutant } from '../mutation.ts'
import type { TestReport } from '../test-report.ts'

/** Which parts of a report are told besides the failures. */
export interface TestTextOptions {
  readonly coverage: boolean
  /** The name of a file as the reader knows it. */
  readonly name: (file: string) => string
}

/** The report for people: what failed, what nobody tests, and one line to sum up. */
export function testText(report: TestReport, { coverage, name }: TestTextOptions): string {
  const failed = report.results.filter(({ problems }) => problems.length > 0)
  const lines = report.issues.map((issue) => {
    const at = issue.line > 0 ? `${name(issue.file)}:${issue.line}:${issue.column}` : name(issue.file)
    return `${at}: ${issue.severity}: ${issueSentence(issue)}`
  })
  for (const { one, problems } of failed) {
    lines.push(
      `${name(one.file)}:${one.line}:${one.column}: failed: ${one.name}`,
      ...problems.map((text) => `  ${text}`),
    )
  }
  const { decided, idle } = report.coverage
  const at = (entry: RuleEntry) => place({ ...entry.source, file: name(entry.source.file) })
  if (coverage) {
    lines.push(...idle.map((entry) => `${at(entry)}: never decides: \`${entry.text}\` (${entry.effect})`))
  }
  const { mutation } = report
  if (mutation !== undefined) {
    lines.push(...mutation.survived.map((mutant) => `${at(mutant.entry)}: unnoticed: ${change(mutant)}`))
  }
  const count = report.results.length
  lines.push(`${count} ${count === 1 ? 'case' : 'cases'}, ${count - failed.length} passed, ${failed.length} failed`)
  if (coverage)
    lines.push(
      `coverage: ${decided.length} of ${decided.length + idle.length} rules decided a case (${percent(report.coverage)} %)`,
    )
  if (mutation !== undefined) lines.push(`mutants: ${mutation.total} tried, ${mutation.survived.length} unnoticed`)
  return `${lines.join('\n')}\n`
}

/** What was done to a rule, in words. */
export function change({ entry, text }: Mutant): string {
  return text === null ? `\`${entry.text}\` removed` : `\`${entry.text}\` widened to \`${text}\``
}
