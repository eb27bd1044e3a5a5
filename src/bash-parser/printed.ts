import type { DraftCommand, DraftWord, Reader } from './draft.ts'
import { defines, fixed } from './names.ts'
import { lastCommand, printsNumber } from './numeric.ts'

/** Whether a substitution holds `pwd` and nothing else. */
export function printsFolder(reader: Reader, command: DraftCommand): boolean {
  const [name, ...others] = command.words
  return name !== undefined && others.length === 0 && literalOf(reader, name) === 'pwd' && standsAlone(reader, command)
}

/** What may make git take another folder for the work tree, whoever says it. */
const movesRoot = /GIT_|worktree|\.git\b|\b(config|init|clone|submodule)\b/

/** Whether a substitution asks git for the folder of the work tree and does nothing else, in a text that leaves repositories alone. */
export function printsRoot(reader: Reader, command: DraftCommand): boolean {
  const words = command.words.map((word) => literalOf(reader, word))
  const asks = words.length === 3 && words.join(' ') === 'git rev-parse --show-toplevel'
  return asks && standsAlone(reader, command) && !movesRoot.test(reader.text)
}

/** What `echo` or `printf` print, where that is all a substitution holds and its words are fixed; null for anything else. */
export function printedText(reader: Reader, command: DraftCommand): string | null {
  const [name, ...rest] = command.words.map((word) => literalOf(reader, word))
  if ((name !== 'echo' && name !== 'printf') || rest.includes(null) || !standsAlone(reader, command)) return null
  const words = rest as string[]
  if (words.some((word) => /^-|\\/.test(word))) return null
  if (name === 'echo') return words.join(' ').replace(/\n+$/, '')
  const [format, ...values] = words
  const pieces = format?.split('%s') ?? []
  if (pieces.length !== values.length + 1 || pieces.some((piece) => piece.includes('%'))) return null
  return pieces
    .map((piece, i) => piece + (values[i] ?? ''))
    .join('')
    .replace(/\n+$/, '')
}

/** Whether a command is all that a substitution holds, and the program of its name. */
function standsAlone(reader: Reader, { start, end, words, redirects, assignments, place }: DraftCommand): boolean {
  const [name] = words
  if (name === undefined || redirects.length + assignments.length > 0 || place.nesting.at(-1) !== 'substitution')
    return false
  if (defines(reader, literalOf(reader, name) ?? '')) return false
  const opened = /(?:\$\(|`)\s*$/.test(reader.text.slice(Math.max(0, start - 20), start))
  return opened && /^\s*[)`]/.test(reader.text.slice(end, end + 20))
}

/** Programs that print one name without a slash, by the words after their own. */
const namers: Readonly<Record<string, RegExp>> = {
  date: /^(?!.*(?:%[-_0^#:]*\d*[EO]?[Dxc+]|\.\.|--[hv]))[^/]*$/,
  whoami: /^$/,
  hostname: /^(-s)?$/,
  uname: /^(-[mnprsi])?$/,
  uuidgen: /^$/,
  id: /^-u?n?u?$/,
  git: /^rev-parse (--short )?HEAD$/,
  openssl: /^rand -hex \d+$/,
}

/** What else is known of the words of a substitution. */
export interface Surroundings {
  /** Nothing sets `TMPDIR`. */
  readonly usualFolder: boolean
  /** Patterns that all values of a word match; null when nobody knows. */
  shapes(word: DraftWord, command: DraftCommand): readonly string[] | null
}

/** Patterns that all the output of a substitution matches, given by the numbers of its commands; null when nobody knows. */
export function printedShapes(reader: Reader, from: number, to: number, known: Surroundings): readonly string[] | null {
  if (printsNumber(reader, from, to)) return ['*']
  const command = lastCommand(reader, from, to)
  const [first, ...rest] = command?.words ?? []
  const program = first === undefined ? null : literalOf(reader, first)
  if (program === null || command === null || defines(reader, program)) return null
  if (program === 'basename') {
    // The last part of a path, whatever the path; less than that where an ending is cut off.
    const [path, ...others] = rest
    const shapes = path === undefined || others.length > 0 ? null : known.shapes(path, command)
    // Behind `/*` there may be nothing, so that the folder is what is left.
    if (shapes === null || shapes.some((shape) => /^-|\s|(^|\/)\**$/.test(shape.replace(/\/+$/, ''))))
      return ['*', '..', '/']
    return shapes.map((shape) => shape.replace(/\/+$/, '')).map((shape) => shape.slice(shape.lastIndexOf('/') + 1))
  }
  const words = rest.map((word) => literalOf(reader, word))
  if (words.includes(null)) return null
  const shape =
    program === 'mktemp'
      ? known.usualFolder
        ? madeName(words as string[])
        : null
      : Object.hasOwn(namers, program) && namers[program]?.test(words.join(' ')) === true
        ? '*'
        : null
  if (shape === null) return null
  // What cannot be made is not printed.
  if (program === 'mktemp') return [shape, '']
  return printsBlanks(program, words as string[]) ? [shape, '* *'] : [shape]
}

/** Whether the one name may have blanks in it. */
function printsBlanks(program: string, words: readonly string[]): boolean {
  const format = words.find((word) => word.startsWith('+'))
  return program === 'date' && (format === undefined || /\s|%[-_0^#]*\d*[EO]?[rnt]/.test(format))
}

/** A file or folder that was not there before (mktemp(1)). */
function madeName(words: readonly string[]): string | null {
  const options = words.filter((word) => word.startsWith('-'))
  const [template, ...others] = words.filter((word) => !word.startsWith('-'))
  if (!options.every((word) => /^-[dqt]+$/.test(word)) || others.length > 0) return null
  if (template === undefined) return '/tmp/tmp.*'
  if (/[*?[\]\\]/.test(template)) return null
  const pattern = template.replace(/X{3,}/g, '*')
  return options.some((word) => word.includes('t')) ? `/tmp/${pattern}` : pattern
}

/** What a word is where nothing in it is computed, matched or expanded; null for any other. */
function literalOf(reader: Reader, word: DraftWord): string | null {
  const opens = word.parts?.some((part) => part.kind === 'bare' && /[~{*?[]/.test(part.text))
  return opens === true ? null : fixed(reader, word)
}
