import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { mcpName } from '../../src/tools/builtin/mcp-tools.ts'
import { execute, sessionOf } from '../../src/tools/execute.ts'
import { connectMcp, type McpConnections } from '../../src/tools/mcp.ts'
import { bundled } from './bundle.ts'
import { type Given, type Place, resultsOf, runningWith, textOf, until, useOf, withSession } from './session.ts'

const script = bundled('test/tools/mcp-server.ts')

async function withServer(given: Given, use: (place: Place & { readonly mcp: McpConnections }) => Promise<void>) {
  const mcp = await connectMcp({ sample: { command: process.execPath, args: [script] } })
  expect(mcp.failures).toEqual({})
  await withSession({ ...given, session: { host: { mcp }, ...given.session } }, (place) =>
    use(Object.assign(place, { mcp })),
  )
}

const allow = { permissions: { allow: ['mcp__sample'] } }

describe('tools of an MCP server', () => {
  it('are named after it, run for real, and say what the server says', async () => {
    await withServer({ settings: allow }, async ({ call, context }) => {
      expect(context.tools.find('mcp__sample__add')).toBeDefined()
      await call('ToolSearch', { query: 'select:mcp__sample__add' })
      expect(textOf(await call('mcp__sample__add', { a: 2, b: 3 }))).toBe('5')
    })
  })

  it('are refused by the rules like any other', async () => {
    const settings = { permissions: { allow: ['mcp__sample'], deny: ['mcp__sample__drop'] } }
    await withServer({ settings }, async ({ context }) => {
      expect(context.tools.find('mcp__sample__drop')).toBeUndefined()
    })
    await withServer({}, async ({ call }) => {
      await call('ToolSearch', { query: 'select:mcp__sample__add' })
      expect((await call('mcp__sample__add', { a: 1, b: 1 })).status).toBe('unanswered')
    })
  })

  it('run together when the server says they only read, and are asked for all the same', async () => {
    await withServer({ settings: allow }, async ({ context, call }) => {
      const { planBatches } = await import('../../src/tools/batching.ts')
      const uses = [
        useOf('a', 'mcp__sample__add', { a: 1, b: 1 }),
        useOf('b', 'mcp__sample__add', { a: 1, b: 2 }),
        useOf('c', 'mcp__sample__drop', {}),
      ]
      expect(planBatches(uses, context)).toEqual([[0, 1], [2]])
      const add = context.tools.find('mcp__sample__add')
      const drop = context.tools.find('mcp__sample__drop')
      expect([add?.isReadOnly({}, context), add?.isDestructive({}, context), drop?.isDestructive({}, context)]).toEqual(
        [true, false, true],
      )
      void call
    })
    await withServer({}, async (place) => {
      await place.call('ToolSearch', { query: 'select:mcp__sample__add' })
      expect((await place.call('mcp__sample__add', { a: 1, b: 1 })).status).toBe('unanswered')
    })
  })

  it('check their input by the schema of the server, and show it as it came', async () => {
    await withServer({ settings: allow }, async (place) => {
      const search = await place.call('ToolSearch', { query: 'select:mcp__sample__add' })
      expect(JSON.parse(textOf(search)).input_schema).toMatchObject({ type: 'object', required: ['a', 'b'] })
      const outcome = await place.call('mcp__sample__add', { a: 'x' })
      expect(outcome).toMatchObject({ status: 'error', stage: 'parse' })
      expect(textOf(outcome)).toContain('b')
    })
  })

  it('give errors, pictures and resources as what they are', async () => {
    await withServer({ settings: allow }, async (place) => {
      await place.call('ToolSearch', { query: 'select:mcp__sample__fail,mcp__sample__picture' })
      const failed = await place.call('mcp__sample__fail', {})
      expect(failed.result.block).toMatchObject({ is_error: true, content: 'the table is locked' })
      expect((await place.call('mcp__sample__picture', {})).result.block.content).toEqual([
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'text', text: 'a note' },
      ])
    })
  })

  it('that want a person to answer are asked for whatever allows them', async () => {
    await withServer({ settings: allow }, async (place) => {
      await place.call('ToolSearch', { query: 'select:mcp__sample__ask' })
      const outcome = await place.call('mcp__sample__ask', {})
      expect(outcome.status).toBe('unanswered')
      expect(textOf(outcome)).toContain('the server wants a person to answer')
    })
  })

  it('fail in words when their server dies, and are ended when the call is', async () => {
    await withServer({ settings: allow }, async (place) => {
      await place.call('ToolSearch', { query: 'select:mcp__sample__crash' })
      const outcome = await place.call('mcp__sample__crash', {})
      expect(outcome.status).toBe('error')
      expect(textOf(outcome)).toContain('Connection closed')
    })
    const controller = new AbortController()
    await withServer({ settings: allow, session: {} }, async ({ context, call, mcp }) => {
      await call('ToolSearch', { query: 'select:mcp__sample__hang' })
      const loaded = { ...context, loadedTools: new Set(['mcp__sample__hang']), signal: controller.signal }
      const done = execute([useOf('a', 'mcp__sample__hang', {})], sessionOf(loaded))
      setTimeout(() => controller.abort('enough'), 50)
      expect((await done).outcomes[0]?.status).toBe('cancelled')
      expect(mcp.servers).toEqual(['sample'])
    })
  })

  it('leave no server behind', async () => {
    await until(async () => (await runningWith(script)).length === 0)
  })
})

