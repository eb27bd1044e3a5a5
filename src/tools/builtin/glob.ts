import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import type { ToolUseContext } from '../context.ts'
import { counted, line, lineOf, span, textLines } from '../render.ts'
import { readable } from './denied.ts'
import { impossiblePath, invalid, pathIn, valid } from './paths.ts'

/** Files named at most; a longer list helps nobody. */
const maxFiles = 100

/** Entries looked at before a search gives up: a home folder, not a whole machine. */
const maxEntries = 500_000

/** Folders nobody means unless they name them. */
const skipped = new Set(['.git', 'node_modules'])

export const globTool = buildTool({
  name: 'Glob',
  searchHint: 'find files by name pattern',
  description: () =>
    'Finds files by a pattern such as `src/**/*.ts`, newest first. `path` is the folder to search; the current one without it.',
  inputSchema: z.strictObject({
    pattern: z.string().min(1).describe('Glob pattern'),
    path: z.string().min(1).optional().describe('Folder to search'),
  }),
  maxResultSizeChars: 20_000,
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  backfillObservableInput: (input, context) => ({ ...input, ...anchored(input, context) }),

  validateInput(input, context) {
    if (input.pattern.length > 2_000) return invalid('the pattern is longer than 2,000 characters', 1)
    const { path: folder, pattern } = anchored(input, context)
    if (/(^|[/{,])\.\.([/},]|$)/.test(pattern)) return invalid('`..` may stand only at the beginning of a pattern', 4)
    const impossible = impossiblePath(folder)
    if (impossible !== undefined) return impossible
    const kind = context.system.kind(folder)
    if (kind === undefined) return invalid(`\`${folder}\` does not exist`, 2)
    return kind === 'file' ? invalid(`\`${folder}\` is a file, not a folder`, 3) : valid
  },

  async call(input, context) {
    const { pattern: relative, path: from } = anchored(input, context)
    const { Minimatch } = await import('minimatch')
    const matcher = new Minimatch(relative, { dot: true, nocomment: true, nonegate: true, optimizationLevel: 2 })
    const named = (name: string) => relative.split('/').includes(name)
    const show = readable(context)
    const found: { path: string; mtimeMs: number }[] = []
    let looked = 0
    const queue = ['']
    for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
      context.signal.throwIfAborted()
      for (const entry of await entriesOf(`${from}/${folder}`)) {
        if (++looked > maxEntries) break
        const below = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.isDirectory()) {
          const wanted = !skipped.has(entry.name) || named(entry.name)
          if (wanted && matcher.match(below, true)) queue.push(below)
        } else if (matcher.match(below)) {
          const full = from === '/' ? `/${below}` : `${from}/${below}`
          if (!show(full)) continue
          const info = await stat(full).catch(() => undefined)
          found.push({ path: full, mtimeMs: info?.mtimeMs ?? 0 })
        }
      }
    }
    found.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1))
    const files = found.slice(0, maxFiles).map((each) => each.path)
    return { data: { files, total: found.length, complete: looked <= maxEntries } }
  },

  mapResult({ files, total, complete }, toolUseId) {
    const lines = [...files]
    if (total === 0) lines.push('no file matches')
    if (total > files.length) lines.push(`(${total - files.length} more files match: narrow the pattern)`)
    if (!complete) lines.push(`(stopped after ${maxEntries} entries: search a smaller folder)`)
    return { type: 'tool_result', tool_use_id: toolUseId, content: lines.join('\n') }
  },

  renderToolUse: ({ pattern, path }) => [
    lineOf([span('Glob', 'name'), span(` ${pattern ?? ''}${path === undefined ? '' : ` in ${path}`}`)]),
  ],
  renderResult: ({ files, total }, options) =>
    options.verbose === true ? textLines(files.join('\n'), options) : [line(counted(total, 'file'), 'dim', 1)],
})

/**
 * The folder a pattern really searches, and the pattern below it: what stands in front of the first wildcard is part of the
 * folder, so that whoever judges the call sees where it looks.
 */
function anchored(
  { pattern, path }: { readonly pattern: string; readonly path?: string | undefined },
  context: ToolUseContext,
): { readonly pattern: string; readonly path: string } {
  const segments = pattern.split('/')
  const wild = segments.findIndex((segment) => /[*?[\]{}()!+@\\]/.test(segment))
  const fixed = wild < 0 ? segments.length - 1 : wild
  const front = segments.slice(0, fixed).join('/')
  const folder = pattern.startsWith('/')
    ? `/${front}`
    : front.startsWith('~')
      ? front
      : `${pathIn(path ?? '.', context)}/${front}`
  return { pattern: segments.slice(fixed).join('/'), path: pathIn(folder, context) }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
