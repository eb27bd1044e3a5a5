import { describe, expect, it } from 'vitest'
import { createExecutor, type ExecutionEvent, type Executor } from '../../src/tools/executor.ts'
import { createStreamReader } from '../../src/tools/stream.ts'
import { allowGated, type Gated, gated } from './gated.ts'
import { textOf, until, useOf, withSession } from './session.ts'

interface Run {
  readonly gates: Gated
  readonly executor: Executor
  readonly events: ExecutionEvent[]
  /** Resolves when the last event has left. */
  readonly done: Promise<void>
  readonly project: string
  abort(reason: string): void
}

async function withExecutor(use: (run: Run) => Promise<void>, cap = 10): Promise<void> {
  const gates = gated()
  await withSession({ settings: allowGated, session: { tools: gates.tools } }, async ({ context, project }) => {
    const controller = new AbortController()
    const executor = createExecutor({ ...context, signal: controller.signal }, { cap })
    const events: ExecutionEvent[] = []
    const read = async () => {
      for await (const event of executor.events()) events.push(event)
    }
    await use({ gates, executor, events, done: read(), project, abort: (reason) => controller.abort(reason) })
  })
}

/** Tool uses from words: `s:a` is a safe call named a, `u:` an unsafe one, `x:` a shell call. */
function uses(text: string) {
  const names: Record<string, string> = { s: 'Safe', u: 'Unsafe', x: 'Shell' }
  return text.split(' ').map((word) => {
    const [kind = '', name = '', move] = word.split(':')
    return useOf(name, names[kind] ?? '', move === undefined ? { name } : { name, move })
  })
}

const outcomes = (events: readonly ExecutionEvent[]) =>
  events.flatMap((event) => (event.type === 'outcome' ? [event.outcome] : []))
const ids = (events: readonly ExecutionEvent[]) => outcomes(events).map(({ id }) => id)

describe('batches', () => {
  it('of neighbours that are safe run together, every other call alone', async () => {
    await withExecutor(async ({ gates, executor, done, events }) => {
      for (const use of uses('s:a s:b u:c s:d s:e s:f')) executor.add(use)
      executor.end()
      await until(() => gates.running.size === 2)
      expect([...gates.running]).toEqual(['a', 'b'])
      gates.open('b')
      gates.open('a')
      await until(() => gates.running.has('c'))
      expect([...gates.running]).toEqual(['c'])
      gates.open('c')
      await until(() => gates.running.size === 3)
      for (const name of ['f', 'e', 'd']) gates.open(name)
      await done
      expect(ids(events)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    })
  })

  it('of fifteen calls start ten, and the others as slots become free', async () => {
    await withExecutor(async ({ gates, executor, done }) => {
      const names = Array.from({ length: 15 }, (_, index) => `n${index}`)
      for (const use of uses(names.map((name) => `s:${name}`).join(' '))) executor.add(use)
      executor.end()
      await until(() => gates.running.size === 10)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect([...gates.running]).toEqual(names.slice(0, 10))
      gates.open('n3')
      await until(() => gates.running.has('n10'))
      expect(gates.running.size).toBe(10)
      for (const name of names) {
        if (name === 'n3') continue
        await until(() => gates.running.has(name))
        gates.open(name)
      }
      await done
    })
  })
})

describe('a streamed message', () => {
  it('starts a call before the message has ended', async () => {
    await withExecutor(async ({ gates, executor, done }) => {
      executor.add(uses('s:a')[0]!)
      await until(() => gates.running.has('a'))
      expect(executor.state('a')).toBe('executing')
      executor.add(uses('u:b')[0]!)
      expect(executor.state('b')).toBe('queued')
      gates.open('a')
      await until(() => gates.running.has('b'))
      await until(() => executor.state('a') === 'yielded')
      gates.open('b')
      executor.end()
      await done
    })
  })

  it('is read block by block, whatever the pieces of its JSON', async () => {
    await withExecutor(async ({ gates, executor, done, events }) => {
      const partial: unknown[] = []
      const reader = createStreamReader(executor, { onPartial: (id, _, input) => partial.push([id, input]) })
      reader.take({ type: 'message_start' })
      reader.take({ type: 'content_block_start', index: 0, content_block: { type: 'text' } })
      reader.take({ type: 'content_block_stop', index: 0 })
      reader.take({
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'a', name: 'Safe', input: {} },
      })
      for (const piece of ['{"na', 'me": "', 'a"}']) {
        reader.take({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: piece } })
      }
      expect(executor.state('a')).toBeUndefined()
      reader.take({ type: 'content_block_stop', index: 1 })
      await until(() => gates.running.has('a'))
      reader.take({
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 'b', name: 'Safe', input: {} },
      })
      reader.take({
        type: 'content_block_delta',
        index: 2,
        delta: { type: 'input_json_delta', partial_json: '{"name": "b' },
      })
      reader.take({ type: 'message_stop' })
      gates.open('a')
      await done
      expect(partial).toEqual([
        ['a', {}],
        ['a', { name: '' }],
        ['a', { name: 'a' }],
        ['b', { name: 'b' }],
      ])
      expect(outcomes(events).map(({ id, status }) => [id, status])).toEqual([
        ['a', 'ok'],
        ['b', 'error'],
      ])
      expect(textOf(outcomes(events)[1]!)).toContain('text that is not complete JSON')
    })
  })

  it('that is discarded yields one result for each call that was begun', async () => {
    await withExecutor(async ({ gates, executor, done, events }) => {
      for (const use of uses('s:a s:b u:c')) executor.add(use)
      await until(() => gates.running.size === 2)
      gates.open('a')
      await until(() => ids(events).includes('a'))
      executor.discard('the answer comes from another model')
      await done
      expect(outcomes(events).map(({ id, status }) => [id, status])).toEqual([
        ['a', 'ok'],
        ['b', 'cancelled'],
        ['c', 'cancelled'],
      ])
      expect(textOf(outcomes(events)[1]!)).toBe('`Safe` did not finish: the answer comes from another model')
      expect(textOf(outcomes(events)[2]!)).toBe('`Unsafe` was not run: the answer comes from another model')
    })
  })
})

