import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import { withContext } from '../context.ts'
import { line, lineOf, span } from '../render.ts'
import { describe, isDeferred, type ToolSurface } from '../surface.ts'
import type { AnyTool } from '../tool.ts'

const defaultResults = 5

export const toolSearchTool = buildTool({
  name: 'ToolSearch',
  alwaysLoad: true,
  searchHint: 'find deferred tools and load schemas',
  description: () =>
    'Finds tools whose schema is not loaded and gives their schemas; only then can they be called. `select:Name` (several ' +
    'apart by commas) loads exactly those; anything else is searched by its words, and a word with `+` in front must occur.',
  inputSchema: z.strictObject({
    query: z.string().min(1),
    max_results: z.int().min(0).optional().describe(`At most this many (default ${defaultResults})`),
  }),
  isConcurrencySafe: () => true,
  isReadOnly: () => true,

  async call({ query, max_results }, context) {
    const deferred = context.tools.tools.filter((tool) => isDeferred(tool, context.tools))
    const { found, missing } = query.startsWith('select:')
      ? select(query.slice('select:'.length), (name) => context.tools.find(name))
      : { found: await search(deferred, query, (tool) => tool.description({}, context)), missing: [] }
    const chosen = query.startsWith('select:') ? found : found.slice(0, max_results || defaultResults)
    const surfaces = await Promise.all(chosen.map((tool) => describe(tool, context)))
    const names = chosen.map((tool) => tool.name)
    return {
      data: { surfaces: surfaces as readonly ToolSurface[], missing, deferred: deferred.length },
      contextModifier: (later) => withContext(later, { loadedTools: new Set([...later.loadedTools, ...names]) }),
    }
  },

  mapResult({ surfaces, missing, deferred }, toolUseId) {
    const lines = surfaces.map((surface) => JSON.stringify(surface))
    if (lines.length === 0) lines.push(`no tool matches; ${deferred} tools can be searched`)
    if (missing.length > 0) lines.push(`no such tool: ${missing.map((name) => `\`${name}\``).join(', ')}`)
    return { type: 'tool_result', tool_use_id: toolUseId, content: lines.join('\n') }
  },

  renderToolUse: ({ query }) => [lineOf([span('ToolSearch', 'name'), span(` ${query ?? ''}`)])],
  renderResult: ({ surfaces }) => [line(surfaces.map(({ name }) => name).join(', ') || 'nothing found', 'dim', 1)],
})

function select(list: string, find: (name: string) => AnyTool | undefined) {
  const names = [
    ...new Set(
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  ]
  const found = names.map(find).filter((tool) => tool !== undefined)
  return { found: [...new Set(found)], missing: names.filter((name) => find(name) === undefined) }
}

/** Words in the name count most, then those of the hint, then those of the description. */
async function search(
  tools: readonly AnyTool[],
  query: string,
  describeTool: (tool: AnyTool) => string | Promise<string>,
): Promise<AnyTool[]> {
  const words = query
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  const required = words.filter((word) => word.startsWith('+') && word.length > 1).map((word) => word.slice(1))
  const wanted = words.map((word) => word.replace(/^\+/, '')).filter((word) => word !== '')
  const scored = await Promise.all(
    tools.map(async (tool) => {
      const name = parts(tool.name)
      const hint = parts(tool.searchHint ?? '')
      const text = parts(await describeTool(tool))
      const score = (word: string) =>
        name.includes(word)
          ? 10
          : name.some((part) => part.includes(word))
            ? 5
            : hint.includes(word)
              ? 4
              : text.includes(word)
                ? 1
                : 0
      const complete = required.every((word) => score(word) > 0)
      return { tool, score: complete ? wanted.reduce((sum, word) => sum + score(word), 0) : 0 }
    }),
  )
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .map(({ tool }) => tool)
}

/** `mcp__git_hub__createIssue` as its words. */
function parts(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}
