import { matchesParts } from './command.ts'

/** A rule on one top-level scalar of a tool's input: `Agent(model:opus)`. Deny and ask only (spec/permissions.md 3.1). */
export interface ParameterPattern {
  readonly name: string
  matches(input: Readonly<Record<string, unknown>>): boolean
}

/** Primary fields, which have rules of their own kind; a parameter rule on one is ignored. */
export const primaryFields: Readonly<Record<string, string>> = {
  Bash: 'command',
  PowerShell: 'command',
  Monitor: 'command',
  Read: 'file_path',
  Edit: 'file_path',
  Write: 'file_path',
  Grep: 'path',
  Glob: 'path',
  NotebookEdit: 'notebook_path',
  WebFetch: 'url',
}

/** Input fields of the built-in tools that a parameter rule may name (spec/permissions.md section 4). */
const fields: Readonly<Record<string, string>> = {
  Bash: 'command description timeout run_in_background dangerouslyDisableSandbox',
  PowerShell: 'command description timeout run_in_background dangerouslyDisableSandbox',
  Monitor: 'command description timeout_ms persistent',
  Read: 'file_path offset limit pages',
  Write: 'file_path content',
  Edit: 'file_path old_string new_string replace_all',
  NotebookEdit: 'notebook_path cell_id cell_type edit_mode new_source',
  Glob: 'pattern path',
  Grep: 'pattern path glob type output_mode multiline head_limit offset context',
  WebFetch: 'url prompt offset',
  WebSearch: 'query',
  Agent: 'prompt description subagent_type model isolation run_in_background name',
  Skill: 'skill args',
  EnterWorktree: 'path name',
  TaskStop: 'task_id shell_id',
}

/** Splits `name:value` when `name` is an input field of the tool; null when the text is no parameter rule. */
export function compileParameter(tool: string, specifier: string): ParameterPattern | null {
  const [, name, value] = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*:\s*(.*?)\s*$/s.exec(specifier) ?? []
  if (name === undefined || value === undefined) return null
  // `Bash(timeout:*)` is the prefix form of the program of that name.
  if (tool === 'Bash' && name === 'timeout' && value === '*') return null
  if (!(Object.hasOwn(fields, tool) ? (fields[tool] as string) : '').split(' ').includes(name)) return null
  const parts = value.split('*')
  return {
    name,
    matches(input) {
      const given = Object.hasOwn(input, name) ? input[name] : undefined
      if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') return false
      return parts.length === 1 ? String(given) === value : matchesParts(String(given), parts)
    },
  }
}
