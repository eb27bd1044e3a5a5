import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { globalResultCap } from '../../src/tools/budgets.ts'
import { buildTool } from '../../src/tools/build-tool.ts'
import { createFileStates } from '../../src/tools/file-states.ts'
import type { ToolResult } from '../../src/tools/tool.ts'
import { textOf, useOf, withSession } from './session.ts'

const schema = z.strictObject({ count: z.number() })

const bare = buildTool({
  name: 'Bare',
  description: () => 'nothing else',
  inputSchema: schema,
  call: async ({ count }, _context, _permit, _parent, onProgress?: (progress: { done: number }) => void) => {
    onProgress?.({ done: count })
    return { data: { doubled: count * 2 } }
  },
})

describe('a tool with nothing but a name, a schema and a call', () => {
  it('has fail-closed defaults', async () => {
    await withSession({}, async ({ context }) => {
      const input = { count: 1 }
      expect({
        enabled: bare.isEnabled(),
        safe: bare.isConcurrencySafe(input, context),
        readOnly: bare.isReadOnly(input, context),
        destructive: bare.isDestructive(input, context),
        permission: await bare.checkPermissions(input, context),
        name: bare.userFacingName(input),
        cap: bare.maxResultSizeChars,
      }).toEqual({
        enabled: true,
        safe: false,
        readOnly: false,
        destructive: false,
        permission: { effect: 'defer' },
        name: 'Bare',
        cap: globalResultCap,
      })
    })
  })

  it('is asked for, because no rule names it', async () => {
    await withSession({ session: { tools: [bare] } }, async ({ call }) => {
      expect((await call('Bare', { count: 1 })).status).toBe('unanswered')
    })
  })

  it('gives its result as JSON', async () => {
    await withSession(
      { settings: { permissions: { allow: ['Bare'] } }, session: { tools: [bare] } },
      async ({ call }) => {
        expect(textOf(await call('Bare', { count: 2 }))).toBe('{\n  "doubled": 4\n}')
      },
    )
  })
})

describe('buildTool', () => {
  it('keeps the exact types of a definition', () => {
    expectTypeOf(bare.name).toEqualTypeOf<'Bare'>()
    expectTypeOf(bare.inputSchema.shape.count).toEqualTypeOf<z.ZodNumber>()
    expectTypeOf(bare.call).parameter(0).toEqualTypeOf<{ count: number }>()
    expectTypeOf(bare.call).returns.resolves.toEqualTypeOf<ToolResult<{ doubled: number }>>()
    expectTypeOf(bare.call).parameter(4).toEqualTypeOf<((progress: { done: number }) => void) | undefined>()
    expectTypeOf(bare.mapResult).parameter(0).toEqualTypeOf<{ doubled: number }>()
  })

  it('takes a predicate that throws, or answers with anything but a truth value, for its cautious value', async () => {
    const fail = () => {
      throw new Error('lost')
    }
    const lie = (() => 'yes') as unknown as () => boolean
    await withSession({}, async ({ context }) => {
      for (const predicate of [fail, lie, (async () => true) as unknown as () => boolean]) {
        const tool = buildTool({
          ...bare,
          isEnabled: predicate,
          isConcurrencySafe: predicate,
          isReadOnly: predicate,
          isDestructive: predicate,
        })
        const input = { count: 1 }
        expect([tool.isEnabled(), tool.isConcurrencySafe(input, context), tool.isReadOnly(input, context)]).toEqual([
          false,
          false,
          false,
        ])
        expect(tool.isDestructive(input, context)).toBe(true)
      }
    })
  })

  it.each([
    ['a bad name', { name: 'two words' }, '`two words` is no tool name: expected letters, digits, `_` and `-`'],
    ['no call', { call: undefined }, 'tool `Bare` has no `call` function'],
    ['no description', { description: 'text' }, 'tool `Bare` has no `description` function'],
    ['no schema', { inputSchema: {} }, 'tool `Bare` has no zod `inputSchema`'],
  ])('refuses a definition with %s', (_, change, message) => {
    const definition = { name: 'Bare', description: () => '', inputSchema: schema, call: bare.call, ...change }
    expect(() => buildTool(definition as never)).toThrow(
      expect.objectContaining({ name: 'PolicyError', code: 'bad-tool', message }),
    )
  })

  it('lets a tool lie about itself and gain nothing by it', async () => {
    const liar = buildTool({ ...bare, name: 'Liar', isReadOnly: () => true, isConcurrencySafe: () => true })
    for (const permissions of [{}, { deny: ['Liar'] }, { ask: ['Liar'] }]) {
      await withSession({ settings: { permissions }, session: { tools: [liar] } }, async ({ call }) => {
        expect((await call('Liar', { count: 1 })).status).not.toBe('ok')
      })
    }
  })
})

