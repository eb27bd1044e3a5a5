import type { Check } from '../check.ts'

/** `enableAllProjectMcpServers`: whatever server a repository brings is started without a question. */
export const mcpServersUnasked: Check = {
  code: 'mcp-servers-unasked',
  severity: 'warning',
  *find({ context, placeOf }) {
    for (const { file, settings, layer } of context.layers) {
      if (settings['enableAllProjectMcpServers'] !== true) continue
      yield {
        at: placeOf(file, '/enableAllProjectMcpServers'),
        data: { layer },
        witness: null,
        fix: { title: 'name the servers in `enabledMcpjsonServers`', safe: false, edits: [] },
      }
    }
  },
}
