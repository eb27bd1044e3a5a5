import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createContext } from '../../src/settings/load.ts'
import { getAllBaseTools } from '../../src/tools/base-tools.ts'
import { buildTool } from '../../src/tools/build-tool.ts'
import {
  assembleToolPool,
  createRegistry,
  filterToolsByDenyRules,
  findToolByName,
  getTools,
  toolMatchesName,
} from '../../src/tools/registry.ts'
import { deferAbove, describe as describeTool, surfaceOf } from '../../src/tools/surface.ts'
import type { AnyTool } from '../../src/tools/tool.ts'
import { textOf, withSession } from './session.ts'

const named = (name: string, more: object = {}): AnyTool =>
  buildTool({
    name,
    description: () => `about ${name}`,
    inputSchema: z.strictObject({ a: z.string() }),
    call: async () => ({ data: name }),
    ...more,
  })

const contextWith = (deny: string[]) => createContext({ layers: { project: { permissions: { deny } } } })
const names = (tools: readonly AnyTool[]) => tools.map(({ name }) => name)
const env = {}

describe('names', () => {
  const tool = named('New', { aliases: ['Old', 'Older'] })

  it('old ones still lead to the tool', () => {
    expect(['New', 'Old', 'Older', 'old', 'Ne'].map((name) => toolMatchesName(tool, name))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(findToolByName([named('Other'), tool], 'Older')).toBe(tool)
    expect(findToolByName([tool, named('Old')], 'Old')?.name).toBe('Old')
  })

  it('old ones count in rules for the whole tool', () => {
    expect(names(filterToolsByDenyRules([tool, named('Stays')], contextWith(['Older'])))).toEqual(['Stays'])
  })

  it('old ones count in rules when the tool is called', async () => {
    for (const [list, status] of [
      ['deny', 'denied'],
      ['ask', 'unanswered'],
      ['allow', 'ok'],
    ] as const) {
      const settings = { permissions: { [list]: ['Old'] } }
      const session = { registry: createRegistry([tool]) }
      await withSession({ settings, session }, async ({ call }) => {
        expect((await call('New', { a: '' })).status).toBe(status)
        expect((await call('Older', { a: '' })).status).toBe(status)
      })
    }
  })

  it('that mean two tools are refused', () => {
    expect(() => createRegistry([named('A'), named('A')])).toThrow('`A` is the name of two tools: `A` and `A`')
    expect(() => createRegistry([named('A', { aliases: ['B'] }), named('B')])).toThrow('`B` is the name of two tools')
  })
})

describe('the base tools', () => {
  it('are those of the page, each named once', () => {
    expect(names(getAllBaseTools()).sort()).toEqual([
      'Agent',
      'AskUserQuestion',
      'Bash',
      'Edit',
      'EnterPlanMode',
      'ExitPlanMode',
      'Glob',
      'Grep',
      'ListMcpResourcesTool',
      'NotebookEdit',
      'Read',
      'ReadMcpResourceTool',
      'Skill',
      'TaskCreate',
      'TaskGet',
      'TaskList',
      'TaskOutput',
      'TaskStop',
      'TaskUpdate',
      'TodoWrite',
      'ToolSearch',
      'WebFetch',
      'Write',
    ])
    expect(() => createRegistry(getAllBaseTools())).not.toThrow()
  })

  it('depend on the environment', () => {
    expect(names(getAllBaseTools({ CLAUDE_CODE_ENABLE_TASKS: '0' }))).not.toContain('TaskCreate')
    expect(names(getAllBaseTools({ ENABLE_TOOL_SEARCH: 'false' }))).not.toContain('ToolSearch')
  })

  it('have hints of three to ten words', () => {
    for (const { name, searchHint } of getAllBaseTools()) {
      const words = searchHint?.split(' ').length ?? 0
      expect([name, words >= 3 && words <= 10]).toEqual([name, true])
    }
  })

  it('have the caps, and say of themselves, what the page says', async () => {
    const facts = (tool: AnyTool, input: unknown, context: Parameters<AnyTool['isReadOnly']>[1]) => [
      tool.name,
      tool.isReadOnly(input, context),
      tool.isConcurrencySafe(input, context),
      tool.maxResultSizeChars,
    ]
    const inputs: Record<string, unknown> = { Bash: { command: 'rm x' } }
    await withSession({}, async ({ context }) => {
      expect(getAllBaseTools().map((tool) => facts(tool, inputs[tool.name] ?? {}, context))).toEqual([
        ['Bash', false, false, 30_000],
        ['Read', true, true, Number.POSITIVE_INFINITY],
        ['Write', false, false, 50_000],
        ['Edit', false, false, 50_000],
        ['NotebookEdit', false, false, 50_000],
        ['Glob', true, true, 20_000],
        ['Grep', true, true, 20_000],
        ['WebFetch', true, true, 50_000],
        ['TodoWrite', false, false, 50_000],
        ['ToolSearch', true, true, 50_000],
        ['Skill', false, false, 50_000],
        ['Agent', false, false, 50_000],
        ['AskUserQuestion', false, false, 50_000],
        ['EnterPlanMode', false, false, 50_000],
        ['ExitPlanMode', false, false, 50_000],
        ['TaskCreate', false, false, 50_000],
        ['TaskGet', true, true, 50_000],
        ['TaskList', true, true, 50_000],
        ['TaskUpdate', false, false, 50_000],
        ['TaskStop', false, false, 50_000],
        ['TaskOutput', false, false, 50_000],
        ['ListMcpResourcesTool', true, true, 20_000],
        ['ReadMcpResourceTool', true, true, 20_000],
      ])
      const bash = getAllBaseTools()[0] as AnyTool
      expect(facts(bash, { command: 'ls' }, context)).toEqual(['Bash', true, true, 30_000])
    })
  })
})

describe('getTools', () => {
  const tools = [
    named('Bash'),
    named('Read'),
    named('Edit'),
    named('Off', { isEnabled: () => false }),
    named('REPL'),
    named('mcp__a__b'),
  ]

  it('leaves out special, denied and disabled tools', () => {
    expect(names(getTools(tools, contextWith([]), { env }))).toEqual(['Bash', 'Read', 'Edit'])
    expect(names(getTools(tools, contextWith(['Bash(*)', 'R*']), { env }))).toEqual(['Edit'])
    expect(names(getTools(tools, contextWith(['Bash(rm *)', 'Read(./x)']), { env }))).toEqual(['Bash', 'Read', 'Edit'])
  })

  it('keeps shell, read and edit in simple mode', () => {
    expect(names(getTools(getAllBaseTools(), contextWith([]), { env: { CLAUDE_CODE_SIMPLE: '1' } }))).toEqual([
      'Bash',
      'Read',
      'Edit',
    ])
  })

  it('hides the primitives behind the REPL tool', () => {
    expect(names(getTools(tools, contextWith([]), { env, repl: true }))).toEqual(['REPL'])
  })

  it('asks a tool whether it is on only when everything else lets it through', () => {
    const asked: string[] = []
    const asks = (name: string) => named(name, { isEnabled: () => asked.push(name) > 0 })
    getTools([asks('A'), asks('B')], contextWith(['A']), { env })
    expect(asked).toEqual(['B'])
  })
})

describe('a deny rule', () => {
  it('hides a whole tool, and refuses its call all the same', async () => {
    const hidden = named('Hidden')
    const settings = { permissions: { deny: ['Hidden'] } }
    await withSession({ settings, session: { tools: [hidden] } }, async ({ call, context }) => {
      expect(names(context.tools.tools)).not.toContain('Hidden')
      expect((await call('Hidden', { a: '' })).stage).toBe('find')
    })
    await withSession({ settings, session: { registry: createRegistry([hidden]) } }, async ({ call }) => {
      expect(await call('Hidden', { a: '' })).toMatchObject({ status: 'denied', stage: 'permission' })
    })
  })

  it('on an MCP server hides all its tools and no other', () => {
    const tools = ['mcp__gh__get', 'mcp__gh__put', 'mcp__ghe__get'].map((name) => named(name))
    expect(names(filterToolsByDenyRules(tools, contextWith(['mcp__gh'])))).toEqual(['mcp__ghe__get'])
    expect(names(filterToolsByDenyRules(tools, contextWith(['mcp__*'])))).toEqual([])
    expect(names(filterToolsByDenyRules(tools, contextWith(['mcp__gh__put'])))).toEqual([
      'mcp__gh__get',
      'mcp__ghe__get',
    ])
  })
})

describe('assembleToolPool', () => {
  it('puts built-in tools by name before MCP tools by name, each once, the first winning', () => {
    const builtIn = [named('b'), named('B'), named('a')]
    const mcp = [named('mcp__z__a'), named('mcp__a__z'), named('b')]
    expect(names(assembleToolPool(builtIn, mcp))).toEqual(['B', 'a', 'b', 'mcp__a__z', 'mcp__z__a'])
    expect(assembleToolPool(builtIn, mcp)[2]).toBe(builtIn[0])
  })

  it('gives the same bytes whatever the order, and no further MCP tool moves a built-in one', async () => {
    const name = fc.stringMatching(/^[A-Za-zäöü_-]{1,6}$/u).map((text) => text.replace(/[äöü]/g, 'x'))
    const set = fc.uniqueArray(name, { maxLength: 12 })
    await withSession({}, async ({ context }) => {
      const surface = async (tools: readonly AnyTool[]) =>
        JSON.stringify(await surfaceOf(createRegistry(tools), context))
      await fc.assert(
        fc.asyncProperty(set, set, fc.infiniteStream(fc.nat()), async (own, remote, order) => {
          const [builtIn, mcp] = [own.map((each) => named(each)), remote.map((each) => named(`mcp__s__${each}`))]
          const shuffle = (tools: readonly AnyTool[]) =>
            tools
              .map((tool) => [order.next().value as number, tool] as const)
              .sort(([a], [b]) => a - b)
              .map(([, tool]) => tool)
          const first = await surface(assembleToolPool(builtIn, mcp))
          expect(await surface(assembleToolPool(shuffle(builtIn), shuffle(mcp)))).toBe(first)
          const prefix = (await surface(assembleToolPool(builtIn, []))).slice(0, -1)
          expect(first.startsWith(prefix)).toBe(true)
        }),
        { numRuns: 100 },
      )
    })
  })
})

describe('the surface', () => {
  it('is name, description and schema, and nothing of how a tool works', async () => {
    await withSession({}, async ({ context }) => {
      const surfaces = await surfaceOf(context.tools, context)
      for (const surface of surfaces) expect(Object.keys(surface)).toEqual(['name', 'description', 'input_schema'])
      const read = surfaces.find(({ name }) => name === 'Read')
      expect(read).toMatchObject({
        input_schema: { type: 'object', required: ['file_path'], additionalProperties: false },
      })
      expect(JSON.stringify(surfaces)).not.toContain('_simulatedEdit')
    })
  })

  it('shows the schema of a server as it came', async () => {
    const schema = { type: 'object', properties: { q: { type: 'string' } }, $defs: { x: {} } }
    await withSession({}, async ({ context }) => {
      expect((await describeTool(named('mcp__a__b', { inputJSONSchema: schema }), context)).input_schema).toBe(schema)
    })
  })

  it('can differ by mode and name what is denied', async () => {
    const moody = named('Moody', {
      description: (_: unknown, context: { permissions: { mode: string } }) => `in ${context.permissions.mode}`,
    })
    const settings = { permissions: { deny: ['Bash(git push *)'] } }
    await withSession({ settings, mode: 'plan' }, async ({ context }) => {
      expect((await describeTool(moody, context)).description).toBe('in plan')
      const bash = context.tools.find('Bash') as AnyTool
      expect((await describeTool(bash, context)).description).toContain('Denied by the settings: `Bash(git push *)`')
    })
  })
})

describe('deferred tools', () => {
  const many = Array.from({ length: deferAbove }, (_, index) => named(`Filler${index}`))
  const jira = named('mcp__jira__create_issue', { shouldDefer: true, searchHint: 'open a ticket' })
  const wiki = named('mcp__wiki__search', { shouldDefer: true, description: () => 'Searches all pages' })
  const kept = named('mcp__wiki__read', { shouldDefer: true, alwaysLoad: true })
  const settings = { permissions: { allow: ['mcp__jira__*', 'mcp__wiki__*'] } }
  const registry = createRegistry([
    ...getAllBaseTools().filter(({ name }) => name === 'ToolSearch'),
    ...many,
    jira,
    wiki,
    kept,
  ])

  it('are shown by name until they are searched for', async () => {
    await withSession({ settings, session: { registry } }, async ({ call, context }) => {
      const before = await surfaceOf(context.tools, context)
      expect(before.filter((surface) => 'defer_loading' in surface)).toEqual([
        { name: 'mcp__jira__create_issue', defer_loading: true },
        { name: 'mcp__wiki__search', defer_loading: true },
      ])
      expect(textOf(await call('mcp__jira__create_issue', { a: '' }))).toBe(
        'the schema of `mcp__jira__create_issue` is not loaded: call `ToolSearch` with `select:mcp__jira__create_issue` first',
      )
    })
  })

  it('are found by name, hint and description, or selected by exact name, and can then be called', async () => {
    await withSession({ settings, session: { registry } }, async (place) => {
      const search = async (query: string) => textOf(await place.call('ToolSearch', { query }))
      expect(await search('ticket')).toContain('"name":"mcp__jira__create_issue"')
      expect(JSON.parse(await search('pages')).input_schema.required).toEqual(['a'])
      expect(await search('+jira search')).not.toContain('wiki')
      expect(await search('zebra')).toBe('no tool matches; 2 tools can be searched')
      expect(await search('select:mcp__wiki__search,Nothing')).toContain('no such tool: `Nothing`')
      expect(textOf(await place.call('mcp__jira__create_issue', { a: '' }))).toBe('mcp__jira__create_issue')
      expect((await surfaceOf(place.context.tools, place.context)).some((surface) => 'defer_loading' in surface)).toBe(
        false,
      )
    })
  })

  it('are loaded at once in a small pool', async () => {
    await withSession({ settings, session: { registry: createRegistry([jira, wiki]) } }, async ({ call }) => {
      expect(textOf(await call('mcp__wiki__search', { a: '' }))).toBe('mcp__wiki__search')
    })
  })
})