describe('order', () => {
  it('of results is that of the requests, and progress leaves at once', async () => {
    await withExecutor(async ({ gates, executor, done, events }) => {
      for (const use of uses('s:a s:b s:c')) executor.add(use)
      executor.end()
      await until(() => gates.running.size === 3)
      gates.open('c')
      gates.open('b')
      await until(() => gates.log.includes('end b'))
      await until(() => events.filter(({ type }) => type === 'progress').length === 3)
      expect(ids(events)).toEqual([])
      gates.open('a')
      await done
      expect(ids(events)).toEqual(['a', 'b', 'c'])
      expect(gates.log.filter((entry) => entry.startsWith('end'))).toEqual(['end c', 'end b', 'end a'])
    })
  })
})

describe('context changes', () => {
  it('of a serial call are seen by the next', async () => {
    await withExecutor(async ({ gates, executor, done, project }) => {
      for (const use of uses('u:a:/x u:b:/y s:c')) executor.add(use)
      executor.end()
      for (const name of ['a', 'b', 'c']) {
        await until(() => gates.running.has(name))
        gates.open(name)
      }
      await done
      expect(Object.fromEntries(gates.saw)).toEqual({ a: project, b: `${project}/x`, c: `${project}/x/y` })
      expect(executor.context.cwd).toBe(`${project}/x/y`)
    })
  })

  it('of a batch are applied after it, in request order, and unseen inside it', async () => {
    await withExecutor(async ({ gates, executor, done, project }) => {
      for (const use of uses('s:a:/a s:b:/b s:c:/c u:d')) executor.add(use)
      executor.end()
      await until(() => gates.running.size === 3)
      for (const name of ['c', 'a', 'b']) {
        gates.open(name)
        await until(() => gates.log.includes(`end ${name}`))
      }
      await until(() => gates.running.has('d'))
      gates.open('d')
      await done
      expect(gates.log.filter((entry) => entry.startsWith('modify'))).toEqual(['modify a', 'modify b', 'modify c'])
      expect(Object.fromEntries(gates.saw)).toEqual({ a: project, b: project, c: project, d: `${project}/a/b/c` })
    }, 3)
  })

  it('that throw are reported and skipped', async () => {
    await withExecutor(async ({ gates, executor, done, events, project }) => {
      executor.add(useOf('a', 'Safe', { name: 'a', move: '/a', broken: true }))
      executor.add(useOf('b', 'Safe', { name: 'b', move: '/b' }))
      executor.end()
      await until(() => gates.running.size === 2)
      gates.open('a')
      gates.open('b')
      await done
      expect(events.filter(({ type }) => type === 'warning')).toEqual([
        { type: 'warning', id: 'a', text: 'the context change of `Safe` failed and was skipped: no such change' },
      ])
      expect(executor.context.cwd).toBe(`${project}/b`)
    })
  })

  it('never touch the context that a call was given', async () => {
    await withExecutor(async ({ gates, executor, done }) => {
      executor.add(uses('u:a:/x')[0]!)
      executor.end()
      await until(() => gates.running.has('a'))
      const before = executor.context
      gates.open('a')
      await done
      expect(executor.context).not.toBe(before)
      expect(Object.isFrozen(executor.context)).toBe(true)
    })
  })
})

