import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildTool } from '../../src/tools/build-tool.ts'
import { stages } from '../../src/tools/failure.ts'
import { textOf, withSession } from './session.ts'

const echo = buildTool({
  name: 'Echo',
  description: () => 'says it again',
  inputSchema: z.strictObject({ text: z.string(), deep: z.strictObject({ list: z.array(z.number()) }).optional() }),
  call: async ({ text }) => ({ data: text }),
})

const allowEcho = { permissions: { allow: ['Echo'] } }

describe('stage 1, find', () => {
  it('names close tools for one that does not exist', async () => {
    await withSession({}, async ({ call }) => {
      const outcome = await call('Reed', { file_path: 'a' })
      expect(outcome).toMatchObject({ status: 'error', stage: 'find' })
      expect(textOf(outcome)).toBe('there is no tool `Reed`: did you mean `Read`?')
    })
  })

  it('routes an old name to the tool', async () => {
    await withSession({}, async ({ call }) => {
      expect(textOf(await call('KillShell', { task_id: 'task_9' }))).toBe(
        'there is no background task `task_9`: there are none',
      )
    })
  })
})

describe('stage 2, parse', () => {
  it('lists every bad path in words', async () => {
    await withSession({ settings: allowEcho, session: { tools: [echo] } }, async ({ call }) => {
      const outcome = await call('Echo', { deep: { list: [1, 'x'], more: 1 }, extra: true })
      expect(outcome).toMatchObject({ status: 'error', stage: 'parse', decision: null })
      expect(textOf(outcome).split('\n')).toEqual([
        'the input of `Echo` is not valid:',
        '- `text`: missing: expected string',
        '- `deep.list[1]`: expected number, got string',
        '- `deep.more` is not a field of this tool',
        '- `extra` is not a field of this tool',
      ])
    })
  })

  it.each([
    ['text that is no JSON', '{"text": "a', 'must be a JSON object, not text that is not complete JSON'],
    ['a list', [1], 'must be a JSON object, not an array'],
    ['null', null, 'must be a JSON object, not null'],
    ['10 MB', { text: 'x'.repeat(10_000_000) }, 'is 10000004 characters long: at most 5000000 are accepted; split it'],
    ['nesting without end', nested(300), 'is nested deeper than 200 levels'],
    ['a prototype', JSON.parse('{"text":"a","__proto__":{"x":1}}'), '`__proto__` is not a field of this tool'],
  ])('refuses %s', async (_, input, message) => {
    await withSession({ settings: allowEcho, session: { tools: [echo] } }, async ({ call }) => {
      const outcome = await call('Echo', input)
      expect(outcome).toMatchObject({ status: 'error', stage: 'parse' })
      expect(textOf(outcome)).toContain(message)
    })
  })

  it('strips internal fields even where a loose schema lets them through', async () => {
    const seen: unknown[] = []
    const loose = buildTool({
      name: 'Loose',
      description: () => '',
      inputSchema: z.looseObject({ text: z.string() }),
      internalFields: ['_simulatedEdit'],
      call: async (input) => ({ data: seen.push(input) }),
    })
    const settings = { permissions: { allow: ['Loose'] } }
    await withSession({ settings, session: { tools: [loose] } }, async ({ call }) => {
      await call('Loose', { text: 'a', _simulatedEdit: { path: '/etc/passwd' }, other: 1 })
      expect(seen).toEqual([{ text: 'a', other: 1 }])
    })
  })

  it('refuses the internal field of the shell', async () => {
    await withSession({}, async ({ call }) => {
      expect(textOf(await call('Bash', { command: 'ls', _simulatedEdit: {} }))).toContain(
        '`_simulatedEdit` is not a field',
      )
    })
  })
})

describe('stage 3, validate', () => {
  it('gives the message of a failed check to the model and asks nobody', async () => {
    await withSession({ files: { 'a.txt': 'x x' } }, async ({ call, path }) => {
      await call('Read', { file_path: 'a.txt' })
      const outcome = await call('Edit', { file_path: 'a.txt', old_string: 'x', new_string: 'y' })
      expect(outcome).toMatchObject({ status: 'error', stage: 'validate', decision: null })
      expect(textOf(outcome)).toContain(`\`old_string\` occurs 2 times in \`${path('a.txt')}\``)
    })
  })
})

describe('stage 5, observe', () => {
  it('shows hooks an absolute path and leaves the input of the model as it was', async () => {
    const hook = 'cat > seen.json'
    const settings = { hooks: { PreToolUse: [{ matcher: 'Read', hooks: [{ type: 'command', command: hook }] }] } }
    await withSession({ settings, files: { 'sub/a.txt': 'x' } }, async ({ context, path, home }) => {
      const { runToolUse } = await import('../../src/tools/execute.ts')
      writeFileSync(`${home}/b.txt`, 'home')
      const input = { file_path: './sub/../sub/a.txt' }
      const outcome = await runToolUse({ type: 'tool_use', id: 'id_1', name: 'Read', input }, context)
      expect(outcome.status).toBe('ok')
      expect(input).toEqual({ file_path: './sub/../sub/a.txt' })
      const payload = JSON.parse(readFileSync(path('seen.json'), 'utf8'))
      expect(payload).toMatchObject({ tool_name: 'Read', tool_use_id: 'id_1', hook_event_name: 'PreToolUse' })
      expect(payload.tool_input).toEqual({ file_path: path('sub/a.txt') })
    })
  })

  it('expands a tilde, so that a rule on the home folder holds', async () => {
    const settings = { permissions: { deny: ['Read(~/.ssh/**)'] } }
    await withSession({ settings }, async ({ call, home }) => {
      const { mkdirSync } = await import('node:fs')
      mkdirSync(`${home}/.ssh`)
      writeFileSync(`${home}/.ssh/id`, 'secret')
      const outcome = await call('Read', { file_path: '~/.ssh/id' })
      expect(outcome.status).toBe('denied')
      expect(textOf(outcome)).toContain('denied by `Read(~/.ssh/**)`')
    })
  })
})

