import type { z } from 'zod'
import type { ToolCall } from '../call.ts'
import type { ToolUseContext } from './context.ts'
import type { ContentBlock, Message, ToolResultBlock } from './message.ts'
import type { Line } from './render.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** What a call gives back. `contextModifier` is the only way to change what later calls see. */
export interface ToolResult<Output> {
  readonly data: Output
  /** Messages for the model besides the result block; they follow it. */
  readonly newMessages?: readonly Message[]
  readonly contextModifier?: (context: ToolUseContext) => ToolUseContext
  readonly mcpMeta?: Readonly<Record<string, unknown>>
}

/** The semantic check of an input. The message goes to the model, so that it can correct itself. */
export type ValidationResult =
  | { readonly result: true }
  | { readonly result: false; readonly message: string; readonly errorCode: number }

/**
 * What a tool itself says about a permission. `defer` leaves it to the rules; `deny` and `ask` tighten what they say;
 * `allow` counts only where no rule, mode or hook has said anything.
 */
export type PermissionResult =
  | { readonly effect: 'defer' | 'allow' }
  | { readonly effect: 'deny' | 'ask'; readonly message: string }

/** Asks for a sub-operation while a tool runs. The input that comes back is the one that was judged. */
export type CanUseTool = (call: ToolCall) => Promise<Permission>

export type Permission =
  | { readonly effect: 'allow'; readonly input: Readonly<Record<string, unknown>> }
  | { readonly effect: 'deny'; readonly message: string }

export interface RenderOptions {
  /** `condensed`: one line where that is possible. */
  readonly style?: 'condensed'
  readonly verbose?: boolean
}

/** One call of several that are shown as one. */
export interface GroupedCall<Input, Output> {
  readonly input: Partial<Input>
  readonly output: Output | undefined
  readonly failed: boolean
}

/** How a call is shown. Everything is optional: `render.ts` has the fallback. */
export interface ToolRendering<Input, Output, Progress> {
  userFacingName?(input: Partial<Input>): string
  /** Any field may be missing: the input may still be streaming. */
  renderToolUse?(input: Partial<Input>, options: RenderOptions): readonly Line[]
  renderProgress?(events: readonly Progress[], options: RenderOptions): readonly Line[]
  renderResult?(output: Output, options: RenderOptions): readonly Line[]
  renderError?(message: string, options: RenderOptions): readonly Line[]
  renderRejected?(input: Partial<Input>, message: string): readonly Line[]
  renderGrouped?(calls: readonly GroupedCall<Input, Output>[]): readonly Line[]
  isResultTruncated?(output: Output): boolean
}

/** A tool: structural, no base class. `Input` is what the schema accepts, `Output` the data of a result. */
export interface Tool<Input = never, Output = unknown, Progress = unknown>
  extends ToolRendering<Input, Output, Progress> {
  readonly name: string
  /** Older names; calls, rules and hook matchers that use them still reach the tool. */
  readonly aliases?: readonly string[]
  /** Three to ten words that `ToolSearch` looks at. */
  readonly searchHint?: string
  /** For the model. May differ by mode and name what the deny rules forbid. */
  description(input: Partial<Input>, context: ToolUseContext): string | Promise<string>
  readonly inputSchema: z.ZodType<Input>
  /** The schema as a server sent it, shown to the model in place of one made from `inputSchema`. */
  readonly inputJSONSchema?: JsonSchema
  /** Longest result a model gets whole, in characters; `Infinity` for a tool that bounds itself. */
  readonly maxResultSizeChars: number
  call(
    input: Input,
    context: ToolUseContext,
    canUseTool: CanUseTool,
    parentMessage: Message | undefined,
    onProgress?: (progress: Progress) => void,
  ): Promise<ToolResult<Output>>
  checkPermissions(input: Input, context: ToolUseContext): PermissionResult | Promise<PermissionResult>
  validateInput?(input: Input, context: ToolUseContext): ValidationResult | Promise<ValidationResult>
  isEnabled(): boolean
  isConcurrencySafe(input: Input, context: ToolUseContext): boolean
  isReadOnly(input: Input, context: ToolUseContext): boolean
  isDestructive(input: Input, context: ToolUseContext): boolean
  /** Known by name only until `ToolSearch` loads its schema. */
  readonly shouldDefer?: boolean
  readonly alwaysLoad?: boolean
  /** Longest run in milliseconds before the call counts as hung; the pipeline's own limit when absent. */
  readonly maxCallMs?: number
  /** Shell calls: an error aborts the siblings of the batch, and they are classified while hooks run. */
  readonly shell?: boolean
  /** The call is a question to a person: where the host can put it, that is its permission. */
  readonly isQuestion?: boolean
  /** Fields that a hook or the host may fill in, and a model may not: taken out of what the model sends. */
  readonly hostFields?: readonly string[]
  /** Fields that only the program itself may set; stripped from every input after parsing. */
  readonly internalFields?: readonly string[]
  /** Makes a clone of the input what hooks, rules, logs and the call see: absolute paths, `~` expanded. */
  backfillObservableInput?(input: Input, context: ToolUseContext): Input
  mapResult(output: Output, toolUseId: string): ToolResultBlock
}

/** Any tool, for lists of them. */
// biome-ignore lint/suspicious/noExplicitAny: method parameters of tools with different inputs have no common subtype
export type AnyTool = Tool<any, any, any>

export type { ContentBlock, ToolResultBlock }