describe('an error', () => {
  it('of a shell call aborts its siblings, and what waits in the batch never starts', async () => {
    await withExecutor(async ({ gates, executor, done, events }) => {
      for (const use of uses('x:a s:b s:c u:d')) executor.add(use)
      executor.end()
      await until(() => gates.running.size === 2)
      gates.open('a', 'fail')
      await until(() => gates.running.has('d'))
      gates.open('d')
      await done
      expect(outcomes(events).map(({ id, status }) => [id, status])).toEqual([
        ['a', 'error'],
        ['b', 'cancelled'],
        ['c', 'cancelled'],
        ['d', 'ok'],
      ])
      expect(textOf(outcomes(events)[1]!)).toBe('`Safe` did not finish: the shell call `a` of the same batch failed')
      expect(textOf(outcomes(events)[2]!)).toBe('`Safe` was not run: the shell call `a` of the same batch failed')
      expect(gates.log).not.toContain('start c')
    }, 2)
  })

  it('of another tool leaves its siblings alone', async () => {
    await withExecutor(async ({ gates, executor, done, events }) => {
      for (const use of uses('s:a x:b')) executor.add(use)
      executor.end()
      await until(() => gates.running.size === 2)
      gates.open('a', 'fail')
      await until(() => gates.log.includes('end a'))
      gates.open('b')
      await done
      expect(outcomes(events).map(({ status }) => status)).toEqual(['error', 'ok'])
    })
  })

  it('of a shell call that a rule refused is no error of its siblings', async () => {
    const gates = gated()
    const settings = { permissions: { allow: ['Safe'], deny: ['Shell'] } }
    await withSession({ settings, session: { tools: gates.tools } }, async ({ context }) => {
      const { createRegistry } = await import('../../src/tools/registry.ts')
      const executor = createExecutor({ ...context, tools: createRegistry(gates.tools) }, { cap: 10 })
      for (const use of uses('x:a s:b')) executor.add(use)
      executor.end()
      const events: ExecutionEvent[] = []
      for await (const event of executor.events()) {
        events.push(event)
        if (event.type === 'outcome' && event.id === 'a') gates.open('b')
        if (event.type === 'progress') setTimeout(() => gates.open('b'), 20)
      }
      expect(outcomes(events).map(({ status }) => status)).toEqual(['denied', 'ok'])
    })
  })
})

describe('an abort', () => {
  it('ends every call with one result', async () => {
    await withExecutor(async ({ gates, executor, done, events, abort }) => {
      for (const use of uses('s:a s:b u:c')) executor.add(use)
      executor.end()
      await until(() => gates.running.size === 2)
      abort('the user pressed escape')
      await done
      expect(outcomes(events).map(({ id, status }) => [id, status])).toEqual([
        ['a', 'cancelled'],
        ['b', 'cancelled'],
        ['c', 'cancelled'],
      ])
      expect(textOf(outcomes(events)[0]!)).toBe('`Safe` did not finish: the user pressed escape')
    })
  })

  it('before the first call lets none start', async () => {
    await withExecutor(async ({ gates, executor, done, events, abort }) => {
      abort('too late')
      for (const use of uses('s:a u:b')) executor.add(use)
      executor.end()
      await done
      expect(outcomes(events).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
      expect(gates.log).toEqual([])
    })
  })
})

describe('ids', () => {
  it('that come twice are run and answered once', async () => {
    await withExecutor(async ({ gates, executor, done, events }) => {
      executor.add(uses('s:a')[0]!)
      executor.add(useOf('a', 'Unsafe', { name: 'other' }))
      executor.end()
      await until(() => gates.running.has('a'))
      gates.open('a')
      await done
      expect(ids(events)).toEqual(['a'])
      expect(events.filter(({ type }) => type === 'warning')).toHaveLength(1)
      expect(gates.log).toEqual(['start a', 'end a'])
    })
  })
})
