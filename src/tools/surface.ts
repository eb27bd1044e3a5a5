import { z } from 'zod'
import type { ToolUseContext } from './context.ts'
import type { ToolPool } from './registry.ts'
import type { AnyTool, JsonSchema } from './tool.ts'

/** All a model sees of a tool. A deferred one is a name and nothing else. */
export type ToolSurface =
  | { readonly name: string; readonly description: string; readonly input_schema: JsonSchema }
  | { readonly name: string; readonly defer_loading: true }

/** Deferral pays only in a large pool: above this many tools, `shouldDefer` counts. */
export const deferAbove = 20

/** Whether a pool shows a tool by name only. */
export function isDeferred(tool: AnyTool, pool: ToolPool): boolean {
  return tool.shouldDefer === true && tool.alwaysLoad !== true && pool.tools.length > deferAbove
}

/** What a model sees of a pool, in the order of the pool. */
export async function surfaceOf(pool: ToolPool, context: ToolUseContext): Promise<ToolSurface[]> {
  return Promise.all(
    pool.tools.map((tool) =>
      isDeferred(tool, pool) && !context.loadedTools.has(tool.name)
        ? { name: tool.name, defer_loading: true as const }
        : describe(tool, context),
    ),
  )
}

/** Name, description and schema of one tool. */
export async function describe(
  tool: AnyTool,
  context: ToolUseContext,
): Promise<Exclude<ToolSurface, { defer_loading: true }>> {
  return {
    name: tool.name,
    description: await tool.description({}, context),
    input_schema: schemaOf(tool),
  }
}

const schemas = new WeakMap<AnyTool, JsonSchema>()

function schemaOf(tool: AnyTool): JsonSchema {
  if (tool.inputJSONSchema !== undefined) return tool.inputJSONSchema
  const known = schemas.get(tool)
  if (known !== undefined) return known
  const { $schema: _, ...schema } = z.toJSONSchema(tool.inputSchema, { io: 'input' })
  schemas.set(tool, schema)
  return schema
}
