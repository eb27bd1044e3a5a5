import type { JsonSchemaType, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation'
import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import { ToolError } from '../failure.ts'
import type { McpConnections, McpToolInfo } from '../mcp.ts'
import type { ContentBlock } from '../message.ts'
import { textLines } from '../render.ts'
import type { AnyTool, ToolResult } from '../tool.ts'

/** The tools of all connected servers, named `mcp__server__tool`. */
export async function mcpTools(connections: McpConnections): Promise<AnyTool[]> {
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/sdk/validation/ajv')
  const validator = new AjvJsonSchemaValidator()
  return connections.tools().map((info) => mcpTool(info, connections, validator))
}

/** A name of a server or tool inside a tool name; other characters become `_` (spec/permissions.md 3.6). */
export function mcpName(server: string, tool: string): string {
  const plain = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '_')
  return `mcp__${plain(server)}__${plain(tool)}`
}

function mcpTool(info: McpToolInfo, connections: McpConnections, validator: jsonSchemaValidator): AnyTool {
  const { annotations } = info
  const text = (name: string) => (typeof annotations[name] === 'string' ? (annotations[name] as string) : undefined)
  return buildTool({
    name: mcpName(info.server, info.name),
    searchHint: text('title') ?? info.name,
    description: () => info.description,
    inputSchema: schemaOf(info, validator),
    inputJSONSchema: info.inputSchema,
    shouldDefer: true,
    alwaysLoad: info.meta['anthropic/alwaysLoad'] === true,
    // Hints: a server says this of itself, so it may order and show calls, and never allow one.
    isConcurrencySafe: () => annotations['readOnlyHint'] === true,
    isReadOnly: () => annotations['readOnlyHint'] === true,
    isDestructive: () => annotations['readOnlyHint'] !== true && annotations['destructiveHint'] !== false,
    checkPermissions: () =>
      info.meta['anthropic/requiresUserInteraction'] === true
        ? { effect: 'ask', message: 'the server wants a person to answer' }
        : { effect: 'defer' },
    userFacingName: () => `${info.server}: ${text('title') ?? info.name}`,

    async call(input, context, _canUseTool, _parent, onProgress): Promise<ToolResult<readonly ContentBlock[]>> {
      const result = await connections.call(info.server, info.name, input, {
        signal: context.signal,
        ...(onProgress === undefined ? {} : { onProgress }),
      })
      if (result.isError) throw new ToolError(textOf(result.content) || `\`${info.name}\` failed without saying why`)
      return { data: result.content, ...(result.meta === undefined ? {} : { mcpMeta: result.meta }) }
    },

    mapResult: (content, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content }),
    renderResult: (content, options) => textLines(textOf(content), options),
    isResultTruncated: (content) => textOf(content).split('\n').length > 5,
  })
}

/** The server's schema as a zod schema: its own validator finds the faults. A schema that does not compile checks nothing. */
function schemaOf(info: McpToolInfo, validator: jsonSchemaValidator): z.ZodType<Readonly<Record<string, unknown>>> {
  const any = z.record(z.string(), z.unknown())
  let validate: ReturnType<jsonSchemaValidator['getValidator']>
  try {
    validate = validator.getValidator(info.inputSchema as JsonSchemaType)
  } catch {
    return any
  }
  return any.superRefine((input, checked) => {
    const result = validate(input)
    if (!result.valid)
      checked.addIssue({ code: 'custom', message: result.errorMessage ?? 'it does not fit the schema' })
  })
}

const textOf = (content: readonly ContentBlock[]) =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
