// A small MCP server over stdio: `say` returns its `text`, `fail` reports an error, `die` ends the process, `hang` never answers.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } })
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (params.name === 'die') process.exit(1)
  if (params.name === 'hang') await new Promise(() => {})
  if (params.name === 'fail') return { content: [{ type: 'text', text: 'broken' }], isError: true }
  return { content: [{ type: 'text', text: String(params.arguments?.text ?? '') }] }
})
await server.connect(new StdioServerTransport())
