import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import type { Program } from './program.ts'
import { unknownWord, wordOf } from './words.ts'

/** Tests and actions of GNU find 4.9 and BSD find by the number of words they take; those with effects are in `does`. */
const noValue = new Set(
  (
    '-a -and -o -or -not -true -false -daystart -depth -d -follow -ignore_readdir_race -noignore_readdir_race -mount -xdev -x -noleaf ' +
    '-nowarn -warn -empty -executable -readable -writable -nouser -nogroup -print -print0 -ls -prune -quit -nohidden ! ( ) ,'
  ).split(' '),
)
const oneValue = new Set(
  (
    '-amin -atime -cmin -ctime -mmin -mtime -Bmin -Btime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname ' +
    '-name -path -perm -regex -size -type -uid -used -user -wholename -xtype -context -maxdepth -mindepth -regextype -printf -flags'
  ).split(' '),
)
const readsValue = new Set('-anewer -cnewer -newer -samefile -mnewer'.split(' '))
const writesValue = new Set('-fprint -fprint0 -fls -fprintf'.split(' '))
const runs = new Set('-exec -execdir -ok -okdir'.split(' '))

/** `find [options] [starting points] [expression]`: GNU 4.9, with the leading options of BSD. */
function readFind(words: readonly Word[], report: Report): void {
  const follows = words.some(({ value }) => value === '-follow' || /^-[HPEXdsx]*L[HLPEXdsx]*$/.test(value ?? ''))
  const reach = { tree: true, follows }
  const from = afterOptions(words, report, reach)
  if (from === null) return
  let end = from
  for (; end < words.length; end++) {
    const word = words[end] as Word
    if (word.value !== null && /^(-.|[!(),]$)/s.test(word.value)) break
    if (word.value === null && couldBeExpression(word)) {
      report.unknown('dynamic-word', word.text)
      if (mayRun(word, words.slice(end))) report.unread(word.text)
    }
  }
  const starts = words.slice(from, end)
  const listed = readExpression(words.slice(end), starts, report)
  for (const start of starts) report.read(start, reach)
  if (starts.length === 0 && !listed) report.readPath('.', reach)
}

/** Index of the first word after the leading options; null when find only prints about itself. */
function afterOptions(
  words: readonly Word[],
  report: Report,
  reach: { tree: boolean; follows: boolean },
): number | null {
  let i = 0
  for (; i < words.length; i++) {
    const { value } = words[i] as Word
    if (value === null) return i
    if (/^-(-?help|-?version)$/.test(value)) return null
    if (value === '--') return i + 1
    if (value === '-D') i++
    else if (value === '-f') {
      const start = words[++i]
      if (start !== undefined) report.read(start, reach)
    } else if (!/^-([HLPEXdsx]+|O\d)$/.test(value)) return i
  }
  return i
}

/** Reports what tests and actions do; says whether the starting points come from a file. */
function readExpression(words: readonly Word[], starts: readonly Word[], report: Report): boolean {
  let listed = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const name = word.value
    if (name === null) {
      report.unknown('dynamic-word', word.text)
      if (mayRun(word, words.slice(at))) report.unread(word.text)
    } else if (name === '-delete') {
      for (const start of starts) report.delete(start, { tree: true })
      if (starts.length === 0) report.delete(wordOf('.', word), { tree: true })
    } else if (runs.has(name)) {
      const end = words.findIndex((_, j) => j > at && endsRun(words, j))
      // Without an end find refuses to start; deny rules still look at what stands there.
      if (end < 0) report.unknown('unknown-option', name)
      const command = words.slice(at + 1, end < 0 ? undefined : end)
      runEach(name, command, words[end]?.value === '+', starts, nameOf(words.slice(0, at)), report)
      if (end < 0) return listed
      at = end
    } else {
      const takes = valuesOf(name)
      // Every test and action is a dash and letters; find refuses to start with any other word.
      if (takes === undefined && !/^-(-|[^a-zA-Z])/.test(name)) report.unknown('unknown-option', name)
      const values = words.slice(at + 1, at + 1 + (takes ?? 0))
      // A value that splits may bring `-delete` with it.
      const split = values.find((value) => value.value === null && value.splits)
      if (split !== undefined) report.unknown('dynamic-word', split.text)
      const [value] = values
      if (value !== undefined && (readsValue.has(name) || /^-newer.[^t]$/.test(name))) report.read(value)
      if (value !== undefined && writesValue.has(name)) report.write(value)
      if (name === '-files0-from') {
        listed = true
        report.unknown('unknown-option', name)
      }
      at += takes ?? 0
    }
  }
  return listed
}

