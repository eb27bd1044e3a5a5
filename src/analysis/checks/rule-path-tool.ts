import { deadRule } from '../dead-rule.ts'
import { tidyPath } from '../tidy-path.ts'

/** Only `Read(path)` and `Edit(path)` are looked at; each stands for its family of tools. */
export const rulePathTool = deadRule('rule-path-tool', (_, __, { parsed }) => {
  if (parsed === null) return null
  const reads = ['Glob', 'Grep', 'LSP'].includes(parsed.tool)
  return `${reads ? 'Read' : 'Edit'}(${tidyPath(parsed.specifier ?? '')})`
})
