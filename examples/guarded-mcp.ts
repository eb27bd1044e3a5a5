// A real MCP server behind deny rules: its tools run through the same gate as every other, and what a rule takes away is
// neither shown to a model nor run when it is called all the same.
// In a project of your own the second import is `from 'toolgate'`.
import { createRequire } from 'node:module'
import { createContext, createSession, execute } from '../src/index.ts'

export interface Guarded {
  /** What a model is shown of the server. */
  readonly shown: readonly string[]
  /** What came of each call: id, and text of the result. */
  readonly results: readonly { readonly id: string; readonly text: string; readonly failed: boolean }[]
}

/** Starts `@modelcontextprotocol/server-filesystem` over a folder, and makes three calls under two rules. */
export async function guardFilesystem(folder: string): Promise<Guarded> {
  const server = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js')
  const permissions = createContext({
    cwd: folder,
    home: folder,
    layers: {
      project: { permissions: { allow: ['mcp__files'], deny: ['mcp__files__write_file', 'mcp__files__move_file'] } },
    },
  })
  const mcpServers = { files: { command: process.execPath, args: [server, folder] } }
  const session = await createSession({ permissions, mcpServers })
  try {
    const shown = (await session.surface()).map(({ name }) => name).filter((name) => name.startsWith('mcp__files__'))
    const load = { id: 'load', name: 'ToolSearch', input: { query: 'select:mcp__files__read_text_file' } }
    const loaded = await execute([{ type: 'tool_use', ...load }], session)
    const path = `${folder}/note.txt`
    const run = await execute(
      [
        { type: 'tool_use', id: 'read', name: 'mcp__files__read_text_file', input: { path } },
        { type: 'tool_use', id: 'write', name: 'mcp__files__write_file', input: { path, content: 'gone' } },
        { type: 'tool_use', id: 'outside', name: 'mcp__files__read_text_file', input: { path: '/etc/hostname' } },
      ],
      loaded.session,
    )
    const results = run.outcomes.map(({ id, result, status }) => ({
      id,
      text: typeof result.block.content === 'string' ? result.block.content : JSON.stringify(result.block.content),
      failed: status !== 'ok',
    }))
    return { shown, results }
  } finally {
    await session.close()
  }
}