describe('stage 8, call', () => {
  const failing = (name: string, call: () => Promise<{ data: unknown }>, more: object = {}) =>
    buildTool({ name, description: () => '', inputSchema: z.strictObject({}), call, ...more })

  const tools = [
    failing('Throws', () => {
      throw new Error('disk on fire')
    }),
    failing('Rejects', () => Promise.reject('a plain text')),
    failing('RejectsNothing', () => Promise.reject(undefined)),
    failing('Hangs', () => new Promise(() => {}), { maxCallMs: 20 }),
    failing('Circular', async () => {
      const loop: Record<string, unknown> = {}
      loop['loop'] = loop
      return { data: loop }
    }),
    failing('BigNumber', async () => ({ data: 10n })),
    failing('BadBlock', async () => ({ data: 1 }), { mapResult: () => ({ content: [{ type: 'video' }] }) }),
    failing('NoResult', async () => undefined as never),
  ]

  it.each([
    ['Throws', 'call', '`Throws` failed: disk on fire'],
    ['Rejects', 'call', '`Rejects` failed: a plain text'],
    ['RejectsNothing', 'call', '`RejectsNothing` failed: it failed without saying why'],
    ['Hangs', 'call', '`Hangs` did not finish within its limit of 20 ms'],
    ['Circular', 'result', '`Circular` ran, but its result cannot be given: Converting circular structure to JSON'],
    ['BigNumber', 'result', '`BigNumber` ran, but its result cannot be given: Do not know how to serialize a BigInt'],
    ['BadBlock', 'result', '`BadBlock` ran, but its result cannot be given: expected text or a list of text, image'],
    ['NoResult', 'call', '`NoResult` failed: it gave no result'],
  ])('turns the fault of %s into one error result', async (name, stage, message) => {
    const settings = { permissions: { allow: tools.map((tool) => tool.name) } }
    await withSession({ settings, session: { tools } }, async ({ call }) => {
      const outcome = await call(name, {})
      expect(outcome).toMatchObject({ id: 'call_1', status: 'error', stage })
      expect(outcome.result.block).toMatchObject({ type: 'tool_result', tool_use_id: 'call_1', is_error: true })
      expect(textOf(outcome)).toContain(message)
    })
  })

  it('gives the tool exactly the input that was judged, frozen', async () => {
    const seen: unknown[] = []
    const keeper = buildTool({
      ...echo,
      name: 'Keeper',
      call: async (input) => {
        seen.push(Object.isFrozen(input), Object.isFrozen(input.deep))
        return { data: '' }
      },
    })
    const settings = { permissions: { allow: ['Keeper'] } }
    await withSession({ settings, session: { tools: [keeper] } }, async ({ call }) => {
      await call('Keeper', { text: 'a', deep: { list: [1] } })
      expect(seen).toEqual([true, true])
    })
  })
})

it('runs ten stages in their order and none after one that failed', async () => {
  expect(stages).toHaveLength(10)
  const reached: string[] = []
  const traced = buildTool({
    name: 'Traced',
    description: () => '',
    inputSchema: z.strictObject({ stop: z.string() }),
    shell: true,
    validateInput: ({ stop }) => {
      reached.push('validate')
      return stop === 'validate' ? { result: false, message: 'no', errorCode: 1 } : { result: true }
    },
    isConcurrencySafe: () => {
      reached.push('classify')
      return false
    },
    backfillObservableInput: (input) => {
      reached.push('observe')
      if (input.stop === 'observe') throw new Error('no')
      return input
    },
    checkPermissions: ({ stop }) => {
      reached.push('permission')
      return stop === 'permission' ? { effect: 'deny', message: 'no' } : { effect: 'allow' }
    },
    call: async ({ stop }) => {
      reached.push('call')
      if (stop === 'call') throw new Error('no')
      return { data: '' }
    },
    mapResult: (_, id) => {
      reached.push('result')
      return { type: 'tool_result', tool_use_id: id, content: 'done' }
    },
  })
  const all = ['validate', 'classify', 'observe', 'permission', 'call', 'result']
  await withSession({ session: { tools: [traced] } }, async ({ call }) => {
    for (const stop of ['validate', 'observe', 'permission', 'call', 'none']) {
      reached.length = 0
      const outcome = await call('Traced', { stop })
      const last = stop === 'none' ? all.length - 1 : all.indexOf(stop)
      // Classification runs beside the others; it has begun by the time the gate is reached.
      const expected = all.slice(0, last + 1).filter((name) => name !== 'classify')
      expect(reached.filter((name) => name !== 'classify')).toEqual(expected)
      expect(outcome.stage).toBe(stop === 'none' ? null : stop)
    }
  })
})

function nested(depth: number): unknown {
  let value: unknown = {}
  for (let at = 0; at < depth; at++) value = { value }
  return value
}
