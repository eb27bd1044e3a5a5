import type { Executor } from './executor.ts'

/** One event of a streamed message (Anthropic Messages API); fields that tool uses do not need may be anything. */
export interface StreamEvent {
  readonly type: string
  readonly index?: number
  readonly content_block?: object
  readonly delta?: object
}

export interface StreamOptions {
  /** The input of a tool use while it still streams: the fields there are so far. */
  onPartial?(id: string, name: string, input: Readonly<Record<string, unknown>>): void
}

/** Feeds the tool uses of a streamed message to an executor, each as soon as its block is complete. */
export interface StreamReader {
  take(event: StreamEvent): void
  /** The message ended. A block that never became complete is an error result, not a lost id. */
  end(): void
  discard(reason: string): void
}

interface OpenBlock {
  readonly id: string
  readonly name: string
  readonly given: unknown
  json: string
}

export function createStreamReader(executor: Executor, options: StreamOptions = {}): StreamReader {
  const open = new Map<number, OpenBlock>()
  const add = (block: OpenBlock) => {
    // Text that is no JSON stays text: parsing it is a stage of the call, and its failure a result.
    const input = block.json === '' ? (block.given ?? {}) : parsed(block.json)
    executor.add({ type: 'tool_use', id: block.id, name: block.name, input })
  }
  const flush = () => {
    for (const block of open.values()) {
      executor.add({ type: 'tool_use', id: block.id, name: block.name, input: block.json })
    }
    open.clear()
  }
  return {
    take({ type, index = -1, content_block, delta }) {
      if (type === 'content_block_start') {
        const { type: kind, id, name, input } = fieldsOf(content_block)
        if (kind !== 'tool_use') return
        if (typeof id === 'string' && typeof name === 'string') open.set(index, { id, name, given: input, json: '' })
      } else if (type === 'content_block_delta') {
        const { type: kind, partial_json } = fieldsOf(delta)
        const block = open.get(index)
        if (block === undefined || kind !== 'input_json_delta' || typeof partial_json !== 'string') return
        block.json += partial_json
        if (options.onPartial !== undefined) {
          const partial = parsePartial(block.json)
          if (isObject(partial)) options.onPartial(block.id, block.name, partial)
        }
      } else if (type === 'content_block_stop') {
        const block = open.get(index)
        if (block === undefined) return
        open.delete(index)
        add(block)
      } else if (type === 'message_stop') {
        flush()
        executor.end()
      }
    },
    end() {
      flush()
      executor.end()
    },
    discard(reason) {
      executor.discard(reason)
      flush()
    },
  }
}

function fieldsOf(value: object | undefined): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The value that a beginning of a JSON text already says: complete members, and the last string as far as it goes.
 * undefined when it says nothing yet or is no JSON.
 */
export function parsePartial(text: string): unknown {
  const closers: string[] = []
  let inString = false
  let escaped = false
  /** Where the text can be cut so that closing all brackets makes JSON of it, with the closers needed there. */
  let safe = { end: 0, closers: '' }
  const mark = (end: number) => {
    safe = { end, closers: closers.toReversed().join('') }
  }
  let expectKey = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (inString) {
      if (escaped) escaped = false
      else if (char === '\\') escaped = true
      else if (char === '"') {
        inString = false
        if (!expectKey) mark(at + 1)
      }
      continue
    }
    if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']')
      expectKey = char === '{'
      mark(at + 1)
    } else if (char === '}' || char === ']') {
      closers.pop()
      expectKey = false
      mark(at + 1)
    } else if (char === ':') expectKey = false
    else if (char === ',') {
      mark(at)
      expectKey = closers.at(-1) === '}'
    }
  }
  if (inString && !expectKey) {
    const whole = text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '')
    const value = parsed(`${whole}"${closers.toReversed().join('')}`)
    if (typeof value !== 'string' || closers.length === 0) return value
  }
  const complete = parsed(text)
  if (complete !== text) return complete
  const value = parsed(text.slice(0, safe.end) + safe.closers)
  return typeof value === 'string' ? undefined : value
}
