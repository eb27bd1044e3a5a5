import type { ToolCall } from '../call.ts'
import type { Issue } from '../errors.ts'
import type { System } from '../system.ts'
import { issue } from './yaml-file.ts'

/** A tool call of a past session. */
export interface PastCall {
  readonly file: string
  readonly line: number
  readonly call: ToolCall
  /** Folder it ran in; null where the transcript does not say. */
  readonly cwd: string | null
}

export interface Transcript {
  readonly file: string
  readonly calls: readonly PastCall[]
  /** Lines that are no JSON object. */
  readonly issues: readonly Issue[]
  /** Folder in which the session started. */
  readonly root: string | null
}

/**
 * Reads a session transcript: JSON lines whose assistant messages hold `tool_use` blocks. Lines of other kinds are passed
 * over, and so is whatever a line holds besides.
 */
export function readTranscript(file: string, system: System): Transcript {
  let text: string | undefined
  try {
    text = system.readText(file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    return { file, calls: [], issues: [issue(file, 'unreadable', `cannot be read: ${code}`, 0, 0)], root: null }
  }
  if (text === undefined)
    return { file, calls: [], issues: [issue(file, 'missing-file', 'does not exist', 0, 0)], root: null }
  const calls: PastCall[] = []
  const issues: Issue[] = []
  let root: string | null = null
  let number = 0
  for (const line of text.replace(/^\ufeff/, '').split('\n')) {
    number++
    if (line.trim() === '') continue
    const entry = parse(line)
    if (entry === null) {
      issues.push(issue(file, 'invalid-line', 'expected a JSON object', number, 1))
      continue
    }
    const cwd = typeof entry['cwd'] === 'string' && entry['cwd'].startsWith('/') ? entry['cwd'] : null
    root ??= cwd
    for (const call of toolUses(entry)) calls.push({ file, line: number, call, cwd })
  }
  return { file, calls, issues, root }
}

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function* toolUses(entry: Readonly<Record<string, unknown>>): Generator<ToolCall> {
  const message = isObject(entry['message']) ? entry['message'] : entry
  const content = Array.isArray(message['content']) ? message['content'] : [message]
  for (const block of content) {
    if (!isObject(block) || block['type'] !== 'tool_use' || typeof block['name'] !== 'string') continue
    yield { tool: block['name'], input: isObject(block['input']) ? block['input'] : {} }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
