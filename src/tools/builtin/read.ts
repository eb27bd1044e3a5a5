import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import type { ToolUseContext } from '../context.ts'
import { ToolError } from '../failure.ts'
import type { ContentBlock } from '../message.ts'
import { counted, lineOf, span, textLines } from '../render.ts'
import type { ToolResult } from '../tool.ts'
import { cellsOf, readNotebook } from './notebook.ts'
import { absoluteField, impossiblePath, invalid, pathIn, valid } from './paths.ts'
import { diskError, maxEditBytes, stateOf } from './text-file.ts'

/** Lines shown when no limit is given, and the longest line. */
const defaultLines = 2_000
const maxLineChars = 2_000

/** A part of a file is at most this long, so that a result never needs a file of its own. */
const maxChars = 100_000

/** Largest file whose whole text is looked at; parts of larger ones are read with `offset` and `limit`. */
const maxWholeBytes = 256 * 1024

/** Limits of the Messages API for one image (5 MB in base64) and one PDF. */
const maxImageBytes = 3_750_000
const maxPdfBytes = 32_000_000

/** Some numbered lines of a text. */
interface TextPart {
  readonly kind: 'text'
  readonly path: string
  readonly text: string
  readonly first: number
  readonly lines: number
  /** undefined: the file goes on after what was read. */
  readonly total: number | undefined
  /** A line was too long to be shown whole. */
  readonly cut: boolean
}

interface Blocks {
  readonly kind: 'blocks'
  readonly path: string
  readonly what: string
  readonly blocks: readonly ContentBlock[]
}

export type ReadOutput = TextPart | Blocks

export const readTool = buildTool({
  name: 'Read',
  searchHint: 'read files, images, PDFs and notebooks',
  description: () =>
    'Reads a file. `file_path` should be absolute. Text comes with line numbers, by default the first 2000 lines; ' +
    '`offset` and `limit` choose others. Images, PDFs and Jupyter notebooks are shown as what they are.',
  inputSchema: z.strictObject({
    file_path: z.string().min(1).describe('Path of the file'),
    offset: z.int().min(0).optional().describe('First line to read, from 1'),
    limit: z.int().min(0).optional().describe('How many lines to read'),
  }),
  maxResultSizeChars: Number.POSITIVE_INFINITY,
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  backfillObservableInput: absoluteField('file_path'),

  async validateInput({ file_path, limit }, context) {
    const path = pathIn(file_path, context)
    const impossible = impossiblePath(path)
    if (impossible !== undefined) return impossible
    if (limit === 0) return invalid('`limit` must be at least 1', 2)
    const kind = context.system.kind(path)
    if (kind === undefined)
      return invalid(`\`${path}\` does not exist${similar(path, context.system.list(parent(path)))}`, 3)
    if (kind === 'directory') return invalid(`\`${path}\` is a directory: list it with Bash or Glob`, 4)
    return valid
  },

  async call({ file_path, offset, limit }, context): Promise<ToolResult<ReadOutput>> {
    const path = pathIn(file_path, context)
    try {
      const info = await stat(path)
      if (info.isDirectory()) throw new ToolError(`\`${path}\` is a directory`)
      // A pipe or device may never end.
      if (!info.isFile()) throw new ToolError(`\`${path}\` is no regular file`)
      const head = await readHead(path)
      const media = mediaType(head)
      if (media !== undefined) return { data: await mediaBlocks(path, media, info.size) }
      if (path.endsWith('.ipynb')) return { data: await notebookText(path, context) }
      if (isBinary(head)) throw new ToolError(`\`${path}\` is a binary file and cannot be shown as text`)
      if (info.size > maxWholeBytes && offset === undefined && limit === undefined) {
        const size = `${info.size} bytes, more than ${maxWholeBytes}`
        throw new ToolError(
          `\`${path}\` has ${size}: read parts of it with \`offset\` and \`limit\`, or search it with Grep`,
        )
      }
      const part = await readLines(path, Math.max(offset ?? 1, 1), limit ?? defaultLines, context.signal)
      if (info.size <= maxEditBytes) context.files.set(path, stateOf(await readFile(path), info.mtimeMs))
      return { data: part }
    } catch (error) {
      throw diskError(error, 'read', path)
    }
  },

  mapResult(output, toolUseId) {
    if (output.kind === 'blocks') return { type: 'tool_result', tool_use_id: toolUseId, content: output.blocks }
    const { text, first, lines, total, path } = output
    let content = text
    if (lines === 0) content = total === 0 ? `(\`${path}\` is empty)` : `(\`${path}\` has only ${total} lines)`
    else if (total === undefined || first + lines - 1 < total) {
      const of = total === undefined ? '' : ` of ${total}`
      content += `\n(lines ${first} to ${first + lines - 1}${of}; go on with \`offset\` ${first + lines})`
    }
    return { type: 'tool_result', tool_use_id: toolUseId, content }
  },

  renderToolUse: ({ file_path, offset, limit }) => {
    const range = offset === undefined && limit === undefined ? '' : ` from line ${offset ?? 1}`
    return [lineOf([span('Read', 'name'), span(` ${file_path ?? ''}${range}`)])]
  },
  renderResult: (output, options) => {
    const count = output.kind === 'text' ? counted(output.lines, 'line') : output.what
    if (options.verbose !== true) return textLines(count, options, 'dim')
    return output.kind === 'text' ? textLines(output.text, options) : textLines(count, options, 'dim')
  },
})

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

