import type { Outcomes } from './outcome.ts'

/** Test Anything Protocol 14, with a YAML block under each failure. */
export function tap({ outcomes }: Outcomes): string {
  const lines = ['TAP version 14', `1..${outcomes.length}`]
  for (const [i, { file, line, column, name, passed, message, detail }] of outcomes.entries()) {
    lines.push(`${passed ? 'ok' : 'not ok'} ${i + 1} - ${description(name)}`)
    if (passed) continue
    // A JSON string is a YAML string too.
    const facts = {
      message,
      at: `${file}:${line}:${column}`,
      ...(detail.length > 0 ? { detail: detail.join('\n') } : {}),
    }
    lines.push('  ---', ...Object.entries(facts).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`), '  ...')
  }
  return `${lines.join('\n')}\n`
}

/** `#` would start a directive, a backslash escapes. */
function description(name: string): string {
  return name
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('#', '\\#')
}
