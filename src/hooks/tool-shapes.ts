import { isObject } from './handler.ts'

type Shape = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** Required fields of built-in tools' input, and optional ones after a `?` (spec/hooks.md 2.3). */
const inputs: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  Bash: {
    command: 'string',
    '?description': 'string',
    '?timeout': 'number',
    '?run_in_background': 'boolean',
    '?dangerouslyDisableSandbox': 'boolean',
  },
  PowerShell: { command: 'string', '?description': 'string', '?timeout': 'number', '?run_in_background': 'boolean' },
  Read: { file_path: 'string', '?offset': 'number', '?limit': 'number', '?pages': 'string' },
  Write: { file_path: 'string', content: 'string' },
  Edit: { file_path: 'string', old_string: 'string', new_string: 'string', '?replace_all': 'boolean' },
  NotebookEdit: { notebook_path: 'string', new_source: 'string', '?cell_id': 'string', '?edit_mode': 'string' },
  Glob: { pattern: 'string', '?path': 'string' },
  Grep: { pattern: 'string', '?path': 'string', '?glob': 'string' },
  WebFetch: { url: 'string', prompt: 'string' },
  WebSearch: { query: 'string', '?allowed_domains': 'array', '?blocked_domains': 'array' },
  Agent: { description: 'string', prompt: 'string', '?subagent_type': 'string' },
  AskUserQuestion: { questions: 'array', '?answers': 'object' },
  TodoWrite: { todos: 'array' },
  TaskCreate: { subject: 'string', description: 'string' },
  TaskUpdate: { taskId: 'string' },
  TaskGet: { taskId: 'string' },
  TaskStop: { '?task_id': 'string', '?shell_id': 'string' },
}

/** Required fields of built-in tools' results (spec/hooks.md 2.4). */
const outputs: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  Bash: { stdout: 'string', stderr: 'string', interrupted: 'boolean', '?isImage': 'boolean' },
  PowerShell: { stdout: 'string', stderr: 'string', interrupted: 'boolean', '?isImage': 'boolean' },
  Read: { type: 'string' },
  Write: { type: 'string', filePath: 'string', content: 'string', structuredPatch: 'array' },
  Edit: { filePath: 'string', oldString: 'string', newString: 'string', structuredPatch: 'array' },
  NotebookEdit: { notebook_path: 'string', new_source: 'string' },
  Glob: { filenames: 'array', numFiles: 'number', durationMs: 'number', truncated: 'boolean' },
  Grep: { filenames: 'array', numFiles: 'number', '?content': 'string' },
  WebFetch: {
    bytes: 'number',
    code: 'number',
    codeText: 'string',
    result: 'string',
    durationMs: 'number',
    url: 'string',
  },
  WebSearch: { query: 'string', results: 'array', durationSeconds: 'number' },
}

/** What is wrong with the input of a tool; null when nothing is, or when nobody knows the tool. */
export function inputFault(tool: string, input: unknown): string | null {
  return fault(inputs, tool, input)
}

/** What is wrong with a new result for a tool. MCP tools and unknown ones take anything (spec/hooks.md 3.7). */
export function outputFault(tool: string, output: unknown): string | null {
  return fault(outputs, tool, output)
}

function fault(
  shapes: Readonly<Record<string, Readonly<Record<string, Shape>>>>,
  tool: string,
  value: unknown,
): string | null {
  const shape = Object.hasOwn(shapes, tool) ? shapes[tool] : undefined
  if (shape === undefined) return null
  if (!isObject(value)) return 'it is no object'
  for (const [key, type] of Object.entries(shape)) {
    const name = key.replace('?', '')
    const field = value[name]
    if (field === undefined ? !key.startsWith('?') : shapeOf(field) !== type) {
      const written = field === undefined ? 'missing' : `\`${JSON.stringify(field).slice(0, 60)}\``
      return `\`${name}\` is ${written}: expected ${type === 'array' ? 'a list' : `${type === 'object' ? 'an' : 'a'} ${type}`}`
    }
  }
  return null
}

function shapeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
}
