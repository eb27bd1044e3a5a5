import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { McpServer } from '../hooks/mcp.ts'
import { transportOf } from '../hooks/mcp-transport.ts'
import { guard } from './builtin/bash.ts'
import { messageOf } from './failure.ts'
import type { ContentBlock } from './message.ts'
import type { JsonSchema } from './tool.ts'

export interface McpToolInfo {
  readonly server: string
  /** As the server names it. */
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  /** What the server says of itself: hints, nothing more. */
  readonly annotations: Readonly<Record<string, unknown>>
  readonly meta: Readonly<Record<string, unknown>>
}

export interface McpResource {
  readonly server: string
  readonly uri: string
  readonly name: string
  readonly mimeType: string | null
  readonly description: string | null
}

export interface McpCallResult {
  readonly content: readonly ContentBlock[]
  readonly isError: boolean
  readonly meta: Readonly<Record<string, unknown>> | undefined
}

/** Open connections to MCP servers. */
export interface McpConnections {
  readonly servers: readonly string[]
  /** Servers that could not be reached, with the reason. */
  readonly failures: Readonly<Record<string, string>>
  tools(): readonly McpToolInfo[]
  call(
    server: string,
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal; readonly onProgress?: (progress: unknown) => void },
  ): Promise<McpCallResult>
  listResources(server: string | undefined, signal: AbortSignal): Promise<McpResource[]>
  readResource(server: string, uri: string, signal: AbortSignal): Promise<ContentBlock[]>
  close(): Promise<void>
}

/** How long a server may take to answer the first time. */
const connectMs = 30_000

/** Pages a listing may have; a server that never ends is not read to its end. */
const maxPages = 100

/** Connects to servers over stdio or HTTP and lists their tools. A server that fails is named in `failures`. */
export async function connectMcp(servers: Readonly<Record<string, McpServer>>): Promise<McpConnections> {
  const clients = new Map<string, Client>()
  const failures: Record<string, string> = {}
  const tools: McpToolInfo[] = []
  const releases: (() => void)[] = []
  await Promise.all(
    Object.entries(servers).map(async ([name, server]) => {
      let transport: Transport | undefined
      try {
        const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
        const client = new Client({ name: 'toolgate', version: '1' })
        transport = await transportOf(server)
        await client.connect(transport, { timeout: connectMs })
        const pid: unknown = (transport as { pid?: unknown }).pid
        if (typeof pid === 'number') releases.push(guard(`p${pid}`))
        tools.push(...(await listTools(client, name)))
        clients.set(name, client)
      } catch (error) {
        failures[name] = messageOf(error)
        await transport?.close().catch(() => {})
      }
    }),
  )
  tools.sort((a, b) => compare(a.server, b.server) || compare(a.name, b.name))
  const clientOf = (name: string) => {
    const client = clients.get(name)
    if (client === undefined) {
      const known = [...clients.keys()].map((each) => `\`${each}\``).join(', ') || 'none'
      throw new Error(`there is no MCP server \`${name}\`: connected are ${known}`)
    }
    return client
  }
  return {
    servers: [...clients.keys()].sort(),
    failures,
    tools: () => tools,
    async call(server, tool, input, { signal, onProgress }) {
      const result = await clientOf(server).callTool({ name: tool, arguments: { ...input } }, undefined, {
        signal,
        // The signal ends the call; the SDK's own limit would end a long one early.
        timeout: 2 ** 31 - 1,
        ...(onProgress === undefined ? {} : { onprogress: onProgress }),
      })
      const content = Array.isArray(result.content) ? result.content.map(blockOf) : []
      const structured = result.structuredContent
      if (content.length === 0 && structured !== undefined) {
        content.push({ type: 'text', text: JSON.stringify(structured, null, 2) })
      }
      return { content, isError: result.isError === true, meta: result._meta }
    },
    async listResources(server, signal) {
      const chosen = server === undefined ? [...clients.keys()].sort() : [server]
      const lists = await Promise.all(chosen.map((name) => listResources(clientOf(name), name, signal)))
      return lists.flat()
    },
    async readResource(server, uri, signal) {
      const { contents } = await clientOf(server).readResource({ uri }, { signal })
      return contents.map((part) => blockOf({ type: 'resource', resource: part }))
    },
    async close() {
      await Promise.allSettled([...clients.values()].map((client) => client.close()))
      clients.clear()
      for (const release of releases) release()
    },
  }
}

async function listTools(client: Client, server: string): Promise<McpToolInfo[]> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const found: McpToolInfo[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const answer = await client.listTools(cursor === undefined ? {} : { cursor })
    for (const tool of answer.tools) {
      found.push({
        server,
        name: tool.name,
        description: tool.description ?? '',
        inputSchema: tool.inputSchema,
        annotations: tool.annotations ?? {},
        meta: tool._meta ?? {},
      })
    }
    cursor = answer.nextCursor
    if (cursor === undefined) break
  }
  return found
}

async function listResources(client: Client, server: string, signal: AbortSignal): Promise<McpResource[]> {
  if (client.getServerCapabilities()?.resources === undefined) return []
  const found: McpResource[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const answer = await client.listResources(cursor === undefined ? {} : { cursor }, { signal })
    for (const { uri, name, mimeType, description } of answer.resources) {
      found.push({ server, uri, name, mimeType: mimeType ?? null, description: description ?? null })
    }
    cursor = answer.nextCursor
    if (cursor === undefined) break
  }
  return found
}

/** One block of an MCP answer as the Messages API takes it; what it cannot take is described. */
function blockOf(block: unknown): ContentBlock {
  const { type, text, data, mimeType, resource, uri } = (block ?? {}) as Record<string, unknown>
  if (type === 'text' && typeof text === 'string') return { type: 'text', text }
  if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string') {
    return { type: 'image', source: { type: 'base64', media_type: mimeType, data } }
  }
  if (type === 'resource' && typeof resource === 'object' && resource !== null) {
    const part = resource as Record<string, unknown>
    if (typeof part['text'] === 'string') return { type: 'text', text: part['text'] }
    if (typeof part['blob'] === 'string' && /^image\//.test(String(part['mimeType']))) {
      return { type: 'image', source: { type: 'base64', media_type: String(part['mimeType']), data: part['blob'] } }
    }
    return { type: 'text', text: `(resource \`${String(part['uri'])}\` of type \`${String(part['mimeType'])}\`)` }
  }
  if (type === 'resource_link') return { type: 'text', text: `(resource \`${String(uri)}\`)` }
  return { type: 'text', text: `(a block of type \`${String(type)}\`)` }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
