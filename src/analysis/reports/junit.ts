import type { Outcome, Outcomes } from './outcome.ts'

/** JUnit XML, the form CI servers read: a suite for each file, a case for each outcome. */
export function junit({ name, outcomes }: Outcomes): string {
  const suites = new Map<string, Outcome[]>()
  for (const outcome of outcomes) suites.set(outcome.file, [...(suites.get(outcome.file) ?? []), outcome])
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${attribute(name)}" tests="${outcomes.length}" failures="${failures(outcomes)}" errors="0">`,
  ]
  for (const [file, cases] of suites) {
    const counts = `tests="${cases.length}" failures="${failures(cases)}" errors="0" skipped="0"`
    lines.push(`  <testsuite name="${attribute(file)}" file="${attribute(file)}" ${counts}>`)
    for (const one of cases) lines.push(...testcase(one))
    lines.push('  </testsuite>')
  }
  return `${[...lines, '</testsuites>'].join('\n')}\n`
}

function testcase({ name, file, line, passed, message, detail }: Outcome): string[] {
  const head = `    <testcase name="${attribute(name)}" classname="${attribute(file)}" file="${attribute(file)}" line="${line}"`
  if (passed) return [`${head}/>`]
  const body = [message, ...detail].map(text).join('\n')
  return [`${head}>`, `      <failure message="${attribute(message)}">${body}</failure>`, '    </testcase>']
}

function failures(outcomes: readonly Outcome[]): number {
  return outcomes.filter((outcome) => !outcome.passed).length
}

/** XML 1.0 has no place for most control characters, not even escaped (Extensible Markup Language 1.0, 2.2). */
function text(value: string): string {
  return value
    .replace(
      /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '\ufffd',
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function attribute(value: string): string {
  return text(value)
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
}
