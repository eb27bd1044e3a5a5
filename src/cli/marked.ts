import type { Effect, Part } from '../decision.ts'
import { columns, type Screen, visibleCharacter } from './screen.ts'

/** Told apart without colour too. */
const underline: Readonly<Record<Effect, string>> = { allow: '-', ask: '~', deny: '^' }

/** More rows than this say nothing more about a command. */
const maxRows = 24

interface Cell {
  readonly text: string
  readonly effect: Effect | undefined
}

/** A command line with each part underlined in its effect: `-` allow, `~` ask, `^` deny. */
export function marked(text: string, parts: readonly Part[], screen: Screen): string[] {
  const { rows, end } = cellRows(text, effectAt(text, parts), screen.width - 2)
  const lines = rows.flatMap((row) => {
    const marks = row.map(({ text: cell, effect }) => {
      const mark = (effect === undefined ? ' ' : underline[effect]).repeat(columns(cell))
      return effect === undefined ? mark : screen.effect[effect](mark)
    })
    const line = `  ${row.map((cell) => cell.text).join('')}`
    return row.some((cell) => cell.effect !== undefined) ? [line, `  ${marks.join('').trimEnd()}`] : [line]
  })
  return end === text.length ? lines : [...lines, screen.dim(`  … ${text.length - end} more characters`)]
}

/** The effect of every offset: an inner part covers the one around it. */
function effectAt(text: string, parts: readonly Part[]): readonly (Effect | undefined)[] {
  const effects: (Effect | undefined)[] = new Array(text.length).fill(undefined)
  const placed = parts.flatMap((part) =>
    part.start === undefined || part.end === undefined
      ? []
      : [{ effect: part.effect, start: part.start, end: part.end }],
  )
  placed.sort((a, b) => b.end - b.start - (a.end - a.start))
  for (const { effect, start, end } of placed) effects.fill(effect, start, Math.min(end, text.length))
  return effects
}

/** The first rows of the text, and the offset they reach. */
function cellRows(
  text: string,
  effects: readonly (Effect | undefined)[],
  width: number,
): { rows: Cell[][]; end: number } {
  const rows: Cell[][] = [[]]
  let used = 0
  let at = 0
  for (const character of text) {
    const shown = character === '\n' ? '' : visibleCharacter(character)
    if (character === '\n' || (used > 0 && used + columns(shown) > width)) {
      if (rows.length === maxRows) return { rows, end: at }
      rows.push([])
      used = 0
    }
    if (character !== '\n') rows.at(-1)!.push({ text: shown, effect: effects[at] })
    used += columns(shown)
    at += character.length
  }
  return { rows, end: at }
}
