import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import { writeWhole } from '../disk.ts'
import { ToolError } from '../failure.ts'
import { line, lineOf, span, textLines } from '../render.ts'
import { absoluteField, impossiblePath, invalid, pathIn, valid } from './paths.ts'
import { diskError, readTextFile, rememberWritten, staleReason } from './text-file.ts'

export const editTool = buildTool({
  name: 'Edit',
  searchHint: 'replace exact text in a file',
  description: () =>
    'Replaces `old_string` by `new_string` in a file. The old text must be exact, blanks included, and occur once; ' +
    '`replace_all` replaces every occurrence. The file must have been read before. An empty `old_string` makes a new file.',
  inputSchema: z.strictObject({
    file_path: z.string().min(1).describe('Path of the file'),
    old_string: z.string(),
    new_string: z.string(),
    replace_all: z.boolean().optional(),
  }),
  backfillObservableInput: absoluteField('file_path'),

  async validateInput({ file_path, old_string, new_string, replace_all }, context) {
    const path = pathIn(file_path, context)
    const impossible = impossiblePath(path)
    if (impossible !== undefined) return impossible
    if (old_string === new_string) return invalid('`old_string` and `new_string` are the same: nothing would change', 2)
    if (context.system.kind(path) === 'directory') return invalid(`\`${path}\` is a directory`, 3)
    if (path.endsWith('.ipynb')) return invalid('use NotebookEdit for a notebook', 4)
    const file = await readTextFile(path).catch((error) => {
      throw diskError(error, 'edit', path)
    })
    if (file === undefined) {
      return old_string === ''
        ? valid
        : invalid(`\`${path}\` does not exist: to make it, give an empty \`old_string\``, 5)
    }
    const stale = staleReason(path, file.state, context)
    if (stale !== undefined) return invalid(stale, 6)
    const found = locate(file.text, old_string)
    if (typeof found === 'string') return invalid(`${found} in \`${path}\``, 7)
    if (found.count > 1 && replace_all !== true) {
      const more = 'add text around it to make it unique, or set `replace_all`'
      return invalid(`\`old_string\` occurs ${found.count} times in \`${path}\`: ${more}`, 8)
    }
    return valid
  },

  async call({ file_path, old_string, new_string, replace_all = false }, context) {
    const path = pathIn(file_path, context)
    try {
      const file = await readTextFile(path)
      if (file !== undefined) {
        const stale = staleReason(path, file.state, context)
        if (stale !== undefined) throw new ToolError(stale)
      }
      const { text, count } = replace(file?.text ?? '', old_string, new_string, replace_all, path)
      const whole = file?.bom ? `\uFEFF${text}` : text
      await writeWhole(path, whole)
      await rememberWritten(path, whole, context)
      return { data: { path, count, created: file === undefined } }
    } catch (error) {
      throw diskError(error, 'edit', path)
    }
  },

  mapResult: ({ path, count, created }, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: created
      ? `created \`${path}\``
      : `edited \`${path}\`: ${count} ${count === 1 ? 'place' : 'places'} replaced`,
  }),

  renderToolUse: ({ file_path, old_string, new_string }, options) => [
    lineOf([span('Edit', 'name'), span(` ${file_path ?? ''}`)]),
    ...(old_string === undefined || old_string === '' ? [] : textLines(old_string, options, 'removed')),
    ...(new_string === undefined || new_string === '' ? [] : textLines(new_string, options, 'added')),
  ],
  renderResult: ({ count, created }) => [line(created ? 'created' : `${count} replaced`, 'dim', 1)],
})

/** Where the old text stands; with the line ends of the file when the model wrote others. */
function locate(
  text: string,
  old: string,
): { readonly old: string; readonly count: number; readonly crlf: boolean } | string {
  if (old === '') return text === '' ? { old, count: 1, crlf: false } : '`old_string` is empty, and there is text'
  const exact = text.split(old).length - 1
  if (exact > 0) return { old, count: exact, crlf: false }
  const withCrlf = old.replaceAll(/\r?\n/g, '\r\n')
  const converted = withCrlf === old ? 0 : text.split(withCrlf).length - 1
  return converted > 0 ? { old: withCrlf, count: converted, crlf: true } : '`old_string` does not occur'
}

function replace(text: string, old: string, next: string, all: boolean, path: string): { text: string; count: number } {
  const found = locate(text, old)
  if (typeof found === 'string') throw new ToolError(`${found} in \`${path}\``)
  const into = found.crlf ? next.replaceAll(/\r?\n/g, '\r\n') : next
  if (found.old === '') return { text: into, count: 1 }
  if (found.count > 1 && !all) throw new ToolError(`\`old_string\` occurs ${found.count} times in \`${path}\``)
  return { text: text.split(found.old).join(into), count: found.count }
}
