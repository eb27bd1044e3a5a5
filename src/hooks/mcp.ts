import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { transportOf } from './mcp-transport.ts'

/** How a server of `.mcp.json` is reached. */
export type McpServer =
  | {
      readonly type?: 'stdio'
      readonly command: string
      readonly args?: readonly string[]
      readonly env?: Readonly<Record<string, string>>
      readonly cwd?: string
    }
  | { readonly type: 'http' | 'sse'; readonly url: string; readonly headers?: Readonly<Record<string, string>> }

export interface McpAnswer {
  readonly text: string
  readonly isError: boolean
}

/** Calls one tool of one server; rejects when the server is not there or dies. */
export interface McpCaller {
  call(server: string, tool: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<McpAnswer>
  close(): Promise<void>
}

/**
 * A caller over real connections, made when first needed and kept until `close`. A connection that broke is made anew
 * for the next call. No authorization is ever started.
 */
export function mcpServers(servers: Readonly<Record<string, McpServer>>, connectMs = 30_000): McpCaller {
  const connections = new Map<string, Promise<Client>>()
  const closing = new AbortController()

  async function connection(name: string): Promise<Client> {
    const server = Object.hasOwn(servers, name) ? servers[name] : undefined
    if (server === undefined) throw new Error(`there is no MCP server \`${name}\``)
    let open = connections.get(name)
    if (open === undefined) {
      // Several hooks may wait for one connection, so that none of their limits ends it.
      const limit = AbortSignal.any([closing.signal, AbortSignal.timeout(connectMs)])
      open = connect(server, limit, () => connections.delete(name))
      connections.set(name, open)
      open.catch(() => connections.delete(name))
    }
    return open
  }

  return {
    async call(name, tool, input, signal) {
      const client = await connection(name)
      // The signal ends the call; the SDK's own limit of 60 s would end a longer timeout early.
      const result = await client.callTool({ name: tool, arguments: { ...input } }, undefined, {
        signal,
        timeout: longest,
      })
      return { text: textOf(result.content), isError: result.isError === true }
    },
    async close() {
      closing.abort(new Error('closed'))
      const open = [...connections.values()]
      connections.clear()
      await Promise.allSettled(open.map(async (client) => (await client).close()))
    },
  }
}

const longest = 2 ** 31 - 1

async function connect(server: McpServer, signal: AbortSignal, gone: () => void): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const client = new Client({ name: 'toolgate', version: '1' })
  client.onclose = gone
  const transport = await transportOf(server)
  try {
    await client.connect(transport, { signal, timeout: longest })
    return client
  } catch (error) {
    // A server that never answered must not stay behind as a process.
    await transport.close().catch(() => {})
    throw error
  }
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((block: { type?: string; text?: string }) => (block.type === 'text' ? [block.text ?? ''] : []))
    .join('\n')
}

/** `input` of a handler with `${dot.path}` filled in from the hook's payload; what is not there becomes empty. */
export function fillInput(value: unknown, payload: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([^}]+)\}/g, (_, path: string) => asText(valueAt(payload, path.trim())))
  }
  if (Array.isArray(value)) return value.map((item) => fillInput(item, payload))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillInput(item, payload)]))
}

function valueAt(payload: unknown, path: string): unknown {
  let at = payload
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
