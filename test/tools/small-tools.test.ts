import { describe, expect, it } from 'vitest'
import { todosOf } from '../../src/tools/builtin/todo.ts'
import { execute, sessionOf } from '../../src/tools/execute.ts'
import { textOf, useOf, withSession } from './session.ts'

describe('TodoWrite', () => {
  it('replaces the list of the session', async () => {
    await withSession({}, async ({ call, context }) => {
      const todos = [
        { content: 'one', status: 'completed' },
        { content: 'two', status: 'in_progress', activeForm: 'doing two' },
      ]
      expect(textOf(await call('TodoWrite', { todos }))).toBe('the list has 2 steps, 1 of them open')
      expect(todosOf(context)).toEqual(todos)
      await call('TodoWrite', { todos: [] })
      expect(todosOf(context)).toEqual([])
      expect(textOf(await call('TodoWrite', { todos: [{ content: 'x', status: 'later' }] }))).toContain(
        'expected one of `pending`',
      )
    })
  })
})

describe('tasks', () => {
  it('are created, shown, changed, listed and deleted', async () => {
    await withSession({}, async ({ call }) => {
      expect(textOf(await call('TaskCreate', { subject: 'one', description: 'first' }))).toBe(
        'created #1 [pending] one',
      )
      expect(textOf(await call('TaskCreate', { subject: 'two', description: '' }))).toBe('created #2 [pending] two')
      expect(
        textOf(await call('TaskUpdate', { taskId: '2', status: 'in_progress', owner: 'me', addBlockedBy: ['1'] })),
      ).toBe('now #2 [in_progress] two (me) (after 1)')
      expect(textOf(await call('TaskGet', { taskId: '1' }))).toBe('#1 [pending] one\nfirst')
      expect(textOf(await call('TaskList', {}))).toBe('#1 [pending] one\n#2 [in_progress] two (me) (after 1)')
      expect(textOf(await call('TaskUpdate', { taskId: '1', status: 'deleted' }))).toBe('deleted #1')
      expect(textOf(await call('TaskGet', { taskId: '1' }))).toBe('there is no task `1`: there are 2')
      expect(textOf(await call('TaskUpdate', { taskId: '2', addBlockedBy: ['2'] }))).toBe(
        'a task cannot wait for itself',
      )
      expect(textOf(await call('TaskCreate', { subject: 'three', description: '' }))).toContain('#3')
    })
  })

  it('are created and completed only as hooks let them', async () => {
    const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }]
    const refuse = `grep -q bad && { echo 'no such work' >&2; exit 2; }; true`
    const settings = { hooks: { TaskCreated: hook(refuse), TaskCompleted: hook('echo untested >&2; exit 2') } }
    await withSession({ settings }, async ({ call }) => {
      expect(textOf(await call('TaskCreate', { subject: 'bad', description: '' }))).toContain(
        'a hook refused it: no such work',
      )
      expect(textOf(await call('TaskCreate', { subject: 'good', description: '' }))).toBe('created #1 [pending] good')
      expect(textOf(await call('TaskUpdate', { taskId: '1', status: 'completed' }))).toContain(
        'a hook refused it: untested',
      )
      expect(textOf(await call('TaskList', {}))).toBe('#1 [pending] good')
    })
  })
})

describe('plan mode', () => {
  const accept = { asker: async () => ({ effect: 'allow' as const }) }

  it('changes nothing until the plan is accepted, then the mode before is back', async () => {
    await withSession({ mode: 'acceptEdits', session: { host: accept } }, async (place) => {
      expect((await place.call('EnterPlanMode', {})).status).toBe('ok')
      expect(place.context.permissions.mode).toBe('plan')
      expect(textOf(await place.call('EnterPlanMode', {}))).toContain('plan mode is on already')
      expect((await place.call('ExitPlanMode', { plan: '1. do it' })).status).toBe('ok')
      expect(place.context.permissions.mode).toBe('acceptEdits')
      expect(place.context.modeBeforePlan).toBeNull()
      expect(textOf(await place.call('ExitPlanMode', { plan: 'x' }))).toContain('plan mode is not on')
    })
  })

  it('holds back edits that rules allow', async () => {
    await withSession({ settings: { permissions: { allow: ['Write'] } } }, async (place) => {
      expect((await place.call('Write', { file_path: 'a', content: '' })).status).toBe('ok')
      await place.call('EnterPlanMode', {})
      expect((await place.call('Write', { file_path: 'b', content: '' })).status).toBe('unanswered')
      expect((await place.call('ExitPlanMode', { plan: 'x' })).status).toBe('unanswered')
      expect(place.context.permissions.mode).toBe('plan')
    })
  })

  it('is seen by the next call of the same message', async () => {
    await withSession({ settings: { permissions: { allow: ['Write'] } } }, async ({ context }) => {
      const uses = [useOf('a', 'EnterPlanMode', {}), useOf('b', 'Write', { file_path: 'x', content: '' })]
      const { outcomes } = await execute(uses, sessionOf(context))
      expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'unanswered'])
    })
  })
})

describe('AskUserQuestion', () => {
  const questions = [
    {
      question: 'Which?',
      header: 'pick',
      options: [
        { label: 'a', description: '' },
        { label: 'b', description: '' },
      ],
    },
  ]

  it('puts the question to the person, which is its permission', async () => {
    const askUser = async (asked: readonly { question: string; multiSelect: boolean }[]) => {
      expect(asked[0]).toMatchObject({ question: 'Which?', multiSelect: false })
      return { 'Which?': 'b' }
    }
    await withSession({ session: { host: { askUser } } }, async ({ call }) => {
      expect(textOf(await call('AskUserQuestion', { questions }))).toBe('Which?: b')
    })
  })

  it('fails loudly when there is nobody, when the question fails, and when it is denied', async () => {
    await withSession({}, async ({ call }) => {
      expect((await call('AskUserQuestion', { questions })).status).toBe('unanswered')
    })
    const accept = { asker: async () => ({ effect: 'allow' as const }) }
    await withSession({ session: { host: accept } }, async ({ call }) => {
      expect(textOf(await call('AskUserQuestion', { questions }))).toContain('there is nobody to ask')
    })
    const askUser = async () => {
      throw new Error('window closed')
    }
    await withSession({ session: { host: { askUser } } }, async ({ call }) => {
      expect(textOf(await call('AskUserQuestion', { questions }))).toBe('the question was not answered: window closed')
    })
    await withSession(
      { settings: { permissions: { deny: ['AskUserQuestion'] } }, session: { host: { askUser } } },
      async ({ call }) => {
        expect((await call('AskUserQuestion', { questions })).stage).toBe('find')
      },
    )
  })

  it('takes no answer from the model itself', async () => {
    const askUser = async () => ({ 'Which?': 'b' })
    await withSession({ session: { host: { askUser } } }, async ({ call }) => {
      expect(textOf(await call('AskUserQuestion', { questions, answers: { 'Which?': 'a' } }))).toBe('Which?: b')
    })
  })

  it('takes the answers a host puts into the input', async () => {
    const asker = async () => ({ effect: 'allow' as const, updatedInput: { questions, answers: { 'Which?': 'a' } } })
    await withSession({ session: { host: { asker } } }, async ({ call }) => {
      expect(textOf(await call('AskUserQuestion', { questions }))).toBe('Which?: a')
    })
  })
})
