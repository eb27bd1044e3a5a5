import type { z } from 'zod'
import { PolicyError } from '../errors.ts'
import { globalResultCap } from './budgets.ts'
import type { AnyTool, Tool } from './tool.ts'

/** What an author must give; everything else has a fail-closed default. */
export type ToolDefinition<Input, Output, Progress> = Pick<
  Tool<Input, Output, Progress>,
  'name' | 'description' | 'inputSchema' | 'call'
> &
  Partial<Tool<Input, Output, Progress>>

/** The defaults under every definition. Not safe, not read-only, not allowed by itself. */
const defaults = {
  maxResultSizeChars: globalResultCap,
  isEnabled: () => true,
  isConcurrencySafe: () => false,
  isReadOnly: () => false,
  isDestructive: () => false,
  checkPermissions: () => ({ effect: 'defer' as const }),
  mapResult(output: unknown, toolUseId: string) {
    return { type: 'tool_result' as const, tool_use_id: toolUseId, content: serialise(output) }
  },
}

/** A tool with the very types of its definition. */
export type BuiltTool<Schema extends z.ZodType, Output, Progress, Name extends string> = Tool<
  z.output<Schema>,
  Output,
  Progress
> & { readonly name: Name; readonly inputSchema: Schema; userFacingName(input: Partial<z.output<Schema>>): string }

/**
 * Makes a tool of a definition: fail-closed defaults under it, its exact types kept. A predicate that throws, or answers
 * anything but `true` or `false`, counts as its cautious value.
 */
export function buildTool<Schema extends z.ZodType, Output, Progress, const Name extends string>(
  definition: ToolDefinition<z.output<Schema>, Output, Progress> & {
    readonly name: Name
    readonly inputSchema: Schema
  },
): BuiltTool<Schema, Output, Progress, Name> {
  const { name } = definition
  if (typeof name !== 'string' || !/^[A-Za-z0-9_-]{1,128}$/.test(name)) {
    // The pattern of tool names in the Messages API.
    throw new PolicyError(
      'bad-tool',
      { name },
      `\`${String(name)}\` is no tool name: expected letters, digits, \`_\` and \`-\``,
    )
  }
  for (const field of ['description', 'call'] as const) {
    if (typeof definition[field] !== 'function') {
      throw new PolicyError('bad-tool', { name, field }, `tool \`${name}\` has no \`${field}\` function`)
    }
  }
  if (typeof definition.inputSchema?.safeParse !== 'function') {
    throw new PolicyError('bad-tool', { name, field: 'inputSchema' }, `tool \`${name}\` has no zod \`inputSchema\``)
  }
  const tool = { ...defaults, userFacingName: () => name, ...definition } as AnyTool
  return Object.freeze({
    ...tool,
    isEnabled: cautious(tool, tool.isEnabled, false),
    isConcurrencySafe: cautious(tool, tool.isConcurrencySafe, false),
    isReadOnly: cautious(tool, tool.isReadOnly, false),
    isDestructive: cautious(tool, tool.isDestructive, true),
  }) as never
}

function cautious<Arguments extends unknown[]>(
  tool: AnyTool,
  predicate: (...args: Arguments) => boolean,
  value: boolean,
): (...args: Arguments) => boolean {
  return (...args) => {
    try {
      const answer: unknown = predicate.apply(tool, args)
      return typeof answer === 'boolean' ? answer : value
    } catch {
      return value
    }
  }
}

/** A result as text: strings as they are, everything else as JSON. Throws for what JSON cannot say. */
export function serialise(output: unknown): string {
  if (output === undefined || output === null) return ''
  if (typeof output === 'string') return output
  const text = JSON.stringify(output, null, 2) as string | undefined
  if (text === undefined) throw new TypeError(`a ${typeof output} has no JSON form`)
  return text
}
