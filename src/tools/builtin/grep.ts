import { createRequire } from 'node:module'
import { arch } from 'node:os'
import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import type { ToolUseContext } from '../context.ts'
import { ToolError } from '../failure.ts'
import { line, lineOf, span, textLines } from '../render.ts'
import type { ToolResult } from '../tool.ts'
import { startProgram } from './bash.ts'
import { readable } from './denied.ts'
import { absoluteField, impossiblePath, invalid, pathIn, valid } from './paths.ts'

/** Lines, files or counts shown unless the model asks for more. */
const defaultLimit = 250

/** Longest line shown; minified files have lines of megabytes. */
const maxColumns = 500

const timeoutMs = 60_000

const schema = z.strictObject({
  pattern: z.string().min(1).describe('Regular expression (ripgrep syntax)'),
  path: z.string().min(1).optional().describe('File or folder to search'),
  glob: z.string().min(1).optional().describe('Only files that match, for example `*.ts`'),
  type: z.string().min(1).optional().describe('Only files of a type, for example `js`'),
  output_mode: z.enum(['content', 'files_with_matches', 'count']).optional(),
  '-A': z.int().min(0).optional().describe('Lines after each match'),
  '-B': z.int().min(0).optional().describe('Lines before each match'),
  '-C': z.int().min(0).optional().describe('Lines around each match'),
  context: z.int().min(0).optional().describe('The same as -C'),
  '-n': z.boolean().optional().describe('Line numbers (default true)'),
  '-i': z.boolean().optional().describe('Ignore case'),
  '-o': z.boolean().optional().describe('Only what matched'),
  multiline: z.boolean().optional(),
  head_limit: z.int().min(0).optional().describe('How many lines or files to show; 0: all'),
  offset: z.int().min(0).optional().describe('How many to skip first'),
})

type Input = z.output<typeof schema>

interface Found {
  readonly lines: readonly string[]
  readonly total: number
  readonly offset: number
  /** Lines of files that must not be read; nothing of them is shown. */
  readonly hidden: number
}

export const grepTool = buildTool({
  name: 'Grep',
  searchHint: 'search file contents by regular expression',
  description: () =>
    'Searches the contents of files with ripgrep. `output_mode`: `files_with_matches` (default), `content` or `count`. ' +
    'Ignored and binary files are left out.',
  inputSchema: schema,
  maxResultSizeChars: 20_000,
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  backfillObservableInput: absoluteField('path'),

  validateInput({ path, pattern }, context) {
    if (pattern.includes('\0')) return invalid('the pattern holds a null byte', 1)
    if (path === undefined) return valid
    const target = pathIn(path, context)
    return (
      impossiblePath(target) ??
      (context.system.kind(target) === undefined ? invalid(`\`${target}\` does not exist`, 2) : valid)
    )
  },

  async call(input, context): Promise<ToolResult<Found>> {
    const found = await search(input, context)
    const show = readable(context)
    const lines: string[] = []
    let hidden = 0
    let last = ''
    const names = (input.output_mode ?? 'files_with_matches') === 'files_with_matches'
    // After a name alone ripgrep writes only the null byte, after a name with more also a line end.
    for (const raw of found.split(names ? '\0' : '\n')) {
      if (raw === '' || raw === '\n') continue
      // Blocks of a match with its surroundings are apart by `--`; one whose file is not shown leaves none behind.
      if (raw === '--') {
        if (last !== '--' && last !== '') lines.push((last = '--'))
        continue
      }
      const cut = raw.indexOf('\0')
      const path = cut < 0 ? raw : raw.slice(0, cut)
      if (!show(path)) {
        hidden++
        continue
      }
      lines.push((last = cut < 0 ? path : `${path}:${raw.slice(cut + 1)}`))
    }
    if (lines.at(-1) === '--') lines.pop()
    const offset = input.offset ?? 0
    const limit = input.head_limit === 0 ? lines.length : (input.head_limit ?? defaultLimit)
    return { data: { lines: lines.slice(offset, offset + limit), total: lines.length, offset, hidden } }
  },

  mapResult({ lines, total, offset }, toolUseId) {
    const shown = [...lines]
    if (total === 0) shown.push('nothing matches')
    const left = total - offset - lines.length
    if (left > 0) shown.push(`(${left} more: go on with \`offset\` ${offset + lines.length}, or narrow the search)`)
    return { type: 'tool_result', tool_use_id: toolUseId, content: shown.join('\n') }
  },

  renderToolUse: ({ pattern, path, glob }) => [
    lineOf([
      span('Grep', 'name'),
      span(` ${pattern ?? ''}${glob === undefined ? '' : ` in ${glob}`}${path === undefined ? '' : ` below ${path}`}`),
    ]),
  ],
  renderResult: ({ lines, total }, options) =>
    options.verbose === true ? textLines(lines.join('\n'), options) : [line(`${total} found`, 'dim', 1)],
})