function similar(path: string, siblings: readonly string[] | undefined): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const stem = name.replace(/\.[^.]*$/, '').toLowerCase()
  const close = siblings?.find((each) => each.replace(/\.[^.]*$/, '').toLowerCase() === stem)
  return close === undefined ? '' : `: did you mean \`${close}\`?`
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** By the first bytes; a name can say anything. */
function mediaType(head: Uint8Array): string | undefined {
  const starts = (text: string, at = 0) => [...text].every((char, index) => head[at + index] === char.charCodeAt(0))
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif'
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp'
  return starts('%PDF-') ? 'application/pdf' : undefined
}

function isBinary(head: Uint8Array): boolean {
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  return utf16 || head.includes(0)
}

async function mediaBlocks(path: string, media: string, size: number): Promise<ReadOutput> {
  const pdf = media === 'application/pdf'
  const limit = pdf ? maxPdfBytes : maxImageBytes
  if (size > limit) throw new ToolError(`\`${path}\` has ${size} bytes: at most ${limit} can be shown`)
  const source = { type: 'base64' as const, media_type: media, data: (await readFile(path)).toString('base64') }
  const block: ContentBlock = pdf ? { type: 'document', source } : { type: 'image', source }
  return { kind: 'blocks', path, what: `${pdf ? 'PDF' : 'image'} of ${size} bytes`, blocks: [block] }
}

async function notebookText(path: string, context: ToolUseContext): Promise<ReadOutput> {
  const notebook = await readNotebook(path)
  context.files.set(path, notebook.state)
  return { kind: 'blocks', path, what: `${notebook.cells.length} cells`, blocks: cellsOf(notebook) }
}

/** Some lines of a file, read no further than needed. */
async function readLines(path: string, first: number, limit: number, signal: AbortSignal): Promise<TextPart> {
  const kept: string[] = []
  let chars = 0
  let line = 1
  let pending = ''
  let cut = false
  let complete = true
  let overlong = false
  const take = (text: string) => {
    if (line >= first) {
      const shown = text.replace(/\r$/, '')
      const short = shown.length > maxLineChars || overlong ? `${shown.slice(0, maxLineChars)}... (line cut)` : shown
      cut ||= short !== shown
      const numbered = `${String(line).padStart(6)}\t${short}`
      kept.push(numbered)
      chars += numbered.length + 1
    }
    overlong = false
    line++
  }
  const full = () => kept.length >= limit || chars > maxChars
  const stream = createReadStream(path, { encoding: 'utf8', signal, highWaterMark: 256 * 1024 })
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const pieces = (pending + (line === 1 && pending === '' ? chunk.replace(/^\uFEFF/, '') : chunk)).split('\n')
      pending = pieces.pop() as string
      // A file that is one endless line is not collected.
      if (pending.length > 4 * maxLineChars) {
        pending = pending.slice(0, 2 * maxLineChars)
        overlong = true
      }
      for (const piece of pieces) {
        if (full()) {
          complete = false
          break
        }
        take(piece)
      }
      if (!complete) break
    }
  } finally {
    stream.destroy()
  }
  if (complete && pending !== '') {
    if (full()) complete = false
    else take(pending)
  }
  return {
    kind: 'text',
    path,
    text: kept.join('\n'),
    first,
    lines: kept.length,
    total: complete ? line - 1 : undefined,
    cut,
  }
}
