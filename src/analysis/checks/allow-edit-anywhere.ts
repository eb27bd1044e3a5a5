import { allowFinding, coversPath } from '../allow-finding.ts'
import type { Check } from '../check.ts'

/** Files outside every project, which no rule on a project should reach. */
const files = ['/var/lib/x', '~/x']

/** An allow rule that lets files outside the working directories be written. */
export const allowEditAnywhere: Check = {
  code: 'allow-edit-anywhere',
  severity: 'warning',
  *find(input) {
    for (const rule of input.rules) {
      const isEdit = ['Edit', 'Write', 'MultiEdit'].includes(rule.parsed?.tool ?? '')
      if (rule.entry.effect !== 'allow' || !isEdit || !coversPath(rule, files, input)) continue
      const calls = files.map((path) => ({
        tool: rule.parsed!.tool,
        input: { file_path: path, content: 'x', old_string: 'a', new_string: 'b' },
      }))
      yield* allowFinding(input, rule, calls, 'allow `Edit(/**)`, or the folders that are needed')
    }
  },
}
