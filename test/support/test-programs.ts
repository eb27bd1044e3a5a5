import { describe, expect, it } from 'vitest'
import { collectEffects } from '../../src/bash-parser/collect.ts'
import { findProgram } from '../../src/bash-parser/commands/index.ts'
import type { Program } from '../../src/bash-parser/commands/program.ts'
import type { CommandEffects, PathUse } from '../../src/bash-parser/effects.ts'
import { parse } from '../../src/bash-parser/parse.ts'
import type { DoubtCode } from '../../src/bash-parser/script.ts'

/** What one command is expected to do; what is not named is expected to be empty. `runs` and paths are compared as text. */
export interface Expected {
  /** Paths, a glob as written, `?` for one that nobody knows; `/**` at the end for a whole tree. */
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  readonly deletes?: readonly string[]
  readonly hosts?: readonly (string | null)[]
  /** Words joined by blanks, `?` for an unknown one, ` …` where words are appended; `sh: text` for a shell. */
  readonly runs?: readonly string[]
  readonly changes?: readonly string[]
  readonly doubt?: DoubtCode
}

/** One table for one family: each row is one command line and all it does. Every program of the family needs a row, harmless and trap. */
export function testPrograms(
  family: readonly Program[],
  rows: readonly (readonly [line: string, expected: Expected])[],
) {
  const used = new Set<string>()
  const seen = new Set<string>()
  describe('what a command does', () => {
    for (const [line, expected] of rows) {
      if (line.trim() === '') throw new Error('a row without a command')
      if (seen.has(line)) throw new Error(`\`${line}\` is there twice`)
      seen.add(line)
      used.add(line.trim().split(/\s+/)[0] as string)
      it(line, () => {
        expect(effectsOf(line)).toEqual({ ...nothing, ...expected })
      })
    }
    it('every program of the family has a row', () => {
      const missing = family.filter((program) => !program.names.some((name) => used.has(name)))
      expect(missing.map((program) => program.names[0])).toEqual([])
    })
    it('no name is written down twice', () => {
      for (const program of family) {
        for (const name of program.names) {
          // A builtin hides the program of its name on purpose.
          const found = findProgram(name)
          expect(found === program || found === undefined ? name : `${name} is hidden`).toBe(name)
        }
      }
    })
  })
}

const nothing = { reads: [], writes: [], deletes: [], hosts: [], runs: [], changes: [], doubt: undefined }

function effectsOf(line: string) {
  const script = parse(line, { home: '/home/dev' })
  expect(script.doubt).toBeNull()
  const command = script.commands.find((each) => each.start === 0)
  const [first, ...rest] = command?.words ?? []
  const name = first?.value ?? ''
  const program = findProgram(name)
  if (program === undefined) throw new Error(`\`${name}\` is not in the table`)
  const effects: CommandEffects = collectEffects(program, name, rest)
  return {
    reads: paths(effects.reads),
    writes: paths(effects.writes),
    deletes: paths(effects.deletes),
    hosts: [...effects.hosts],
    runs: effects.runs.map((run) =>
      run.shell !== null
        ? `sh: ${run.shell}`
        : run.words.map((word) => word.value ?? word.glob ?? '?').join(' ') + (run.appends ? ' …' : ''),
    ),
    changes: [...effects.changes],
    doubt: effects.doubt?.code,
  }
}

function paths(uses: readonly PathUse[]): string[] {
  return uses.map((use) => (use.path ?? use.glob ?? '?') + (use.tree ? '/**' : ''))
}
