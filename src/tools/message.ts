/** One use of a tool in an assistant message (Anthropic Messages API). */
export interface ToolUse {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  /** As the model sent it: anything. */
  readonly input: unknown
}

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly source: Base64Source }
  | { readonly type: 'document'; readonly source: Base64Source; readonly title?: string }

interface Base64Source {
  readonly type: 'base64'
  readonly media_type: string
  readonly data: string
}

/** The answer to one tool use. */
export interface ToolResultBlock {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content: string | readonly ContentBlock[]
  readonly is_error?: boolean
}

export interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string | readonly MessageBlock[]
}

export type MessageBlock =
  | ContentBlock
  | ToolUse
  | ToolResultBlock
  | { readonly type: string; readonly [key: string]: unknown }

/** The tool uses of a message, in order. */
export function toolUses(message: Message): ToolUse[] {
  return typeof message.content === 'string' ? [] : message.content.filter(isToolUse)
}

export function isToolUse(block: unknown): block is ToolUse {
  const { type, id, name } = (block ?? {}) as Record<string, unknown>
  return type === 'tool_use' && typeof id === 'string' && id !== '' && typeof name === 'string'
}

/** The characters of a result that a model reads as text; images and documents count nothing. */
export function textLength(content: ToolResultBlock['content']): number {
  if (typeof content === 'string') return content.length
  return content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
}

export function errorResult(id: string, text: string): ToolResultBlock {
  return { type: 'tool_result', tool_use_id: id, content: text, is_error: true }
}

/** A block as the API takes it, with its right id; throws for anything else a tool may have made. */
export function checkedBlock(mapped: unknown, id: string): ToolResultBlock {
  const { content, is_error } = (mapped ?? {}) as Record<string, unknown>
  if (typeof content !== 'string' && !(Array.isArray(content) && content.every(isContentBlock))) {
    throw new TypeError('expected text or a list of text, image and document blocks')
  }
  return { type: 'tool_result', tool_use_id: id, content, ...(is_error === true ? { is_error } : {}) }
}

function isContentBlock(block: unknown): block is ContentBlock {
  const { type, text, source } = (block ?? {}) as Record<string, unknown>
  if (type === 'text') return typeof text === 'string'
  const { data, media_type } = (source ?? {}) as Record<string, unknown>
  return (type === 'image' || type === 'document') && typeof data === 'string' && typeof media_type === 'string'
}

/** The result with a further text after it. */
export function withText(block: ToolResultBlock, text: string): ToolResultBlock {
  const content =
    typeof block.content === 'string'
      ? `${block.content}\n\n${text}`.trimStart()
      : [...block.content, { type: 'text' as const, text }]
  return { ...block, content }
}
