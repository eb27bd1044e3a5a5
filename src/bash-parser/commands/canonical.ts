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

const valued = new WeakMap<Program, ReadonlySet<string>>()

/** Whether an option of a program takes the next word as its value, as far as its table says. */
export function takesValue(program: string, option: string): boolean {
  const table = findProgram(program)
  if (table === undefined) return false
  let known = valued.get(table)
  if (known === undefined) {
    const entries = (table.options ?? '').split(/\s+/).filter((entry) => /^[^=:[]+=/.test(entry))
    known = new Set(entries.flatMap((entry) => entry.replace(/=.*$/s, '').split(',')))
    valued.set(table, known)
  }
  return known.has(option)
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
