import type { ToolCall } from '../call.ts'

/** The input field a plain text stands for, by tool (spec/permissions.md section 4). */
const textFields: Readonly<Record<string, string>> = {
  Bash: 'command',
  PowerShell: 'command',
  Monitor: 'command',
  Read: 'file_path',
  Edit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
  Glob: 'path',
  Grep: 'path',
  WebFetch: 'url',
  WebSearch: 'query',
  Agent: 'subagent_type',
  Skill: 'skill',
}

/**
 * A call as people write it in YAML: a text for `tool` (a command for Bash, a path for Read), `{Read: .env}` for another
 * tool, or `{tool, input}` in full. null: no such notation, or a text for a tool that has no text form.
 */
export function readCall(value: unknown, tool = 'Bash'): ToolCall | null {
  if (typeof value === 'string') {
    // An MCP tool is named in full, so the text is the tool.
    if (tool.startsWith('mcp__') && value.startsWith('mcp__')) return { tool: value, input: {} }
    const field = Object.hasOwn(textFields, tool) ? textFields[tool] : undefined
    return field === undefined ? null : { tool, input: { [field]: value } }
  }
  if (!isRecord(value)) return null
  if (typeof value['tool'] === 'string') {
    const input = value['input'] ?? {}
    return isRecord(input) ? { tool: value['tool'], input } : null
  }
  const entries = Object.entries(value)
  const [name, content] = entries[0] ?? []
  if (entries.length !== 1 || name === undefined) return null
  if (isRecord(content)) return { tool: name, input: content }
  return typeof content === 'string' ? readCall(content, name) : null
}

/** The call as one line, for titles and messages. */
export function showCall({ tool, input }: ToolCall): string {
  const field = Object.hasOwn(textFields, tool) ? textFields[tool] : undefined
  const text = field === undefined ? undefined : input[field]
  if (typeof text !== 'string') return Object.keys(input).length === 0 ? tool : `${tool} ${JSON.stringify(input)}`
  return tool === 'Bash' ? text : `${tool} ${text}`
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
