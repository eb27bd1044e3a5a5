import type { Line, Span, Tone } from './render.ts'

export interface TerminalOptions {
  /** Width in columns; lines are folded to it. */
  readonly columns: number
  readonly colour: boolean
}

/** SGR codes (ECMA-48 8.3.117). */
const codes: Readonly<Record<Tone, readonly [string, string] | null>> = {
  plain: null,
  name: ['1', '22'],
  dim: ['2', '22'],
  good: ['32', '39'],
  bad: ['31', '39'],
  warn: ['33', '39'],
  added: ['32', '39'],
  removed: ['31', '39'],
}

/** What says in text what colour would say. */
const marks: Partial<Record<Tone, string>> = { added: '+ ', removed: '- ' }

/** Narrower than this nothing can be read; lines are then as wide as this. */
const minColumns = 10

/**
 * Lines as text for a terminal: folded to its width, indentation kept on folded lines, colour only where there is
 * some. No text can move the cursor or colour anything itself: control characters are shown, not sent.
 */
export function terminalText(lines: readonly Line[], { columns, colour }: TerminalOptions): string {
  const width = Math.max(columns, minColumns)
  return lines.map((each) => `${fold(each, width, colour).join('\n')}\n`).join('')
}

interface Cell {
  readonly text: string
  readonly width: number
  readonly tone: Tone
}

function fold({ spans, indent }: Line, width: number, colour: boolean): string[] {
  const left = ' '.repeat(Math.min(indent * 2, width - minColumns < 0 ? 0 : Math.min(indent * 2, width >> 2)))
  const room = width - left.length
  const rows: Cell[][] = [[]]
  let used = 0
  for (const cell of spans.flatMap((each) => cellsOf(each, room))) {
    if (used + cell.width > room && used > 0) {
      const row = rows.at(-1) as Cell[]
      const cut = breakAt(row, cell)
      const rest = row.splice(cut)
      rows.push(rest)
      used = rest.reduce((sum, { width: w }) => sum + w, 0)
    }
    ;(rows.at(-1) as Cell[]).push(cell)
    used += cell.width
  }
  return rows.map((row) => left + draw(trimEnd(row), colour))
}

/** Where a full row is broken: after its last blank, if that leaves a decent part of it. */
function breakAt(row: readonly Cell[], next: Cell): number {
  if (next.text === ' ') return row.length
  for (let at = row.length - 1; at > row.length >> 1; at--) if (row[at]?.text === ' ') return at + 1
  return row.length
}

function trimEnd(row: readonly Cell[]): readonly Cell[] {
  let end = row.length
  while (end > 0 && row[end - 1]?.text === ' ') end--
  return row.slice(0, end)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function cellsOf({ text, tone }: Span, room: number): Cell[] {
  const shown = visible((marks[tone] ?? '') + text)
  const cells: Cell[] = []
  if (/^[\x20-\x7e]*$/.test(shown)) {
    for (const char of shown) cells.push({ text: char, width: 1, tone })
    return cells
  }
  for (const { segment } of segmenter.segment(shown)) {
    cells.push({ text: segment, width: Math.min(widthOf(segment), room), tone })
  }
  return cells
}

/** Control and direction characters as text: nothing that a tool prints may act on the terminal. */
export function visible(text: string): string {
  return text
    .replace(/\t/g, '    ')
    .replace(/\r?\n/g, ' ')
    .replace(
      /[\0-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\p{Surrogate}]/gu,
      (char) => {
        const code = char.codePointAt(0) as number
        return code < 0x20
          ? `^${String.fromCharCode(code + 0x40)}`
          : `<${code.toString(16).toUpperCase().padStart(4, '0')}>`
      },
    )
}

/** Columns of a grapheme: two for East Asian wide characters and emoji (Unicode UAX #11), none for marks alone. */
function widthOf(segment: string): number {
  const code = segment.codePointAt(0) as number
  if (/^\p{Mark}+$/u.test(segment)) return 0
  if (/\p{Emoji_Presentation}|\uFE0F/u.test(segment)) return 2
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0x303e) ||
    (code >= 0x3041 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x20000 && code <= 0x3fffd)
  return wide ? 2 : 1
}

function draw(row: readonly Cell[], colour: boolean): string {
  let text = ''
  for (let at = 0; at < row.length; ) {
    const { tone } = row[at] as Cell
    let run = ''
    for (; at < row.length && row[at]?.tone === tone; at++) run += row[at]?.text
    const code = colour ? codes[tone] : null
    text += code === null ? run : `\x1b[${code[0]}m${run}\x1b[${code[1]}m`
  }
  return text
}
