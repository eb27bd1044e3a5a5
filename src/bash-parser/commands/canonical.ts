import { findProgram } from './index.ts'
import type { Program } from './program.ts'

const spellings = new WeakMap<Program, ReadonlyMap<string, string>>()

/** The first spelling of an option of a program: `--recursive` of `rm` is `-r`. An option nobody wrote down is itself. */
export function canonicalOption(program: string, option: string): string {
  const table = findProgram(program)
  if (table === undefined) return option
  let known = spellings.get(table)
  if (known === undefined) {
    known = new Map(readSpellings(table.options ?? ''))
    spellings.set(table, known)
  }
  return known.get(option.replace(/=.*$/s, '')) ?? option
}

function readSpellings(options: string): [string, string][] {
  return options
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((entry) => {
      const [first = '', ...others] = entry.replace(/(\[=\]|==?|:).*$/, '').split(',')
      return [first, ...others].map((spelling): [string, string] => [spelling, first])
    })
}
