import { describe, expect, it } from 'vitest'
import { collectEffects } from '../../src/bash-parser/collect.ts'
import { findProgram } from '../../src/bash-parser/commands/index.ts'
import type { Program } from '../../src/bash-parser/commands/program.ts'
import type { PathUse, Run } from '../../src/bash-parser/effects.ts'
import { parse } from '../../src/bash-parser/parse.ts'

/**
 * One table for one family: `command line => effects`, a row a line. Effects are joined by `; `: `reads a`, `writes a`, `deletes a`
 * (`/**` after a path: everything below it, `/**L`: through links too, `?`: nobody knows), `host a`, `runs a b` (`…`: words are appended), `shell text`,
 * `changes what`, `doubt code`; `nothing` when there are none. Each row is compared whole. Every program of the family needs one.
 */
export function testPrograms(family: readonly Program[], table: string) {
  const rows = table
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => {
      const [line, effects] = row.split(/\s+=>\s+/)
      if (line === undefined || effects === undefined) throw new Error(`\`${row}\` is not \`command => effects\``)
      return { line, effects }
    })
  const lines = rows.map((row) => row.line)
  const twice = lines.find((line, i) => lines.indexOf(line) !== i)
  if (twice !== undefined) throw new Error(`\`${twice}\` is there twice`)
  describe('what a command does', () => {
    it.each(rows)('$line => $effects', ({ line, effects }) => {
      expect(effectsOf(line)).toEqual(effects.split('; ').sort())
    })
    it('every program of the family has a row', () => {
      const used = new Set(lines.map((line) => plainName(line.split(' ')[0] ?? '')))
      const missing = family.filter((program) => !program.names.some((name) => used.has(name)))
      expect(missing.map((program) => program.names[0])).toEqual([])
    })
    it('every name of the family leads to it', () => {
      const hidden = family.flatMap((program) => program.names.filter((name) => findProgram(name) !== program))
      expect(hidden).toEqual([])
    })
  })
}

/** The effects of the first command of a line, written as in a table, in one order. */
function effectsOf(line: string): string[] {
  const script = parse(line, { home: '/home/dev' })
  // The parser itself doubts builtins that evaluate their words; what the table says of them is compared all the same.
  if (script.doubt !== null && script.doubt.code !== 'shell-state') {
    throw new Error(`\`${line}\` is not understood: ${script.doubt.code} ${script.doubt.detail}`)
  }
  const [first, ...rest] = script.commands[0]?.words ?? []
  const name = plainName(first?.value ?? '')
  const program = findProgram(name)
  if (program === undefined) throw new Error(`\`${name}\` is in no table`)
  const effects = collectEffects(program, name, rest)
  const parts = [
    ...effects.reads.map((use) => `reads ${path(use)}`),
    ...effects.writes.map((use) => `writes ${path(use)}`),
    ...effects.deletes.map((use) => `deletes ${path(use)}`),
    ...effects.hosts.map((host) => `host ${host ?? '?'}`),
    ...effects.runs.map(run),
    ...effects.changes.map((what) => `changes ${what}`),
    ...(effects.doubt === null ? [] : [`doubt ${effects.doubt.code}`]),
  ]
  return parts.length === 0 ? ['nothing'] : parts.sort()
}

function plainName(program: string): string {
  return program.replace(/^\/usr\/bin\//, '')
}

function path(use: PathUse): string {
  return (use.path ?? use.glob ?? '?') + (use.tree ? '/**' : '') + (use.follows === true ? 'L' : '')
}

function run({ words, appends, shell }: Run): string {
  if (shell !== null) return `shell ${shell}`
  return `runs ${words.map((word) => word.value ?? word.glob ?? '?').join(' ')}${appends ? ' …' : ''}`
}
