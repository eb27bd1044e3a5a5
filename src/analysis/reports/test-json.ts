import { issueSentence } from '../../explain.ts'
import type { RuleEntry } from '../../rules/context.ts'
import { percent } from '../coverage.ts'
import type { TestReport } from '../test-report.ts'

/** The report in the stable JSON of the command line. */
export function testJson(report: TestReport, name: (file: string) => string): string {
  const rule = ({ effect, text, source }: RuleEntry) => ({
    effect,
    rule: text,
    file: name(source.file),
    pointer: source.pointer,
    line: source.line,
    column: source.column,
  })
  const { results, mutation } = report
  const failed = results.filter(({ problems }) => problems.length > 0).length
  const document = {
    schema: 1,
    summary: { cases: results.length, passed: results.length - failed, failed },
    cases: results.map(({ one, decision, problems }) => ({
      file: name(one.file),
      line: one.line,
      column: one.column,
      name: one.name,
      call: one.call,
      expect: one.expect,
      effect: decision.effect,
      reason: decision.reason.code,
      rule: decision.reason.rule ?? null,
      passed: problems.length === 0,
      problems,
    })),
    coverage: {
      percent: percent(report.coverage),
      decided: report.coverage.decided.map(rule),
      idle: report.coverage.idle.map(rule),
    },
    mutation:
      mutation === undefined
        ? null
        : {
            total: mutation.total,
            survived: mutation.survived.map(({ entry, text }) => ({ ...rule(entry), becomes: text })),
          },
    issues: report.issues.map((issue) => ({
      code: issue.code,
      severity: issue.severity,
      file: name(issue.file),
      line: issue.line,
      column: issue.column,
      message: issueSentence(issue),
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
