/** What a field of an input may hold. */
type Field = 'string' | 'text' | 'number' | 'boolean' | readonly string[]

interface Shape {
  readonly required: Readonly<Record<string, Field>>
  readonly optional?: Readonly<Record<string, Field>>
}

/**
 * Inputs of the built-in tools whose calls may run beside each other, as data: `partition` must know whether an input
 * parses without loading a schema library. A property test holds these equal to the schemas of the tools themselves.
 */
export const shapes: Readonly<Record<string, Shape>> = {
  Read: { required: { file_path: 'text' }, optional: { offset: 'number', limit: 'number' } },
  Glob: { required: { pattern: 'text' }, optional: { path: 'text' } },
  Grep: {
    required: { pattern: 'text' },
    optional: {
      path: 'text',
      glob: 'text',
      type: 'text',
      output_mode: ['content', 'files_with_matches', 'count'],
      '-A': 'number',
      '-B': 'number',
      '-C': 'number',
      context: 'number',
      '-n': 'boolean',
      '-i': 'boolean',
      '-o': 'boolean',
      multiline: 'boolean',
      head_limit: 'number',
      offset: 'number',
    },
  },
  WebFetch: { required: { url: 'text' }, optional: { prompt: 'string' } },
  ToolSearch: { required: { query: 'text' }, optional: { max_results: 'number' } },
  ListMcpResourcesTool: { required: {}, optional: { server: 'text' } },
  ReadMcpResourceTool: { required: { server: 'text', uri: 'text' } },
  TaskGet: { required: { taskId: 'text' } },
  TaskList: { required: {} },
  Bash: {
    required: { command: 'text' },
    optional: {
      description: 'string',
      timeout: 'number',
      run_in_background: 'boolean',
      dangerouslyDisableSandbox: 'boolean',
    },
  },
}

/** Whether an input has exactly the fields its tool knows, each of the right kind. Numbers are whole and not negative. */
export function fits(shape: Shape, input: unknown): input is Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false
  for (const name of Object.keys(shape.required)) if (!Object.hasOwn(input, name)) return false
  return Object.entries(input).every(([name, value]) => {
    if (Object.hasOwn(shape.required, name)) return holds(shape.required[name], value)
    const field = shape.optional !== undefined && Object.hasOwn(shape.optional, name) ? shape.optional[name] : undefined
    return field !== undefined && (value === undefined || holds(field, value))
  })
}

function holds(field: Field | undefined, value: unknown): boolean {
  if (field === 'text') return typeof value === 'string' && value !== ''
  if (field === 'number') return Number.isSafeInteger(value) && (value as number) >= 0
  return Array.isArray(field) ? field.includes(value as string) : typeof value === field
}
