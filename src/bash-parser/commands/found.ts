import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'

/** How far below a starting point names of a pattern are looked for. */
const depth = 5

/** The word `{}` of `find START -exec`: `START/**`, or `START/**\/NAME` where every path found has this name. */
export function isFound({ value, glob, text }: Word): boolean {
  return value === null && text.includes('{}') && /\/\*\*(\/|$)/.test(glob ?? '')
}

/** A report for a program that find starts: what it does to `{}` it does to anything below the starting point. */
export function belowStarts(report: Report): Report {
  const each = (use: (word: Word, options?: { tree?: boolean; follows?: boolean }) => void): typeof use => {
    return (word, options) => {
      if (!isFound(word)) use(word, options)
      else {
        const [start = '', name] = (word.glob ?? '').split('/**')
        if (name === undefined || name === '') use(named(word, start), { ...options, tree: true })
        else for (const level of levels(start, name)) use(named(word, level), options)
      }
    }
  }
  return { ...report, read: each(report.read), write: each(report.write), delete: each(report.delete) }
}

function named(word: Word, pattern: string): Word {
  return /[*?[\\]/.test(pattern) ? { ...withValue(word, null), glob: pattern } : withValue(word, pattern)
}

/** The same names in the folder itself, and further and further down; the first folder may be a hidden one. */
function levels(start: string, name: string): readonly string[] {
  return Array.from({ length: depth }, (_, i) => {
    const folders = i === 0 ? [''] : [`/*${'/*'.repeat(i - 1)}`, `/.*${'/*'.repeat(i - 1)}`]
    return folders.flatMap((folder) => namesOf(name.slice(1)).map((each) => `${start}${folder}/${each}`))
  }).flat()
}

/** To find a leading `*` or `?` may be a dot, to the shell's patterns it may not. */
function namesOf(name: string): readonly string[] {
  const rest = name.replace(/^\*+/, '')
  if (rest !== name) return rest.startsWith('.') ? [name, `.*${rest}`, rest] : [name, `.*${rest}`]
  return name.startsWith('?') ? [name, `.${name.slice(1)}`] : [name]
}