describe('resources of an MCP server', () => {
  it('are listed and read', async () => {
    await withServer({}, async ({ call }) => {
      expect(textOf(await call('ListMcpResourcesTool', {}))).toBe('sample: doc://readme (readme, text/plain)')
      expect(textOf(await call('ListMcpResources', { server: 'sample' }))).toContain('doc://readme')
      expect(textOf(await call('ReadMcpResourceTool', { server: 'sample', uri: 'doc://readme' }))).toBe('read me')
      expect(textOf(await call('ReadMcpResourceTool', { server: 'sample', uri: 'item://7' }))).toBe('item 7')
      expect(textOf(await call('ReadMcpResourceTool', { server: 'nowhere', uri: 'x://' }))).toContain(
        'there is no MCP server `nowhere`: connected are `sample`',
      )
    })
    await withSession({}, async ({ call }) => {
      expect(textOf(await call('ListMcpResourcesTool', {}))).toContain('no MCP server is connected')
    })
  })
})

describe('a server over HTTP', () => {
  it('is reached like one over stdio', async () => {
    const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js')
    const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
    const server = createServer(async (request, response) => {
      const mcp = new McpServer({ name: 'web', version: '1' })
      mcp.registerTool('hello', { description: 'Greets' }, async () => ({
        content: [{ type: 'text', text: `hello ${request.headers['x-key']}` }],
      }))
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined as never })
      response.on('close', () => void transport.close())
      await mcp.connect(transport as never)
      await transport.handleRequest(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const mcp = await connectMcp({
      web: { type: 'http', url, headers: { 'x-key': 'k1' } },
      dead: { type: 'http', url: 'http://127.0.0.1:9/' },
    })
    expect(Object.keys(mcp.failures)).toEqual(['dead'])
    await withSession(
      { settings: { permissions: { allow: ['mcp__web'] } }, session: { host: { mcp } } },
      async ({ context }) => {
        const loaded = { ...context, loadedTools: new Set(['mcp__web__hello']) }
        const { message } = await execute([useOf('a', 'mcp__web__hello', {})], sessionOf(loaded))
        expect(resultsOf(message)).toEqual([{ id: 'a', text: 'hello k1', failed: false }])
      },
    )
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})

it('names hold only what a tool name may', () => {
  expect(mcpName('my server', 'do.it')).toBe('mcp__my_server__do_it')
})
