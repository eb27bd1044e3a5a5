import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import type { AppState, ToolUseContext } from '../context.ts'
import { ToolError } from '../failure.ts'
import { runHooks } from '../hooks.ts'

const status = z.enum(['pending', 'in_progress', 'completed', 'deleted'])

/** One task of the session's list, shared by all its agents. */
export interface Task {
  readonly id: string
  readonly subject: string
  readonly description: string
  readonly activeForm?: string | undefined
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly owner?: string | undefined
  /** Tasks that must be completed first. */
  readonly blockedBy: readonly string[]
}

function tasksOf(state: AppState): readonly Task[] {
  return (state['tasks'] as readonly Task[] | undefined) ?? []
}

function find(context: ToolUseContext, id: string): Task {
  const tasks = tasksOf(context.getAppState())
  const task = tasks.find((each) => each.id === id)
  if (task !== undefined) return task
  const known = tasks.map((each) => each.id).join(', ') || 'none'
  throw new ToolError(`there is no task \`${id}\`: there are ${known}`)
}

function inWords(task: Task): string {
  const blocked = task.blockedBy.length === 0 ? '' : ` (after ${task.blockedBy.join(', ')})`
  const owner = task.owner === undefined ? '' : ` (${task.owner})`
  return `#${task.id} [${task.status}] ${task.subject}${owner}${blocked}`
}

/** A hook may refuse a task, or that it is done. */
async function ask(event: 'TaskCreated' | 'TaskCompleted', task: Task, context: ToolUseContext): Promise<void> {
  const fields = { task_id: task.id, task_subject: task.subject, task_description: task.description }
  const report = await runHooks(event, context, fields)
  if (report?.blocked) throw new ToolError(`a hook refused it: ${report.reason ?? 'it gave no reason'}`)
}

export const taskCreateTool = buildTool({
  name: 'TaskCreate',
  searchHint: 'add a task to the shared list',
  description: () => 'Adds a task to the list that all agents of the session share.',
  inputSchema: z.strictObject({
    subject: z.string().min(1),
    description: z.string(),
    activeForm: z.string().optional(),
  }),
  async call({ subject, description, activeForm }, context) {
    const number = Number(context.getAppState()['lastTask'] ?? 0) + 1
    const task: Task = { id: String(number), subject, description, activeForm, status: 'pending', blockedBy: [] }
    await ask('TaskCreated', task, context)
    context.setSessionState((state) => ({ ...state, lastTask: number, tasks: [...tasksOf(state), task] }))
    return { data: task }
  },
  mapResult: (task, id) => ({ type: 'tool_result', tool_use_id: id, content: `created ${inWords(task)}` }),
})

export const taskGetTool = buildTool({
  name: 'TaskGet',
  searchHint: 'show one task of the list',
  description: () => 'Shows one task with its description.',
  inputSchema: z.strictObject({ taskId: z.string().min(1) }),
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  call: async ({ taskId }, context) => ({ data: find(context, taskId) }),
  mapResult: (task, id) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: `${inWords(task)}\n${task.description}`.trim(),
  }),
})

export const taskListTool = buildTool({
  name: 'TaskList',
  searchHint: 'list the tasks of the session',
  description: () => 'Lists all tasks with their state.',
  inputSchema: z.strictObject({}),
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  call: async (_, context) => ({ data: tasksOf(context.getAppState()) }),
  mapResult: (tasks, id) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: tasks.length === 0 ? 'there are no tasks' : tasks.map(inWords).join('\n'),
  }),
})

export const taskUpdateTool = buildTool({
  name: 'TaskUpdate',
  searchHint: 'change state of a task',
  description: () => 'Changes a task; the status `deleted` removes it.',
  inputSchema: z.strictObject({
    taskId: z.string().min(1),
    status: status.optional(),
    subject: z.string().min(1).optional(),
    description: z.string().optional(),
    activeForm: z.string().optional(),
    owner: z.string().min(1).optional(),
    addBlockedBy: z.array(z.string().min(1)).optional(),
  }),
  async call({ taskId, status: next, addBlockedBy, ...fields }, context) {
    const task = find(context, taskId)
    const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    for (const id of addBlockedBy ?? []) {
      if (find(context, id).id === taskId) throw new ToolError('a task cannot wait for itself')
    }
    const updated: Task = {
      ...task,
      ...changed,
      ...(next === undefined || next === 'deleted' ? {} : { status: next }),
      blockedBy: [...new Set([...task.blockedBy, ...(addBlockedBy ?? [])])],
    }
    if (next === 'completed' && task.status !== 'completed') await ask('TaskCompleted', updated, context)
    const kept = (each: Task) => (each.id === taskId ? (next === 'deleted' ? [] : [updated]) : [each])
    context.setSessionState((state) => ({ ...state, tasks: tasksOf(state).flatMap(kept) }))
    return { data: { task: updated, deleted: next === 'deleted' } }
  },
  mapResult: ({ task, deleted }, id) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: deleted ? `deleted #${task.id}` : `now ${inWords(task)}`,
  }),
})

export const taskStopTool = buildTool({
  name: 'TaskStop',
  aliases: ['KillShell'],
  searchHint: 'end a command running in background',
  description: () => 'Ends a command that runs in the background, with everything it started.',
  inputSchema: z.strictObject({ task_id: z.string().min(1) }),
  isDestructive: () => true,
  async call({ task_id }, context) {
    const task = background(context, task_id)
    if (task.status() !== 'running') throw new ToolError(`\`${task_id}\` has ended already: it is ${task.status()}`)
    task.stop()
    await task.ended
    return { data: { id: task_id, command: task.command } }
  },
  mapResult: ({ id, command }, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: `ended \`${id}\` (\`${command}\`)`,
  }),
})

/** Longest wait for a background task. */
const maxWaitMs = 600_000

export const taskOutputTool = buildTool({
  name: 'TaskOutput',
  aliases: ['BashOutput'],
  searchHint: 'read output of a background command',
  description: () =>
    'Shows what a background command printed since the last time; with `block` it waits for its end first.',
  inputSchema: z.strictObject({
    task_id: z.string().min(1),
    block: z.boolean().optional(),
    timeout: z.int().min(0).max(maxWaitMs).optional().describe('Longest wait in milliseconds (default 30000)'),
  }),
  async call({ task_id, block, timeout = 30_000 }, context) {
    const task = background(context, task_id)
    if (block === true && task.status() === 'running') await waitFor(task.ended, timeout, context.signal)
    return { data: { id: task_id, status: task.status(), exit: task.exit(), output: task.takeOutput() } }
  },
  mapResult: ({ id, status: state, exit, output }, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: `\`${id}\` is ${state}${exit === null ? '' : ` (exit code ${exit})`}\n${output}`.trimEnd(),
  }),
})

function background(context: ToolUseContext, id: string) {
  const task = context.session.background.get(id)
  if (task !== undefined) return task
  const known =
    context.session.background
      .list()
      .map((each) => `\`${each.id}\``)
      .join(', ') || 'none'
  throw new ToolError(`there is no background task \`${id}\`: there are ${known}`)
}

async function waitFor(ended: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([ended, limit])
  clearTimeout(timer)
}
