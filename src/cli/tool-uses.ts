import { isToolUse, type Message, type ToolUse, toolUses } from '../tools/message.ts'
import type { Input } from './io.ts'
import { type Line, readLines } from './lines.ts'

/** One message of the input, or why it is none. */
export type ReadMessage =
  | { readonly kind: 'message'; readonly message: Message; readonly uses: readonly ToolUse[] }
  | { readonly kind: 'fault'; readonly line: number; readonly why: string }

/**
 * The messages of an input in the order they come: one JSON text over several lines, or one a line (JSONL), each handed
 * on as soon as its line is there. A message is an assistant message, a list of tool uses, or a single one.
 */
export async function* readMessages(input: Input): AsyncGenerator<ReadMessage> {
  let number = 0
  let whole: string[] | null = null
  let begun = false
  for await (const lines of readLines(input.chunks())) {
    for (const line of lines) {
      number++
      if (whole !== null) {
        whole.push(textOf(line))
        continue
      }
      if ('text' in line && line.text.trim() === '') continue
      const value = 'text' in line ? parse(line.text) : undefined
      if (value === undefined && !begun && 'text' in line) {
        // The first line is no JSON of its own: the text goes on.
        whole = [line.text]
        continue
      }
      begun = true
      yield* messagesOf(value, number, 'text' in line ? undefined : line.fault)
    }
  }
  if (whole !== null) yield* messagesOf(parse(whole.join('\n')), 1)
}

function* messagesOf(value: unknown, line: number, fault?: string): Generator<ReadMessage> {
  if (value === undefined) {
    yield { kind: 'fault', line, why: fault ?? 'it is not JSON' }
    return
  }
  // A list of messages is read as if they stood on lines of their own; a list of tool uses is one message.
  if (Array.isArray(value) && value.length > 0 && value.every((item) => roleOf(item) !== undefined)) {
    for (const item of value) yield messageOf(item, line)
    return
  }
  yield messageOf(value, line)
}

function messageOf(value: unknown, line: number): ReadMessage {
  const expected = 'expected an assistant message or `tool_use` blocks with `id`, `name` and `input`'
  const inner = (value as { message?: unknown } | null)?.message
  const given = roleOf(value) === undefined && roleOf(inner) !== undefined ? inner : value
  const role = roleOf(given)
  const content = role === undefined ? [given].flat() : (given as { content?: unknown }).content
  if (role === 'user') return { kind: 'message', message: { role, content: [] }, uses: [] }
  if (typeof content === 'string') return { kind: 'message', message: { role: 'assistant', content }, uses: [] }
  if (!Array.isArray(content)) return { kind: 'fault', line, why: expected }
  const bad = content.find((block) => isKind(block, 'tool_use') && !isToolUse(block))
  if (bad !== undefined) return { kind: 'fault', line, why: 'a `tool_use` block needs a text as `id` and as `name`' }
  if (role === undefined && !content.every(isToolUse)) return { kind: 'fault', line, why: expected }
  const message = { role: 'assistant', content } as Message
  return { kind: 'message', message, uses: toolUses(message) }
}

function roleOf(value: unknown): 'user' | 'assistant' | undefined {
  const role = (value as { role?: unknown } | null)?.role
  return role === 'user' || role === 'assistant' ? role : undefined
}

function isKind(block: unknown, type: string): boolean {
  return (block as { type?: unknown } | null)?.type === type
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOf(line: Line): string {
  return 'text' in line ? line.text : ''
}
