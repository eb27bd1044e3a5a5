import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import { writeWhole } from '../disk.ts'
import { ToolError } from '../failure.ts'
import type { FileState } from '../file-states.ts'
import type { ContentBlock } from '../message.ts'
import { absoluteField, impossiblePath, invalid, pathIn, valid } from './paths.ts'
import { diskError, readTextFile, rememberWritten, staleReason } from './text-file.ts'

interface Cell {
  readonly id?: string
  readonly cell_type: string
  readonly source: string | readonly string[]
  readonly outputs?: readonly Readonly<Record<string, unknown>>[]
  readonly [field: string]: unknown
}

interface Notebook {
  readonly cells: readonly Cell[]
  readonly whole: Readonly<Record<string, unknown>>
  readonly text: string
  readonly state: FileState
}

/** Longest output of one cell that is shown. */
const maxOutputChars = 10_000

/** Reads a notebook (nbformat 4); throws a `ToolError` for anything else. */
export async function readNotebook(path: string): Promise<Notebook> {
  const file = await readTextFile(path)
  if (file === undefined) throw new ToolError(`\`${path}\` does not exist`)
  let whole: unknown
  try {
    whole = JSON.parse(file.text)
  } catch {
    throw new ToolError(`\`${path}\` is no notebook: it is not JSON`)
  }
  const cells = (whole as { cells?: unknown } | null)?.cells
  const isCell = (cell: unknown) => {
    const { cell_type, source } = (cell ?? {}) as Record<string, unknown>
    return typeof cell_type === 'string' && (typeof source === 'string' || Array.isArray(source))
  }
  if (!Array.isArray(cells) || !cells.every(isCell)) {
    throw new ToolError(`\`${path}\` is no notebook: expected a list \`cells\` (nbformat 4)`)
  }
  return { cells, whole: whole as Record<string, unknown>, text: file.text, state: file.state }
}

/** The cells as a model sees them: source and outputs, images as images. */
export function cellsOf(notebook: Notebook): ContentBlock[] {
  if (notebook.cells.length === 0) return [{ type: 'text', text: '(the notebook has no cells)' }]
  return notebook.cells.flatMap((cell, index) => {
    const head = `<cell id="${nameOf(cell, index)}" type="${cell.cell_type}">`
    const texts: string[] = [`${head}\n${sourceOf(cell)}`]
    const images: ContentBlock[] = []
    for (const output of cell.outputs ?? []) {
      const data = (output['data'] ?? {}) as Record<string, unknown>
      const text = joined(output['text'] ?? data['text/plain'] ?? output['traceback'])
      if (text !== '') texts.push(`output:\n${text.slice(0, maxOutputChars)}`)
      for (const type of ['image/png', 'image/jpeg']) {
        const image = joined(data[type]).replaceAll('\n', '')
        if (image !== '') images.push({ type: 'image', source: { type: 'base64', media_type: type, data: image } })
      }
    }
    return [{ type: 'text' as const, text: `${texts.join('\n')}\n</cell>` }, ...images]
  })
}

function nameOf(cell: Cell, index: number): string {
  return cell.id ?? `cell-${index}`
}

function sourceOf(cell: Cell): string {
  return joined(cell.source)
}

function joined(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').join('') : ''
}

/** A source as nbformat writes it: one entry a line, each with its newline. */
function sourceLines(source: string): string[] {
  return source === '' ? [] : source.split(/(?<=\n)/)
}

export const notebookEditTool = buildTool({
  name: 'NotebookEdit',
  searchHint: 'edit one cell of a Jupyter notebook',
  description: () =>
    'Replaces, inserts or deletes one cell of a Jupyter notebook. `cell_id` is an id, or `cell-N` counted from 0; an ' +
    'inserted cell stands after it, or first without one. The notebook must have been read before.',
  inputSchema: z.strictObject({
    notebook_path: z.string().min(1).describe('Path of the .ipynb file'),
    cell_id: z.string().min(1).optional(),
    new_source: z.string(),
    cell_type: z.enum(['code', 'markdown']).optional().describe('Needed to insert'),
    edit_mode: z.enum(['replace', 'insert', 'delete']).optional(),
  }),
  isDestructive: ({ edit_mode }) => edit_mode === 'delete',
  backfillObservableInput: absoluteField('notebook_path'),

  validateInput({ notebook_path, edit_mode = 'replace', cell_type, cell_id }, context) {
    const path = pathIn(notebook_path, context)
    const impossible = impossiblePath(path)
    if (impossible !== undefined) return impossible
    if (!path.endsWith('.ipynb')) return invalid(`\`${path}\` is no notebook: use Edit for other files`, 2)
    if (edit_mode === 'insert' && cell_type === undefined) return invalid('to insert, `cell_type` is needed', 3)
    if (edit_mode !== 'insert' && cell_id === undefined) return invalid(`to ${edit_mode}, \`cell_id\` is needed`, 4)
    return valid
  },

  async call({ notebook_path, cell_id, new_source, cell_type, edit_mode = 'replace' }, context) {
    const path = pathIn(notebook_path, context)
    try {
      const notebook = await readNotebook(path)
      const stale = staleReason(path, notebook.state, context)
      if (stale !== undefined) throw new ToolError(stale)
      const at =
        cell_id === undefined
          ? -1
          : notebook.cells.findIndex((cell, index) => nameOf(cell, index) === cell_id || `cell-${index}` === cell_id)
      if (cell_id !== undefined && at < 0) throw new ToolError(`\`${path}\` has no cell \`${cell_id}\``)
      const cells = [...notebook.cells]
      if (edit_mode === 'delete') cells.splice(at, 1)
      else if (edit_mode === 'insert') cells.splice(at + 1, 0, newCell(notebook, cell_type ?? 'code', new_source))
      else cells[at] = replaced(cells[at] as Cell, cell_type, new_source)
      const indent = /\n( +|\t+)"/.exec(notebook.text)?.[1] ?? 1
      const text =
        JSON.stringify({ ...notebook.whole, cells }, null, indent) + (notebook.text.endsWith('\n') ? '\n' : '')
      await writeWhole(path, text)
      await rememberWritten(path, text, context)
      return { data: { path, cell: cell_id ?? 'first', mode: edit_mode, cells: cells.length } }
    } catch (error) {
      throw diskError(error, 'edit', path)
    }
  },

  mapResult: ({ path, cell, mode, cells }, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: `${mode === 'insert' ? 'inserted a cell after' : mode === 'delete' ? 'deleted' : 'replaced'} \`${cell}\` of \`${path}\`; it now has ${cells} cells`,
  }),
})

function newCell(notebook: Notebook, type: 'code' | 'markdown', source: string): Cell {
  // Cells have ids from nbformat 4.5 on.
  const minor = Number(notebook.whole['nbformat_minor'] ?? 0)
  const taken = new Set(notebook.cells.map((cell) => cell.id))
  let number = notebook.cells.length
  while (taken.has(`cell-${number}`)) number++
  return {
    ...(minor >= 5 ? { id: `cell-${number}` } : {}),
    cell_type: type,
    metadata: {},
    source: sourceLines(source),
    ...(type === 'code' ? { execution_count: null, outputs: [] } : {}),
  }
}

/** The outputs of a changed code cell are those of its old text. */
function replaced(cell: Cell, type: string | undefined, source: string): Cell {
  const { outputs: _, execution_count: __, ...rest } = cell
  const kind = type ?? cell.cell_type
  return {
    ...rest,
    cell_type: kind,
    source: sourceLines(source),
    ...(kind === 'code' ? { execution_count: null, outputs: [] } : {}),
  }
}
