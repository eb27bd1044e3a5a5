import type { z } from 'zod'
import type { ToolUseContext } from './context.ts'
import { type Failure, failure, messageOf } from './failure.ts'
import type { AnyTool } from './tool.ts'

/** Longest input a call may have, in characters of its strings: more than any file an editor tool writes. */
export const maxInputChars = 5_000_000

/** Deepest nesting an input may have; schemas recurse, stacks end. */
const maxInputDepth = 200

/** The input as the tool's strict schema reads it. The text of a failure names each bad path. */
export function parseInput(
  tool: AnyTool,
  input: unknown,
  from: 'model' | 'host' = 'model',
): Readonly<Record<string, unknown>> | Failure {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const got = typeof input === 'string' ? 'text that is not complete JSON' : input === null ? 'null' : typeof input
    return failure(
      'parse',
      'error',
      `the input of \`${tool.name}\` must be a JSON object, not ${Array.isArray(input) ? 'an array' : got}`,
    )
  }
  const size = measure(input)
  if (size === null) {
    return failure('parse', 'error', `the input of \`${tool.name}\` is nested deeper than ${maxInputDepth} levels`)
  }
  if (size > maxInputChars) {
    const text = `the input of \`${tool.name}\` is ${size} characters long: at most ${maxInputChars} are accepted; split it`
    return failure('parse', 'error', text)
  }
  const own = from === 'model' ? without(input as Record<string, unknown>, tool.hostFields) : input
  const parsed = tool.inputSchema.safeParse(structuredClone(own))
  // Strict schemas refuse internal fields already; a loose one might not.
  if (parsed.success) return without(parsed.data as Record<string, unknown>, tool.internalFields)
  const faults = parsed.error.issues.flatMap((issue) => wordsOf(issue))
  const shown = faults.slice(0, 20).map((fault) => `- ${fault}`)
  if (faults.length > shown.length) shown.push(`- and ${faults.length - shown.length} more`)
  return failure('parse', 'error', `the input of \`${tool.name}\` is not valid:\n${shown.join('\n')}`)
}

function without(input: Record<string, unknown>, fields: readonly string[] = []): Record<string, unknown> {
  if (!fields.some((field) => Object.hasOwn(input, field))) return input
  return Object.fromEntries(Object.entries(input).filter(([field]) => !fields.includes(field)))
}

/** The semantic check of the tool itself. */
export async function validateInput(
  tool: AnyTool,
  input: Readonly<Record<string, unknown>>,
  context: ToolUseContext,
): Promise<undefined | Failure> {
  const answer = await tool.validateInput?.(input, context)
  if (answer === undefined || answer.result === true) return undefined
  return failure('validate', 'error', `\`${tool.name}\`: ${answer.message}`)
}

/** A clone of the input with paths made absolute: what hooks, rules and logs see, and what runs. */
export function observe(
  tool: AnyTool,
  input: Readonly<Record<string, unknown>>,
  context: ToolUseContext,
): Readonly<Record<string, unknown>> | Failure {
  if (tool.backfillObservableInput === undefined) return input
  try {
    return tool.backfillObservableInput(structuredClone(input), context) as Record<string, unknown>
  } catch (error) {
    return failure('observe', 'error', `the input of \`${tool.name}\` cannot be made observable: ${messageOf(error)}`)
  }
}

/** One schema fault in words a model can act on. */
function wordsOf(issue: z.core.$ZodIssue): string[] {
  const path = pathText(issue.path)
  const at = path === '' ? '' : `\`${path}\`: `
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => `\`${path === '' ? key : `${path}.${key}`}\` is not a field of this tool`)
    case 'invalid_type':
      return [`${at}${issue.message.endsWith('undefined') ? `missing: expected ${issue.expected}` : typed(issue)}`]
    case 'invalid_value':
      return [`${at}expected one of ${issue.values.map((value) => `\`${String(value)}\``).join(', ')}`]
    default:
      return [`${at}${lowerFirst(issue.message)}`]
  }
}

function typed(issue: z.core.$ZodIssueInvalidType): string {
  const got = /received (\w+)/.exec(issue.message)?.[1]
  return `expected ${issue.expected}${got === undefined ? '' : `, got ${got}`}`
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Characters of all strings and keys; null when nested too deep. Loops end at the depth limit. */
function measure(value: unknown, depth = 0): number | null {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  if (depth > maxInputDepth) return null
  let sum = 0
  for (const [key, item] of Object.entries(value)) {
    const size = measure(item, depth + 1)
    if (size === null) return null
    sum += key.length + size
    if (sum > 2 * maxInputChars) break
  }
  return sum
}
