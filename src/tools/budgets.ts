import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from './disk.ts'
import type { ToolResultBlock } from './message.ts'
import { textLength } from './message.ts'
import type { AnyTool } from './tool.ts'

/** No finite tool gets more than this into a message, whatever it declares (spec/tool-pipeline.md B1). */
export const globalResultCap = 50_000

/** All results of one message together (B3). */
export const messageCap = 200_000

/** How much of a result that went to a file the model still sees. */
export const previewChars = 2_000

export function resultCap(tool: Pick<AnyTool, 'maxResultSizeChars'>): number {
  const declared = tool.maxResultSizeChars
  if (declared === Number.POSITIVE_INFINITY) return declared
  return declared > 0 ? Math.min(declared, globalResultCap) : globalResultCap
}

/** A result as a model gets it. */
export interface FittedResult {
  readonly block: ToolResultBlock
  /** Where the whole text went; null when the block holds it all. */
  readonly stored: StoredText | null
  /** Results of tools that bound themselves neither count for a message nor go to a file. */
  readonly exempt: boolean
}

interface StoredText {
  readonly chars: number
  /** null: it could not be written; the text says why. */
  readonly path: string | null
  readonly failure: string
  readonly head: string
}

/** The result of one call: whole when it fits, else a preview and the file that holds the rest; never empty. */
export async function fitResult(
  block: ToolResultBlock,
  tool: Pick<AnyTool, 'name' | 'maxResultSizeChars'>,
  folder: string,
): Promise<FittedResult> {
  const cap = resultCap(tool)
  const exempt = cap === Number.POSITIVE_INFINITY
  if (isEmpty(block.content)) {
    return { block: { ...block, content: `(\`${tool.name}\` completed with no output)` }, stored: null, exempt }
  }
  if (textLength(block.content) <= cap) return { block, stored: null, exempt }
  const stored = await store(block, folder, cap)
  return { block: shorten(block, stored, stored.path === null ? cap : previewChars), stored, exempt }
}

/** What was decided for each result of the messages so far. It stands: the provider's cache keeps its prefix. */
export type MessageBudget = Map<string, ToolResultBlock>

/** Stores the largest results until those of one message fit together; shorter previews when that is not enough. */
export async function fitMessage(
  results: readonly FittedResult[],
  folder: string,
  decided: MessageBudget,
  cap = messageCap,
): Promise<ToolResultBlock[]> {
  const current = results.map(({ block }) => decided.get(block.tool_use_id) ?? block)
  const stored = results.map((result) => result.stored)
  const size = (index: number) => textLength(current[index]?.content ?? '')
  const counted = results.flatMap(({ exempt }, index) => (exempt ? [] : [index]))
  let total = counted.reduce((sum, index) => sum + size(index), 0)
  const open = counted.filter((index) => !decided.has(results[index]?.block.tool_use_id ?? ''))
  for (const preview of [previewChars, 0]) {
    for (const index of open.toSorted((a, b) => size(b) - size(a) || a - b)) {
      const block = results[index]?.block as ToolResultBlock
      if (total <= cap) break
      const text = stored[index] ?? (stored[index] = await store(block, folder, previewChars))
      const short = shorten(block, text, preview)
      const saved = size(index) - textLength(short.content)
      if (saved <= 0) continue
      total -= saved
      current[index] = short
    }
  }
  for (const block of current) decided.set(block.tool_use_id, block)
  return current
}

/** Writes the whole text of a result to a file of its own. */
async function store(block: ToolResultBlock, folder: string, headChars: number): Promise<StoredText> {
  const text = textOf(block.content)
  const kept = { chars: text.length, head: cut(text, headChars) }
  try {
    return { ...kept, path: await writeResult(folder, block.tool_use_id, text), failure: '' }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { ...kept, path: null, failure: code ?? message }
  }
}

/** The block with its text cut to a preview; `chars` counts the preview, or all of it where nothing could be written. */
function shorten(block: ToolResultBlock, { chars, path, failure, head }: StoredText, preview: number): ToolResultBlock {
  const rest = typeof block.content === 'string' ? [] : block.content.filter(({ type }) => type !== 'text')
  const notice =
    path === null
      ? `(output of ${chars} characters was cut: it could not be written to a file: ${failure})`
      : `(output of ${chars} characters is too long to show whole: all of it is in \`${path}\`)`
  const begin = cut(head, path === null ? Math.max(0, preview - notice.length - 2) : preview)
  const text = begin === '' ? notice : `${notice}\n\n${begin}\n...`
  return { ...block, content: rest.length === 0 ? text : [{ type: 'text', text }, ...rest] }
}

/** A file of its own for every result: an id that comes again overwrites nothing a model was told of. */
async function writeResult(folder: string, id: string, text: string): Promise<string> {
  const name = fileName(id)
  let path = join(folder, name)
  for (let again = 2; await exists(path); again++) path = join(folder, `${name}-${again}`)
  await writeWhole(path, text, 0o600)
  return path
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** A tool use id names the file; an id that is no plain name is replaced by its digest. */
function fileName(id: string): string {
  const plain = /^[A-Za-z0-9_-]{1,120}$/.test(id)
  return plain ? id : createHash('sha256').update(id).digest('hex').slice(0, 32)
}

function textOf(content: ToolResultBlock['content']): string {
  if (typeof content === 'string') return content
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

function isEmpty(content: ToolResultBlock['content']): boolean {
  if (typeof content === 'string') return content.trim() === ''
  return content.every((block) => block.type === 'text' && block.text.trim() === '')
}

/** The first `length` code units, never half of a surrogate pair. */
function cut(text: string, length: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length
  return text.slice(0, end)
}
