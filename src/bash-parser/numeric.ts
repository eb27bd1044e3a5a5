import type { DraftCommand, DraftWord, Reader } from './draft.ts'
import { defines, fixed } from './names.ts'

/** Integers the shell itself keeps; unless a text assigns them. */
export const shellIntegers: ReadonlySet<string> = new Set(
  'BASHPID EPOCHSECONDS EUID LINENO OPTIND PPID RANDOM SECONDS SRANDOM UID'.split(' '),
)

/** Programs that print digits and nothing else, by the words after their name. */
const printers: Readonly<Record<string, RegExp>> = {
  // `-s` and the like count files; with a file name they print it too.
  wc: /^(?:-[lwcm]|--lines|--words|--bytes|--chars)$/,
  date: /^(?:-u )?\+%(?:s|N|Y|-?[mdHMSj])$/,
  nproc: /^(?:--all)?$/,
  id: /^-[ug]$/,
  seq: /^(?:-?\d+ ?){1,3}$/,
  // With `-r` or `-H` it prints the names of files too.
  grep: /^(?:-[aivwxEFGPshy]*c[aivwxEFGPshy]*)(?: -[aivwxEFGPshy]+)* [^-\s]\S*(?: [^-\s]\S*)?$/,
  echo: /^-?\d+$/,
}

/** Whether the output of a substitution, given by the numbers of its commands, is a number. */
export function printsNumber(reader: Reader, from: number, to: number): boolean {
  const last = lastCommand(reader, from, to)
  const [name, ...rest] = last?.words ?? []
  if (last === null || name === undefined || name.parts !== null) return false
  const words = rest.map((word) => fixed(reader, word))
  if (words.includes(null)) return false
  const program = reader.text.slice(name.start, name.end)
  const printer = Object.hasOwn(printers, program) && !defines(reader, program) ? printers[program] : undefined
  return printer?.test(words.join(' ')) === true
}

/** The command whose output a substitution is: the last one of its one pipeline; null for anything else. */
export function lastCommand(reader: Reader, from: number, to: number): DraftCommand | null {
  let last: DraftCommand | undefined
  for (let i = from; i < to; i++) {
    const command = reader.commands[i] as DraftCommand
    // What stands inside another command's words is that command's matter.
    if (last !== undefined && command.start < last.end) continue
    if (last !== undefined && !/^\s*\|&?\s*$/.test(reader.text.slice(last.end, command.start))) return null
    last = command
  }
  return last ?? null
}

/** Whether a word can only be an integer. */
export function isNumeric(reader: Reader, word: DraftWord, variable: (name: string) => boolean): boolean {
  if (word.parts === null) return /^-?\d+$/.test(reader.text.slice(word.start, word.end))
  return word.parts.every((part) => {
    if (part.kind === 'bare' || part.kind === 'quoted') return /^\d+$/.test(part.text)
    if (part.kind === 'variable') return variable(part.name)
    return part.numeric || (part.to > part.from && printsNumber(reader, part.from, part.to))
  })
}
