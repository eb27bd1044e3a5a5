import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, onTestFinished, test } from 'vitest'
import { fillInput } from '../../src/hooks/mcp.ts'
import { contextOf, type Handler, on, pre, processesWith, report, runnerOf } from './support/hooks.ts'

const script = fileURLToPath(new URL('./support/mcp-server.mjs', import.meta.url))
/** Tells our servers from those of other tests. */
const mark = `mcp-test-${process.pid}`
const mcp = { srv: { command: process.execPath, args: [script, mark] } }

const tool = (name: string, fields: Handler = {}) => ({ type: 'mcp_tool', server: 'srv', tool: name, ...fields })
const deny = JSON.stringify(pre({ permissionDecision: 'deny', permissionDecisionReason: 'from the server' }))

test('the text of a tool is read like stdout', async () => {
  const said = await report('PreToolUse', on('PreToolUse', tool('say', { input: { text: deny } })), undefined, { mcp })
  expect(said).toMatchObject({ effect: 'deny', reason: 'from the server' })
})

test('plain text and silence decide nothing', async () => {
  const hooks = on('PreToolUse', tool('say', { input: { text: 'fine' } }), tool('say'))
  const said = await report('PreToolUse', hooks, undefined, { mcp })
  expect(said.outcomes.map(({ output, effect, result }) => [output, effect, result])).toEqual([
    ['plain', null, 'success'],
    ['empty', null, 'success'],
  ])
})

test('`input` is filled from the payload', async () => {
  const text = '{"continue":false,"stopReason":"${tool_input.command} in ${cwd}, not ${no.such}"}'
  const said = await report('PreToolUse', on('PreToolUse', tool('say', { input: { text } })), undefined, { mcp })
  expect(said).toMatchObject({ continue: false, stopReason: 'make in /tmp, not ' })
})

test('values in the payload are never read as paths themselves', () => {
  const payload = { tool_input: { command: '${secret}' }, secret: 's' }
  expect(fillInput({ a: ['${tool_input.command}'], b: 1 }, payload)).toEqual({ a: ['${secret}'], b: 1 })
  expect(fillInput('${tool_input.constructor.name}', payload)).toBe('')
})

for (const [name, server, failure] of [
  ['an error of the tool', tool('fail'), /the tool reported an error: broken/],
  ['a server that dies', tool('die'), /could not be called: .*closed/i],
  ['a server that is not configured', { ...tool('say'), server: 'other' }, /there is no MCP server `other`/],
  ['a server that never answers', tool('hang', { timeout: 1 }), /timed out/],
] as const) {
  test(`${name} fails open, and blocks where failing hooks block`, async () => {
    const open = await report('PreToolUse', on('PreToolUse', server), undefined, { mcp })
    expect(open).toMatchObject({ effect: null, blocked: false })
    expect(open.outcomes[0]?.failure).toMatch(failure)
    expect(open.outcomes[0]?.failedOpen).toMatch(/^failed open/)
    const closed = await report('PreToolUse', on('PreToolUse', server), undefined, { mcp, strict: true })
    expect(closed).toMatchObject({ effect: 'deny', blocked: true })
  })
}

test('a server that cannot be started fails open', async () => {
  const broken = { srv: { command: '/no/such/server' } }
  const said = await report('PreToolUse', on('PreToolUse', tool('say')), undefined, { mcp: broken })
  expect(said.outcomes[0]?.failure).toMatch(/ENOENT/)
})

test('a connection that broke is made anew, and closing leaves no process', async () => {
  const context = contextOf(on('PreToolUse', tool('say', { input: { text: deny } })))
  const dying = contextOf(on('PreToolUse', tool('die')))
  const runner = runnerOf(context, { mcp })
  const payload = { tool_name: 'Bash', tool_input: {} }
  expect((await runner.run('PreToolUse', payload)).effect).toBe('deny')
  expect((await runnerOf(dying, { mcp }).run('PreToolUse', payload)).effect).toBe(null)
  for (const id of processesWith(mark)) process.kill(id, 'SIGKILL')
  await expect.poll(() => processesWith(mark)).toEqual([])
  expect((await runner.run('PreToolUse', payload)).effect).not.toBe('allow')
  expect((await runner.run('PreToolUse', payload)).effect).toBe('deny')
  await runner.close()
  await expect.poll(() => processesWith(mark)).toEqual([])
})

test('a server over HTTP is asked', async () => {
  const listening = http.createServer(async (request, response) => {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler(CallToolRequestSchema, async () => ({ content: [{ type: 'text', text: deny }] }))
    const transport = new StreamableHTTPServerTransport({})
    await server.connect(transport as never)
    await transport.handleRequest(request, response)
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    listening.closeAllConnections()
    listening.close()
  })
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`
  const said = await report('PreToolUse', on('PreToolUse', tool('say')), undefined, {
    mcp: { srv: { type: 'http', url } },
  })
  expect(said).toMatchObject({ effect: 'deny', reason: 'from the server' })
})

test('a host may bring connections of its own', async () => {
  const calls: unknown[] = []
  const own = {
    call: async (...args: unknown[]) => {
      calls.push(args.slice(0, 3))
      return { text: deny, isError: false }
    },
    close: async () => {},
  }
  const said = await report('PreToolUse', on('PreToolUse', tool('say', { input: { n: 1 } })), undefined, { mcp: own })
  expect(said.effect).toBe('deny')
  expect(calls).toEqual([['srv', 'say', { n: 1 }]])
})
