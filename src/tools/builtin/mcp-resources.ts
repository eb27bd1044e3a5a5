import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import type { ToolUseContext } from '../context.ts'
import { ToolError } from '../failure.ts'
import type { McpConnections } from '../mcp.ts'

function connectionsOf(context: ToolUseContext): McpConnections {
  const { mcp } = context.host
  if (mcp === undefined) throw new ToolError('no MCP server is connected')
  return mcp
}

export const listMcpResourcesTool = buildTool({
  name: 'ListMcpResourcesTool',
  aliases: ['ListMcpResources'],
  searchHint: 'list resources of MCP servers',
  description: () => 'Lists the resources of the connected MCP servers, or of one of them.',
  inputSchema: z.strictObject({ server: z.string().min(1).optional() }),
  maxResultSizeChars: 20_000,
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  call: async ({ server }, context) => ({
    data: await connectionsOf(context).listResources(server, context.signal),
  }),
  mapResult: (resources, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content:
      resources.length === 0
        ? 'there are no resources'
        : resources
            .map(
              (each) =>
                `${each.server}: ${each.uri} (${each.name}${each.mimeType === null ? '' : `, ${each.mimeType}`})`,
            )
            .join('\n'),
  }),
})

export const readMcpResourceTool = buildTool({
  name: 'ReadMcpResourceTool',
  aliases: ['ReadMcpResource'],
  searchHint: 'read a resource of an MCP server',
  description: () => 'Reads one resource of an MCP server by its URI.',
  inputSchema: z.strictObject({ server: z.string().min(1), uri: z.string().min(1) }),
  maxResultSizeChars: 20_000,
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  call: async ({ server, uri }, context) => ({
    data: await connectionsOf(context).readResource(server, uri, context.signal),
  }),
  mapResult: (content, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content }),
})
