import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import { withContext, withMode } from '../context.ts'
import { line, lineOf, span, textLines } from '../render.ts'
import { invalid, valid } from './paths.ts'

export const enterPlanModeTool = buildTool({
  name: 'EnterPlanMode',
  searchHint: 'plan first and change nothing yet',
  description: () => 'Enters plan mode: nothing is changed until a plan is accepted through ExitPlanMode.',
  inputSchema: z.strictObject({}),

  validateInput(_, { permissions, agent }) {
    if (agent !== null) return invalid('a sub-agent cannot change the mode of the session', 1)
    return permissions.mode === 'plan' ? invalid('plan mode is on already', 2) : valid
  },

  call: async (_, { permissions: { mode } }) => ({
    data: { before: mode },
    contextModifier: (later) =>
      later.permissions.mode === 'plan'
        ? later
        : withContext(withMode(later, 'plan'), { modeBeforePlan: later.permissions.mode }),
  }),

  mapResult: (_, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: 'plan mode is on: look around, then put the plan to the user with ExitPlanMode',
  }),
})

export const exitPlanModeTool = buildTool({
  name: 'ExitPlanMode',
  searchHint: 'put the plan to the user',
  description: () => 'Puts the plan to the user. Once it is accepted, plan mode ends and the mode before it is back.',
  inputSchema: z.strictObject({ plan: z.string().min(1) }),

  validateInput(_, { permissions }) {
    return permissions.mode === 'plan' ? valid : invalid('plan mode is not on', 1)
  },

  call: async ({ plan }) => ({
    data: { plan },
    contextModifier: (later) =>
      later.permissions.mode === 'plan'
        ? withContext(withMode(later, later.modeBeforePlan ?? 'default'), { modeBeforePlan: null })
        : later,
  }),

  mapResult: (_, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: 'the plan was accepted and plan mode is over: carry it out',
  }),

  renderToolUse: ({ plan }, options) => [
    lineOf([span('ExitPlanMode', 'name')]),
    ...(plan === undefined ? [] : textLines(plan, options, 'plain', 20)),
  ],
  renderResult: () => [line('accepted', 'good', 1)],
})
