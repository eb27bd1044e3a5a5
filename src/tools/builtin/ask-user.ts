import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import { messageOf, ToolError } from '../failure.ts'
import { line, lineOf, span } from '../render.ts'

const option = z.strictObject({ label: z.string().min(1), description: z.string() })

const question = z.strictObject({
  question: z.string().min(1),
  header: z.string(),
  options: z.array(option).min(2).max(4),
  multiSelect: z.boolean().optional(),
})

export const askUserQuestionTool = buildTool({
  name: 'AskUserQuestion',
  searchHint: 'ask the user to choose',
  description: () => 'Asks the user one to four questions, each with two to four answers to choose from.',
  inputSchema: z.strictObject({
    questions: z.array(question).min(1).max(4),
    answers: z.record(z.string(), z.string()).optional().describe('Filled in by the program, not by the model'),
  }),
  isQuestion: true,
  hostFields: ['answers'],
  maxCallMs: Number.POSITIVE_INFINITY,

  async call({ questions, answers }, context) {
    if (answers !== undefined) return { data: { answers } }
    const { askUser } = context.host
    if (askUser === undefined) throw new ToolError('there is nobody to ask: this program has no way to put a question')
    try {
      const asked = questions.map((each) => ({ ...each, multiSelect: each.multiSelect ?? false }))
      return { data: { answers: await askUser(asked, context.signal) } }
    } catch (error) {
      throw new ToolError(`the question was not answered: ${messageOf(error)}`)
    }
  },

  mapResult({ answers }, toolUseId) {
    const lines = Object.entries(answers).map(([asked, answer]) => `${asked}: ${answer}`)
    const content = lines.length === 0 ? 'the user gave no answer' : lines.join('\n')
    return { type: 'tool_result', tool_use_id: toolUseId, content }
  },

  renderToolUse: ({ questions }) => [
    lineOf([span('AskUserQuestion', 'name')]),
    ...(questions ?? []).map((each) => line(each?.question ?? '', 'plain', 1)),
  ],
  renderResult: ({ answers }) =>
    Object.entries(answers).map(([asked, answer]) => line(`${asked}: ${answer}`, 'good', 1)),
})
