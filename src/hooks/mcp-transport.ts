import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { McpServer } from './mcp.ts'

/**
 * The way to a server: a process with pipes, events of a server, or HTTP; nothing is started yet. A file of its own, so
 * that no type of the library names those of the SDK, which do not compile under every setting of its users.
 */
export async function transportOf(server: McpServer): Promise<Transport> {
  if ('command' in server) {
    const { StdioClientTransport, getDefaultEnvironment } = await import('@modelcontextprotocol/sdk/client/stdio.js')
    return new StdioClientTransport({
      command: server.command,
      args: [...(server.args ?? [])],
      env: { ...getDefaultEnvironment(), ...server.env },
      stderr: 'ignore',
      ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
    })
  }
  const requestInit = { headers: { ...server.headers } }
  if (server.type === 'sse') {
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js')
    return new SSEClientTransport(new URL(server.url), { requestInit })
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  // The class declares `sessionId` as possibly undefined, which exact optional types tell apart from absent.
  return new StreamableHTTPClientTransport(new URL(server.url), { requestInit }) as Transport
}