describe('canUseTool inside a call', () => {
  const outer = buildTool({
    name: 'Outer',
    description: () => '',
    inputSchema: z.strictObject({ command: z.string() }),
    async call({ command }, _context, canUseTool) {
      return { data: JSON.stringify(await canUseTool({ tool: 'Bash', input: { command } })) }
    },
  })

  it('asks the rules again for each sub-operation', async () => {
    const settings = { permissions: { allow: ['Outer', 'Bash(make *)'], deny: ['Bash(rm *)'] } }
    await withSession({ settings, session: { tools: [outer] } }, async ({ call }) => {
      expect(JSON.parse(textOf(await call('Outer', { command: 'make all' })))).toEqual({
        effect: 'allow',
        input: { command: 'make all' },
      })
      expect(JSON.parse(textOf(await call('Outer', { command: 'rm x' })))).toMatchObject({ effect: 'deny' })
      expect(JSON.parse(textOf(await call('Outer', { command: 'touch x' })))).toMatchObject({ effect: 'deny' })
    })
  })

  it('reaches the host for what no rule decides', async () => {
    const asked: unknown[] = []
    const asker = async ({ call }: { call: unknown }) => {
      asked.push(call)
      return { effect: 'allow' as const }
    }
    const settings = { permissions: { allow: ['Outer'] } }
    await withSession({ settings, session: { tools: [outer], host: { asker } } }, async ({ call }) => {
      expect(JSON.parse(textOf(await call('Outer', { command: 'touch x' })))).toMatchObject({ effect: 'allow' })
      expect(asked).toEqual([{ tool: 'Bash', input: { command: 'touch x' } }])
    })
  })
})

describe('the context of a call', () => {
  it('is frozen and carries everything a call may use', async () => {
    await withSession({}, async ({ context, project }) => {
      expect(Object.isFrozen(context)).toBe(true)
      expect(() => {
        ;(context as { cwd: string }).cwd = '/'
      }).toThrow(TypeError)
      expect(context).toMatchObject({
        cwd: project,
        agent: null,
        modeBeforePlan: null,
        permissions: { mode: 'default' },
      })
      expect(context.signal.aborted).toBe(false)
      context.setAppState((state) => ({ ...state, x: 1 }))
      expect(context.getAppState()).toEqual({ x: 1 })
    })
  })

  it('of a sub-agent cannot reach the state of its parent but through the session', async () => {
    const { childContext } = await import('../../src/tools/context.ts')
    await withSession({}, async ({ context }) => {
      const child = childContext(context, {
        permissions: context.permissions,
        tools: context.tools,
        agent: { id: 'a', type: 'worker', ownHooks: false, admits: () => true },
        signal: context.signal,
      })
      child.setAppState(() => ({ lost: true }))
      expect(context.getAppState()).toEqual({})
      child.setSessionState((state) => ({ ...state, kept: true }))
      expect(context.getAppState()).toEqual({ kept: true })
    })
  })

  it('remembers the files that were read, and forgets the oldest', () => {
    const states = createFileStates(2)
    const state = (digest: string) => ({ mtimeMs: 1, size: 1, digest })
    states.set('/a', state('a'))
    states.set('/b', state('b'))
    states.get('/a')
    states.set('/c', state('c'))
    expect([states.get('/a'), states.get('/b'), states.get('/c')].map((each) => each?.digest)).toEqual([
      'a',
      undefined,
      'c',
    ])
    expect(states.size).toBe(2)
  })
})

it('new messages of a result follow it', async () => {
  const talker = buildTool({
    ...bare,
    name: 'Talker',
    call: async () => ({
      data: { doubled: 0 },
      newMessages: [{ role: 'user' as const, content: 'more' }],
      mcpMeta: { a: 1 },
    }),
  })
  const { execute, sessionOf } = await import('../../src/tools/execute.ts')
  const settings = { permissions: { allow: ['Talker'] } }
  await withSession({ settings, session: { tools: [talker] } }, async ({ context }) => {
    const run = await execute([useOf('a', 'Talker', { count: 1 })], sessionOf(context))
    expect(run.messages).toEqual([{ role: 'user', content: 'more' }])
  })
})
