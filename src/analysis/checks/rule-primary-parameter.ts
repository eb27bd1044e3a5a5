import { deadRule } from '../dead-rule.ts'

/** `Bash(command:rm *)` for `Bash(rm *)`: the main field of a tool has rules of its own kind. */
export const rulePrimaryParameter = deadRule('rule-primary-parameter', (_, __, { parsed }) => {
  const value = parsed?.specifier?.replace(/^\s*\w+\s*:\s*/, '').trim()
  if (parsed === null || !value) return null
  if (parsed.tool !== 'WebFetch') return value === '*' ? parsed.tool : `${toolFor(parsed.tool)}(${value})`
  const host = /^(?:https?:\/\/)?([^/:@?#\s]+)/.exec(value)?.[1]
  return host === undefined ? null : `WebFetch(domain:${host})`
})

function toolFor(tool: string): string {
  if (tool === 'Write' || tool === 'NotebookEdit') return 'Edit'
  return tool === 'Grep' || tool === 'Glob' ? 'Read' : tool
}
