import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import type { ToolUseContext } from '../context.ts'
import { line, lineOf, span, type Tone } from '../render.ts'

const todo = z.strictObject({
  content: z.string().min(1),
  status: z.enum(['pending', 'in_progress', 'completed']),
  activeForm: z.string().min(1).optional().describe('What to show while it is in progress'),
})

export type Todo = z.output<typeof todo>

const tones: Readonly<Record<Todo['status'], Tone>> = { pending: 'plain', in_progress: 'warn', completed: 'dim' }
const boxes: Readonly<Record<Todo['status'], string>> = { pending: '[ ]', in_progress: '[~]', completed: '[x]' }

/** The list of the main agent, or of a sub-agent by its id. */
export function todosOf(context: Pick<ToolUseContext, 'getAppState' | 'agent'>): readonly Todo[] {
  const lists = context.getAppState()['todos'] as Readonly<Record<string, readonly Todo[]>> | undefined
  return lists?.[context.agent?.id ?? 'main'] ?? []
}

export const todoWriteTool = buildTool({
  name: 'TodoWrite',
  searchHint: 'keep a list of steps to do',
  description: () =>
    'Replaces the list of steps. Keep one step `in_progress`, and mark each completed as soon as it is.',
  inputSchema: z.strictObject({ todos: z.array(todo).max(200) }),

  async call({ todos }, context) {
    const key = context.agent?.id ?? 'main'
    context.setSessionState((state) => ({ ...state, todos: { ...(state['todos'] as object), [key]: todos } }))
    return { data: { todos } }
  },

  mapResult({ todos }, toolUseId) {
    const open = todos.filter(({ status }) => status !== 'completed').length
    return {
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: `the list has ${todos.length} steps, ${open} of them open`,
    }
  },

  renderToolUse: () => [lineOf([span('TodoWrite', 'name')])],
  renderResult: ({ todos }) =>
    todos.map(({ content, status }) => line(`${boxes[status]} ${content}`, tones[status], 1)),
})
