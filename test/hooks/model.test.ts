import { describe, expect, test } from 'vitest'
import { bash, on, report } from './support/hooks.ts'

describe('prompt and agent hooks', () => {
  const prompt = (fields = {}) => ({ type: 'prompt', prompt: 'Is $ARGUMENTS fine? It costs \\$5.', ...fields })
  const answer = (reply: unknown) => ({ model: async () => reply })

  test('the model gets the payload in place of $ARGUMENTS', async () => {
    const asked: { prompt: string; maxTurns: number; model?: string }[] = []
    const model = async (request: (typeof asked)[number]) => {
      asked.push(request)
      return { ok: true, reason: '' }
    }
    await report(
      'PreToolUse',
      on('PreToolUse', prompt({ model: 'small' }), { type: 'agent', prompt: 'Look.' }),
      bash('make'),
      { model },
    )
    expect(asked[0]).toMatchObject({ maxTurns: 1, model: 'small' })
    expect(asked[0]?.prompt).toMatch(/^Is \{"session_id".*"tool_name":"Bash".*\} fine\? It costs \$5\.$/)
    expect(asked[1]).toMatchObject({ maxTurns: 50 })
    expect(asked[1]?.prompt).toMatch(/^Look\.\n\n\{"session_id"/)
  })

  test.each([
    ['PreToolUse', {}, { effect: 'deny', blocked: true, continue: false }],
    ['PreToolUse', { continueOnBlock: true }, { effect: 'deny', blocked: true, continue: true }],
    ['PostToolUse', {}, { blocked: false, continue: false }],
    ['PostToolUse', { continueOnBlock: true }, { blocked: true, continue: true }],
    ['UserPromptSubmit', { continueOnBlock: true }, { blocked: true, continue: false }],
    ['PostToolUseFailure', {}, { blocked: true, continue: true }],
    ['TeammateIdle', {}, { blocked: false, continue: false }],
    ['TeammateIdle', { continueOnBlock: true }, { blocked: true, continue: true }],
    ['Stop', {}, { blocked: true, continue: true }],
    ['PermissionDenied', {}, { blocked: false, continue: true }],
  ])('a no on %s with %o', async (event, fields, expected) => {
    const said = await report(event, on(event, prompt(fields)), bash('x'), answer({ ok: false, reason: 'no' }))
    expect(said).toMatchObject(expected)
  })

  test('an impossible condition lets an agent stop', async () => {
    const impossible = answer({ ok: false, reason: 'never', impossible: true })
    expect((await report('Stop', on('Stop', prompt()), {}, impossible)).blocked).toBe(false)
    expect((await report('Stop', on('Stop', { type: 'agent', prompt: 'x' }), {}, impossible)).blocked).toBe(true)
  })

  test('an agent hook returns its no to the model and the turn goes on', async () => {
    const said = await report(
      'PreToolUse',
      on('PreToolUse', { type: 'agent', prompt: 'x' }),
      bash('x'),
      answer('{"ok":false,"reason":"no"}'),
    )
    expect(said).toMatchObject({ effect: 'deny', reason: 'no', continue: true })
  })

  test.each([
    ['an invalid reply', answer('sure'), /did not answer with/],
    ['an error', { model: () => Promise.reject(new Error('overloaded')) }, /could not be asked: overloaded/],
    ['no reply in time', { model: () => new Promise(() => {}) }, /timed out/],
  ])('%s decides nothing and says so', async (_, options, failure) => {
    const said = await report('PreToolUse', on('PreToolUse', prompt({ timeout: 0.2 })), bash('x'), options)
    expect(said).toMatchObject({ effect: null, blocked: false })
    expect(said.outcomes[0]?.failure).toMatch(failure)
    expect(said.outcomes[0]?.failedOpen).toMatch(/^failed open/)
  })

  test('without a model the guarded call is not run, and an agent that wants to stop may', async () => {
    const guarded = await report('PreToolUse', on('PreToolUse', prompt(), { type: 'agent', prompt: 'x' }))
    expect(guarded).toMatchObject({ effect: 'deny', reason: 'a prompt hook guards this, and there is no model to ask' })
    expect((await report('Stop', on('Stop', prompt()), {})).blocked).toBe(false)
  })

  test('on PermissionRequest a prompt has no effect and an agent is an error', async () => {
    const said = await report(
      'PermissionRequest',
      on('PermissionRequest', prompt(), { type: 'agent', prompt: 'x' }),
      bash('x'),
      answer({ ok: false }),
    )
    expect(said.skipped.map(({ skip }) => skip)).toEqual(['never-here', 'invalid'])
  })
})