/** Whether a word of unknown value may turn out to be an action that runs the words after it, up to its end. */
function mayRun({ prefix }: Word, rest: readonly Word[]): boolean {
  if (prefix === '') return rest.some(({ value }) => value === ';' || value === '+')
  return [...runs].some((name) => name.startsWith(prefix) || prefix.startsWith(name))
}

function valuesOf(name: string): number | undefined {
  if (noValue.has(name) || /^-(-?help|-?version)$/.test(name)) return 0
  if (oneValue.has(name) || readsValue.has(name) || /^-newer..$/.test(name) || name === '-files0-from') return 1
  if (name === '-fprintf') return 2
  return writesValue.has(name) ? 1 : undefined
}

/** The name, with wildcards, that each path has when these tests let it through; null for any. */
function nameOf(tests: readonly Word[]): string | null {
  if (tests.some(({ value }) => value === null || /^([!(),]|-not|-o|-or)$/.test(value))) return null
  const at = tests.findIndex(({ value }) => value === '-name')
  const name = at < 0 ? null : (tests[at + 1]?.value ?? null)
  // A bracket may stand for a dot as well.
  return name === null || /^\*+$|^\[|\//.test(name) ? null : name
}

function runEach(
  name: string,
  command: readonly Word[],
  appends: boolean,
  starts: readonly Word[],
  found: string | null,
  report: Report,
): void {
  // The command runs in the folder of each file found, where relative words mean other files.
  if (name.endsWith('dir')) report.unknown('runs', name)
  const below = starts.length === 0 ? ['.'] : [...new Set(starts.map(patternOf))]
  // Many starting points are not told apart, nor those of a find inside a find: each would double what is to be read.
  const many = below.length > maxStarts || (below.length > 1 && command.some(({ value }) => runs.has(value ?? '')))
  for (const start of many ? [null] : below) {
    const words = command.map((word) => foundWord(word, start, found, name.endsWith('dir')))
    report.run(words, { appends })
    if (words.every((word, i) => word === command[i])) return
  }
}

/** More starting points than this are one of unknown name. */
const maxStarts = 8

/** The starting point as a pattern of the shell; null where it is unknown or would need escapes. */
function patternOf({ value, glob }: Word): string | null {
  if (value === null) return glob
  return /[*?[\]\\{}]/.test(value) ? null : value
}

/** `{}` is the path of something below the starting point, as it is or inside a longer word. */
function foundWord(word: Word, start: string | null, found: string | null, moves: boolean): Word {
  const at = word.value?.indexOf('{}') ?? -1
  if (at < 0) return word
  const path = unknownWord(
    word,
    at > 0 ? word.value?.slice(0, at) : moves ? './' : /[*?[]/.test(start ?? '') ? '' : (start ?? ''),
  )
  return word.value === '{}' && start !== null && !moves
    ? { ...path, glob: `${start}/**${found === null ? '' : `/${found}`}` }
    : path
}

function couldBeExpression(word: Word): boolean {
  if (word.values !== null) return word.values.some((value) => /^[-!(),]/.test(value))
  if (word.splits && word.glob === null) return true
  return word.prefix === '' || /^[-!(),]/.test(word.prefix)
}

function endsRun(words: readonly Word[], at: number): boolean {
  const value = words[at]?.value
  return value === ';' || (value === '+' && words[at - 1]?.value === '{}')
}

/** GNU find 4.9, from its manual page. */
export const find: readonly Program[] = [{ names: ['find', 'gfind'], interpret: readFind }]
