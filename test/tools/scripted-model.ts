import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the model says in one turn: text, and tool uses with their input. */
export type Turn = readonly (string | { readonly id: string; readonly name: string; readonly input: unknown })[]

/** A server on loopback that speaks the streaming Messages API and answers from a script. */
export async function withScriptedModel(
  turns: readonly Turn[],
  use: (place: { readonly baseURL: string; readonly requests: Record<string, unknown>[] }) => Promise<void>,
): Promise<void> {
  const requests: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push(JSON.parse(body))
    const turn = turns[requests.length - 1] ?? ['nothing more to say']
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of eventsOf(turn)) {
      response.write(`event: ${event['type']}\ndata: ${JSON.stringify(event)}\n\n`)
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use({ baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function* eventsOf(turn: Turn): Generator<Record<string, unknown>> {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
  yield { type: 'message_start', message }
  for (const [index, part] of turn.entries()) {
    if (typeof part === 'string') {
      yield { type: 'content_block_start', index, content_block: { type: 'text', text: '' } }
      yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text: part } }
    } else {
      yield {
        type: 'content_block_start',
        index,
        content_block: { type: 'tool_use', id: part.id, name: part.name, input: {} },
      }
      const json = JSON.stringify(part.input)
      // In pieces, as the real one sends it.
      for (let at = 0; at < json.length; at += 7) {
        yield {
          type: 'content_block_delta',
          index,
          delta: { type: 'input_json_delta', partial_json: json.slice(at, at + 7) },
        }
      }
    }
    yield { type: 'content_block_stop', index }
  }
  const stop_reason = turn.some((part) => typeof part !== 'string') ? 'tool_use' : 'end_turn'
  yield { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } }
  yield { type: 'message_stop' }
}