/** Runs ripgrep; each line is `path\0rest`. Exit 1 is "nothing found". */
async function search(input: Input, context: ToolUseContext): Promise<string> {
  const file = ripgrep()
  const target = pathIn(input.path ?? '.', context)
  const end = await startProgram({
    file,
    args: [...flags(input), '--regexp', input.pattern, '--', target],
    cwd: context.cwd,
    // A configuration file of the user could change what is found.
    env: { ...context.system.env, RIPGREP_CONFIG_PATH: undefined },
    timeoutMs,
    signal: context.signal,
  }).ended
  if (end.why === 'not-started') throw new ToolError(`ripgrep could not be started: ${end.message}`)
  if (end.why === 'timed-out') throw new ToolError(`the search took longer than ${timeoutMs / 1000} s: narrow it`)
  if (end.why === 'aborted') throw new ToolError('the search was cancelled')
  // Exit 2 with matches: some files could not be read.
  if (end.exit !== 0 && end.exit !== 1 && end.output === '') {
    throw new ToolError(`ripgrep: ${end.stderr.trim().slice(0, 2_000) || `exit code ${end.exit}`}`)
  }
  return end.output
}

function flags(input: Input): string[] {
  const mode = input.output_mode ?? 'files_with_matches'
  const args = [
    '--no-config',
    '--color=never',
    '--hidden',
    '--glob=!**/.git/**',
    '--null',
    '--with-filename',
    '--no-messages',
  ]
  args.push(`--max-columns=${maxColumns}`, '--max-columns-preview', '--sort=path')
  if (input['-i'] === true) args.push('--ignore-case')
  if (input.multiline === true) args.push('--multiline', '--multiline-dotall')
  if (input.glob !== undefined) args.push(`--glob=${input.glob}`)
  if (input.type !== undefined) args.push(`--type=${input.type}`)
  if (mode === 'files_with_matches') return [...args, '--files-with-matches']
  if (mode === 'count') return [...args, '--count']
  args.push('--no-heading', input['-n'] === false ? '--no-line-number' : '--line-number')
  if (input['-o'] === true) args.push('--only-matching')
  const around = input['-C'] ?? input.context
  if (around !== undefined) args.push(`--context=${around}`)
  if (input['-A'] !== undefined) args.push(`--after-context=${input['-A']}`)
  if (input['-B'] !== undefined) args.push(`--before-context=${input['-B']}`)
  return args
}

/** The program that `@vscode/ripgrep` brings for this platform: found by its own package, which any bundle can ask for. */
function ripgrep(): string {
  const platform = `${process.platform}-${arch()}`
  try {
    const binary = process.platform === 'win32' ? 'rg.exe' : 'rg'
    return createRequire(import.meta.url).resolve(`@vscode/ripgrep-${platform}/bin/${binary}`)
  } catch {
    throw new ToolError(`Grep needs ripgrep: the package \`@vscode/ripgrep-${platform}\` is not installed`)
  }
}
