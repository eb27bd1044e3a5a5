import { expect, test } from 'vitest'
import { collector } from '../../../src/bash-parser/collect.ts'
import { type Program, runProgram } from '../../../src/bash-parser/commands/program.ts'
import type { PathUse } from '../../../src/bash-parser/effects.ts'
import type { Word } from '../../../src/bash-parser/script.ts'

/**
 * What a row expects; what it leaves out must be empty. Paths: `x` a path, `x/**` with all below it, a glob as written, `?` unknown.
 * Runs: words joined by blanks, `sh: text` for a shell, `remote ` in front where it runs elsewhere, ` …` behind where words are appended.
 */
export interface Expected {
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  readonly deletes?: readonly string[]
  readonly runs?: readonly string[]
  readonly hosts?: readonly (string | null)[]
  readonly changes?: readonly string[]
  readonly folder?: string
  readonly doubt?: string
}

export type Row = readonly [command: string, expected: Expected]

/** Runs a table of command lines through the programs of one family and compares all they are said to do. */
export function testEffects(family: readonly Program[], rows: readonly Row[]): void {
  test('no row is written twice', () => {
    const commands = rows.map(([command]) => command)
    expect(commands.filter((command, i) => commands.indexOf(command) !== i)).toEqual([])
  })
  test.each(rows.map(([command, expected]) => ({ command, expected })))('$command', ({ command, expected }) => {
    expect(effectsOf(family, command)).toEqual(expected)
  })
}

/** Every program of a family has a row; so has none a row of another family. */
export function testEveryProgramHasARow(family: readonly Program[], rows: readonly Row[]): void {
  test('every program of the family has a row', () => {
    const used = new Set(rows.map(([command]) => command.split(' ', 1)[0]))
    const missing = family.filter(({ names }) => !names.some((name) => used.has(name)))
    expect(missing.map(({ names }) => names[0])).toEqual([])
  })
}

export function effectsOf(family: readonly Program[], command: string): Expected {
  const [name, ...rest] = words(command)
  const program = family.find(({ names }) => names.includes(name?.value ?? ''))
  if (program === undefined) throw new Error(`no program of this family: \`${command}\``)
  const { effects, report } = collector(name?.value as string)
  let folder: string | undefined
  report.folder = (word) => {
    folder = word.value ?? '?'
  }
  runProgram(program, name?.value as string, rest, report)
  const runs = effects.runs.map(({ words, shell, appends, remote }) => {
    const text = shell === null ? words.map((word) => word.value ?? word.text).join(' ') : `sh: ${shell}`
    return `${remote ? 'remote ' : ''}${text}${appends ? ' …' : ''}`
  })
  const lists = {
    reads: unique(effects.reads.map(pathText)),
    writes: unique(effects.writes.map(pathText)),
    deletes: unique(effects.deletes.map(pathText)),
    runs,
    hosts: effects.hosts,
    changes: unique(effects.changes),
  }
  const filled = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
  return {
    ...filled,
    ...(folder === undefined ? {} : { folder }),
    ...(effects.doubt === null ? {} : { doubt: effects.doubt.code }),
  }
}

function pathText({ path, glob, tree }: PathUse): string {
  return (path ?? glob ?? '?') + (tree ? '/**' : '')
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)]
}

/** Words of a plain command line: quotes, `$x` for a word nobody knows, unquoted `*` for a glob. */
function words(command: string): Word[] {
  return [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g)].map(({ 0: text, index }) => {
    const plain = text.replace(/'([^']*)'|"([^"]*)"/g, '$1$2')
    const unquoted = text.replace(/'[^']*'|"[^"]*"/g, '')
    const dynamic = /\$/.test(text.replace(/'[^']*'/g, ''))
    const glob = !dynamic && /[*?]/.test(unquoted) ? plain : null
    const value = dynamic || glob !== null ? null : plain
    return {
      text,
      literal: dynamic ? null : plain,
      value,
      values: null,
      glob,
      prefix: value ?? plain.replace(/[$*?].*$/s, ''),
      splits: value === null && (glob !== null || /\$/.test(unquoted)),
      brace: false,
      start: index,
      end: index + text.length,
    }
  })
}
