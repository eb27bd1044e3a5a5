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

/** Whether an option of a program takes the next word as its value, as far as its table says. */
export function takesValue(program: string, option: string): boolean {
  const entries = findProgram(program)?.options?.split(/\s+/) ?? []
  return entries.some((entry) => {
    const [spellings, value] = /^([^=:[]+)(=?)/.exec(entry)?.slice(1) ?? []
    return value === '=' && (spellings?.split(',').includes(option) ?? false)
  })
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
