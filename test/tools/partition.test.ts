import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'
import { getAllBaseTools } from '../../src/tools/base-tools.ts'
import { concurrencyCap, defaultConcurrency, planBatches } from '../../src/tools/batching.ts'
import { batches, isConcurrencySafe, partition } from '../../src/tools/partition.ts'
import { shapes } from '../../src/tools/shapes.ts'
import { useOf, withSession } from './session.ts'

const context = createContext({ cwd: '/work/proj', home: '/home/dev' })
const system = memorySystem({ '/work/proj/a': '', '/work/proj/b': '' })
const read = { tool: 'Read', input: { file_path: '/work/proj/a' } }
const write = { tool: 'Write', input: { file_path: '/work/proj/b', content: 'x' } }
const bash = (command: string, more: object = {}) => ({ tool: 'Bash', input: { command, ...more } })

describe('partition', () => {
  it.each([
    ['reads together, a removal alone', [read, read, bash('rm x'), read, read, read], [[0, 1], [2], [3, 4, 5]]],
    ['a read-only command beside reads', [read, read, bash('git status')], [[0, 1, 2]]],
    ['a write between reads', [read, write, read], [[0], [1], [2]]],
    ['a command nobody knows', [bash('ls'), bash('make'), bash('ls')], [[0], [1], [2]]],
    ['an MCP tool of which nothing is known', [{ tool: 'mcp__tracker__list', input: {} }, read], [[0], [1]]],
    ['two edits of one file', [write, write], [[0], [1]]],
    ['one tool, safe by its input or not', [bash('git branch --list'), bash('git branch x')], [[0], [1]]],
    ['a command that cannot be parsed', [bash('ls &&'), bash('ls')], [[0], [1]]],
    ['half a character', [bash('ls \ud800'), bash('ls')], [[0], [1]]],
    ['a command sent to the background', [bash('ls', { run_in_background: true }), bash('ls')], [[0], [1]]],
    [
      'a listing with a redirect',
      [bash('ls > out.txt'), { tool: 'Read', input: { file_path: '/work/proj/out.txt' } }],
      [[0], [1]],
    ],
    ['an input with a field too many', [{ tool: 'Read', input: { file_path: 'a', mode: 'x' } }, read], [[0], [1]]],
    ['an input with a field too few', [{ tool: 'Read', input: {} }, read], [[0], [1]]],
    ['a tool nobody knows', [{ tool: 'Frobnicate', input: {} }, read], [[0], [1]]],
    [
      'names from the prototype',
      [
        { tool: 'constructor', input: {} },
        { tool: '__proto__', input: {} },
      ],
      [[0], [1]],
    ],
    ['nothing', [], []],
  ])('puts %s where they belong', (_, calls, groups) => {
    expect(partition(calls, context, system)).toEqual(groups)
  })

  it('keeps the order and every index, whatever is safe', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (safe) => {
        const groups = batches(safe)
        expect(groups.flat()).toEqual(safe.map((_, index) => index))
        for (const group of groups) if (group.length > 1) expect(group.every((index) => safe[index])).toBe(true)
        for (const [index, group] of groups.entries()) {
          const next = groups[index + 1]
          if (next !== undefined) expect(safe[group[0] as number] && safe[next[0] as number]).toBe(false)
        }
      }),
    )
  })

  it('takes a classifier that throws for no proof', () => {
    const broken = {
      ...system,
      kind: () => {
        throw new Error('disk gone')
      },
      readLink: () => {
        throw new Error('disk gone')
      },
    }
    expect(isConcurrencySafe(bash('cat /work/proj/a'), context, broken)).toBe(false)
  })
})

describe('the shapes of inputs', () => {
  const tools = new Map(getAllBaseTools().map((tool) => [tool.name, tool]))
  const value = fc.oneof(
    fc.constantFrom(
      '',
      'a',
      'content',
      'count',
      'files_with_matches',
      'ls',
      'rm x',
      0,
      1,
      -1,
      1.5,
      true,
      false,
      null,
      undefined,
    ),
    fc.array(fc.string(), { maxLength: 1 }),
    fc.constant({}),
  )

  it('name every built-in tool whose calls may run together, and no other', async () => {
    await withSession({}, async ({ context: live }) => {
      const inputs: Record<string, unknown> = { Bash: { command: 'ls' } }
      const safe = [...tools.values()].filter((tool) => tool.isConcurrencySafe(inputs[tool.name] ?? {}, live))
      expect(Object.keys(shapes).sort()).toEqual(safe.map(({ name }) => name).sort())
    })
  })

  it('accept what the schemas of the tools accept, and nothing else', () => {
    for (const [name, shape] of Object.entries(shapes)) {
      const fields = [...Object.keys(shape.required), ...Object.keys(shape.optional ?? {}), 'unknown_field']
      const input = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4, noNullPrototype: true })
      const complete = input.map((given) => ({
        ...Object.fromEntries(Object.keys(shape.required).map((key) => [key, 'ls'])),
        ...given,
      }))
      fc.assert(
        fc.property(fc.oneof(input, complete), (given) => {
          const byZod = tools.get(name)?.inputSchema.safeParse(given).success ?? false
          const byShape = isConcurrencySafe({ tool: name, input: given }, context, system)
          if (name === 'Bash') expect(byShape && !byZod).toBe(false)
          else expect([name, given, byShape]).toEqual([name, given, byZod])
        }),
        { numRuns: 300 },
      )
    }
  })
})

describe('partition and the executor', () => {
  it('agree on the batches of plain calls', async () => {
    const calls = [
      read,
      write,
      bash('ls'),
      bash('cat a | wc -l'),
      bash('rm a'),
      { tool: 'Glob', input: { pattern: '*' } },
      { tool: 'Grep', input: { pattern: 'x', '-i': 1 } },
      { tool: 'TaskList', input: {} },
    ]
    await withSession({}, async ({ context: live }) => {
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...calls), { maxLength: 8 }), (some) => {
          const uses = some.map(({ tool, input }, index) => useOf(`u${index}`, tool, input))
          expect(planBatches(uses, live)).toEqual(partition(some, live.permissions, live.system))
        }),
        { numRuns: 200 },
      )
    })
  })
})

describe('the cap', () => {
  it('takes the number of the environment, and the default with a warning for anything else', () => {
    const of = (text: string | undefined) => {
      const warned: string[] = []
      const cap = concurrencyCap({ CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY: text }, (words) => warned.push(words))
      return [cap, warned.length]
    }
    expect(['3', '1', undefined, ''].map(of)).toEqual([
      [3, 0],
      [1, 0],
      [defaultConcurrency, 0],
      [defaultConcurrency, 0],
    ])
    for (const text of ['0', '-2', '2.5', 'many', '1e400', 'NaN']) expect(of(text)).toEqual([defaultConcurrency, 1])
  })
})
