import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

// A small MCP server over stdio, for tests that need a server with every kind of answer.
const server = new McpServer({ name: 'sample', version: '1' })

server.registerTool(
  'add',
  {
    description: 'Adds two numbers',
    inputSchema: { a: z.number(), b: z.number() },
    annotations: { readOnlyHint: true },
  },
  async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
)
server.registerTool('drop', { description: 'Drops a table', annotations: { destructiveHint: true } }, async () => ({
  content: [{ type: 'text', text: 'dropped' }],
}))
server.registerTool('fail', { description: 'Fails' }, async () => ({
  isError: true,
  content: [{ type: 'text', text: 'the table is locked' }],
}))
server.registerTool('picture', { description: 'Draws' }, async () => ({
  content: [
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'note://1', text: 'a note' } },
  ],
}))
server.registerTool('crash', { description: 'Ends the server' }, async () => process.exit(3))
server.registerTool('hang', { description: 'Never answers' }, () => new Promise(() => {}))
server.registerTool(
  'ask',
  { description: 'Wants a person', _meta: { 'anthropic/requiresUserInteraction': true } },
  async () => ({ content: [{ type: 'text', text: 'answered' }] }),
)
server.registerResource('readme', 'doc://readme', { mimeType: 'text/plain', description: 'About' }, async (uri) => ({
  contents: [{ uri: uri.href, text: 'read me' }],
}))
server.registerResource('item', new ResourceTemplate('item://{id}', { list: undefined }), {}, async (uri, { id }) => ({
  contents: [{ uri: uri.href, text: `item ${id}` }],
}))

await server.connect(new StdioServerTransport())
