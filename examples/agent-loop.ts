// An agent in one file: the message loop of the official SDK, and under it the rules of a project's own settings.
// In a project of your own the second import is `from 'toolgate'`.
import type Anthropic from '@anthropic-ai/sdk'
import { createSession, execute, type PermissionContext } from '../src/index.ts'

export interface Report {
  /** The last words of the model. */
  readonly text: string
  /** Every call with how it ended, in order. */
  readonly calls: readonly { readonly tool: string; readonly status: string }[]
}

export async function runAgent(
  client: Anthropic,
  permissions: PermissionContext,
  prompt: string,
  model = 'claude-opus-5-5',
): Promise<Report> {
  let session = await createSession({ permissions })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: prompt }]
  const calls: { tool: string; status: string }[] = []
  try {
    for (;;) {
      const tools = (await session.surface()) as Anthropic.Tool[]
      const stream = client.messages.stream({ model, max_tokens: 4096, messages, tools })
      // Each call is judged, and started, as soon as its block is complete: while the model still talks.
      const run = await execute(stream, session)
      const answer = await stream.finalMessage()
      session = run.session
      messages.push({ role: 'assistant', content: answer.content })
      if (answer.stop_reason !== 'tool_use') {
        const text = answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
        return { text, calls }
      }
      calls.push(...run.outcomes.map(({ name, status }) => ({ tool: name, status })))
      messages.push(run.message as Anthropic.MessageParam, ...(run.messages as Anthropic.MessageParam[]))
      if (run.stop !== null) return { text: run.stop, calls }
    }
  } finally {
    await session.close()
  }
}
