import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import { writeWhole } from '../disk.ts'
import { ToolError } from '../failure.ts'
import { counted, line, lineOf, span, textLines } from '../render.ts'
import { absoluteField, impossiblePath, invalid, pathIn, valid } from './paths.ts'
import { diskError, readTextFile, rememberWritten, staleReason } from './text-file.ts'

export const writeTool = buildTool({
  name: 'Write',
  searchHint: 'write a whole file, new or not',
  description: () =>
    'Writes a file whole; folders on the way are made. An existing file must have been read before and not have ' +
    'changed since. Prefer Edit for changes to a part.',
  inputSchema: z.strictObject({
    file_path: z.string().min(1).describe('Path of the file'),
    content: z.string(),
  }),
  isDestructive: ({ file_path }, context) => context.system.kind(pathIn(file_path, context)) !== undefined,
  backfillObservableInput: absoluteField('file_path'),

  validateInput({ file_path }, context) {
    const path = pathIn(file_path, context)
    const impossible = impossiblePath(path)
    if (impossible !== undefined) return impossible
    const kind = context.system.kind(path)
    if (kind === 'directory') return invalid(`\`${path}\` is a directory`, 2)
    if (kind !== undefined && context.files.get(path) === undefined) {
      return invalid(`\`${path}\` exists and has not been read in this session: read it first`, 3)
    }
    return valid
  },

  async call({ file_path, content }, context) {
    const path = pathIn(file_path, context)
    try {
      const current = await readTextFile(path)
      const stale = current === undefined ? undefined : staleReason(path, current.state, context)
      if (stale !== undefined) throw new ToolError(stale)
      await writeWhole(path, content)
      await rememberWritten(path, content, context)
      return { data: { path, created: current === undefined, lines: countLines(content) } }
    } catch (error) {
      throw diskError(error, 'write', path)
    }
  },

  mapResult: ({ path, created, lines }, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: `${created ? 'created' : 'replaced'} \`${path}\` (${lines} lines)`,
  }),

  renderToolUse: ({ file_path, content }, options) => [
    lineOf([span('Write', 'name'), span(` ${file_path ?? ''}`)]),
    ...(content === undefined ? [] : textLines(content, options, 'added')),
  ],
  renderResult: ({ created, lines }) => [
    line(`${created ? 'created' : 'replaced'}, ${counted(lines, 'line')}`, 'dim', 1),
  ],
})

function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}
