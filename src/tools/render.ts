import type { AnyTool, GroupedCall, RenderOptions } from './tool.ts'

/** What a piece of text is, for whoever draws it. */
export type Tone = 'plain' | 'name' | 'dim' | 'good' | 'bad' | 'warn' | 'added' | 'removed'

export interface Span {
  readonly text: string
  readonly tone: Tone
}

/** One line of output: structure, no colour, no width. */
export interface Line {
  readonly spans: readonly Span[]
  /** Levels of indentation. */
  readonly indent: number
}

export function line(text: string, tone: Tone = 'plain', indent = 0): Line {
  return { spans: [{ text, tone }], indent }
}

export function lineOf(spans: readonly Span[], indent = 0): Line {
  return { spans, indent }
}

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

export const span = (text: string, tone: Tone = 'plain'): Span => ({ text, tone })

/** Lines of a result shown before the rest is only counted. */
const condensedLines = 5

/** Longest line kept of a result that is not shown verbosely; a terminal cannot show more at once. */
const maxLineChars = 2_000

/** A text as lines, at most `limit` of them; the last one counts what is left out. */
export function textLines(
  text: string,
  { verbose }: RenderOptions,
  tone: Tone = 'plain',
  limit = condensedLines,
): Line[] {
  const all = text.replace(/\n+$/, '').split('\n')
  const shown = verbose === true || all.length <= limit ? all : all.slice(0, limit)
  const lines = shown.map((each) => line(verbose === true ? each : each.slice(0, maxLineChars), tone, 1))
  if (shown.length < all.length) lines.push(line(`... ${all.length - shown.length} more lines`, 'dim', 1))
  return lines
}

type Rendering = Required<
  Pick<
    AnyTool,
    | 'userFacingName'
    | 'renderToolUse'
    | 'renderProgress'
    | 'renderResult'
    | 'renderError'
    | 'renderRejected'
    | 'renderGrouped'
    | 'isResultTruncated'
  >
>

/** How a tool is shown; where it says nothing, or what it says throws, the fallback. */
export function renderingOf(tool: AnyTool | undefined, name: string): Rendering {
  const fallback = fallbackFor(tool, name)
  const own = <Method extends keyof Rendering>(method: Method): Rendering[Method] => {
    const given = tool?.[method]
    if (tool === undefined || given === undefined) return fallback[method]
    return ((...args: never[]) => {
      try {
        return (given as (...args: never[]) => unknown).apply(tool, args)
      } catch {
        return (fallback[method] as (...args: never[]) => unknown)(...args)
      }
    }) as Rendering[Method]
  }
  return {
    userFacingName: own('userFacingName'),
    renderToolUse: own('renderToolUse'),
    renderProgress: own('renderProgress'),
    renderResult: own('renderResult'),
    renderError: own('renderError'),
    renderRejected: own('renderRejected'),
    renderGrouped: own('renderGrouped'),
    isResultTruncated: own('isResultTruncated'),
  }
}

function fallbackFor(tool: AnyTool | undefined, name: string): Rendering {
  const title = (input: unknown) => {
    try {
      return tool?.userFacingName?.((input ?? {}) as never) ?? name
    } catch {
      return name
    }
  }
  return {
    userFacingName: () => name,
    renderToolUse: (input, options) => [lineOf([span(title(input), 'name'), span(`(${inputText(input, options)})`)])],
    renderProgress: (events) => (events.length === 0 ? [] : [line('running ...', 'dim', 1)]),
    renderResult: (output, options) => {
      const text = outputText(output)
      if (options.style === 'condensed') {
        const lines = text === '' ? 0 : text.split('\n').length
        return [line(lines === 1 ? text.slice(0, maxLineChars) : `${lines} lines`, 'dim', 1)]
      }
      return textLines(text, options)
    },
    renderError: (message, options) => textLines(message, options, 'bad', 10),
    renderRejected: (input, message) => [
      lineOf([span(title(input), 'name'), span(' was not run', 'bad')]),
      ...textLines(message, {}, 'dim', 10),
    ],
    renderGrouped: (calls) => groupedLines(name, calls),
    isResultTruncated: (output) =>
      tool?.renderResult === undefined && outputText(output).split('\n').length > condensedLines,
  }
}

/** Several calls of one tool: how many, how many failed, what each is about. */
function groupedLines(name: string, calls: readonly GroupedCall<unknown, unknown>[]): Line[] {
  const failed = calls.filter((call) => call.failed).length
  const head = [span(name, 'name'), span(` x ${calls.length}`)]
  if (failed > 0) head.push(span(`, ${failed} failed`, 'bad'))
  return [
    lineOf(head),
    ...calls.map((call) => line(inputText(call.input, { style: 'condensed' }), call.failed ? 'bad' : 'dim', 1)),
  ]
}

/** The fields of an input, each shortened; for an input that still streams, those there are. */
function inputText(input: unknown, { verbose }: RenderOptions): string {
  if (typeof input !== 'object' || input === null) return ''
  const limit = verbose === true ? Number.POSITIVE_INFINITY : 80
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const text = typeof value === 'string' ? value : outputText(value)
      const short = text.length > limit ? `${text.slice(0, limit)}...` : text
      return `${key}: ${short.replaceAll('\n', '\\n')}`
    })
    .join(', ')
}

function outputText(output: unknown): string {
  if (typeof output === 'string') return output
  try {
    return JSON.stringify(output, null, 2) ?? ''
  } catch {
    return String(output)
  }
}
