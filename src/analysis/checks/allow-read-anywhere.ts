import { allowFinding, coversPath } from '../allow-finding.ts'
import type { Check } from '../check.ts'

const files = ['~/.ssh/id_rsa', '~/.aws/credentials', '/etc/shadow']

/** An allow rule that lets the keys and passwords of this person be read. */
export const allowReadAnywhere: Check = {
  code: 'allow-read-anywhere',
  severity: 'warning',
  *find(input) {
    for (const rule of input.rules) {
      const isRead = ['Read', 'Grep', 'Glob'].includes(rule.parsed?.tool ?? '')
      if (rule.entry.effect !== 'allow' || !isRead || !coversPath(rule, files, input)) continue
      const calls = files.map((path) => ({ tool: 'Read', input: { file_path: path } }))
      yield* allowFinding(input, rule, calls, 'allow the folders that are needed')
    }
  },
}
