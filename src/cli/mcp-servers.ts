import { join } from 'node:path'
import { PolicyError } from '../errors.ts'
import type { McpServer } from '../hooks/mcp.ts'
import type { System } from '../system.ts'

/** The servers of a folder's `.mcp.json`, for hooks that call them; none when there is no such file. */
export function mcpServersOf(folder: string, system: System): Readonly<Record<string, McpServer>> {
  const file = join(folder, '.mcp.json')
  const text = system.readText(file)
  if (text === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new PolicyError('invalid-json', { file }, `\`${file}\` is not JSON`, { cause })
  }
  const servers = (value as { mcpServers?: unknown } | null)?.mcpServers
  if (typeof servers !== 'object' || servers === null) return {}
  return Object.fromEntries(
    Object.entries(servers).flatMap(([name, server]) => (isServer(server) ? [[name, server]] : [])),
  )
}

function isServer(value: unknown): value is McpServer {
  if (typeof value !== 'object' || value === null) return false
  return (
    typeof (value as { command?: unknown }).command === 'string' || typeof (value as { url?: unknown }).url === 'string'
  )
}
