import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import type { Program } from './program.ts'
import { shellCharacters, someInput, startAnywhere } from './starts.ts'
import { areSteady, joined, unreadText, wordOf } from './words.ts'

/** Options of GNU parallel that take the next word, and those that take none; any other leaves open where the command begins. */
const valued = new Set(
  `-j --jobs -P --max-procs --procs -a --arg-file -d --delimiter -C --colsep -E -L --max-lines -l -n --max-args -N --max-replace-args
   -s --max-chars -S --sshlogin --sshloginfile --slf --joblog --results --res --timeout --retries --halt --halt-on-error --tmpdir
   --workdir --wd --basefile --bf --return --env --delay --load --memfree --nice --tagstring --block --recstart --recend --id
   --semaphorename --seqreplace --shellquote --termseq --limit --profile -J -I -U`
    .trim()
    .split(/\s+/),
)
const flags = new Set(
  `-k --keep-order -q --quote -X -m --xargs -u --ungroup --group --dry-run --dryrun --bar --progress --eta -0 --null -t --verbose -v
   --tag --line-buffer --lb --linebuffer --will-cite --shuf --pipe --pipepart --resume --resume-failed --files --no-notice -r
   --no-run-if-empty --link --xapply --fg --bg --wait --plain --silent --semaphore -i`
    .trim()
    .split(/\s+/),
)

/** Combinations of arguments that are looked at one by one. */
const maxRows = 64
const marks = /\{[^{}\s,]*\}|\{=.*?=\}/g

interface Call {
  readonly command: readonly Word[]
  /** Where the command begins is not certain. */
  readonly loose: boolean
  /** Marks mean something that is not read here. */
  readonly rewrites: boolean
  /** Lists after `:::`; null for one that is read from a file or a pipe. */
  readonly lists: readonly (readonly Word[] | null)[]
  readonly files: readonly Word[]
}

const isMark = ({ value }: Word) => /^:{3,4}\+?$/.test(value ?? '')
const isNoMark = (word: Word) => !isMark(word)

function readCall(words: readonly Word[]): Call {
  const end = words.findIndex(isMark)
  const before = end < 0 ? words : words.slice(0, end)
  const files: Word[] = []
  const marked: string[] = []
  let loose = false
  let i = 0
  for (; i < before.length; i++) {
    const word = before[i] as Word
    const { value } = word
    if (value === null ? !word.splits && !word.prefix.startsWith('-') : !/^-./.test(value)) break
    const own = /^(?:-[Ii]|--replace=)(.+)$/s.exec(value ?? '')?.[1]
    if (own !== undefined) marked.push(own)
    if (valued.has(value ?? '')) {
      const given = before[++i]
      if (/^-[IU]$/.test(value as string)) marked.push(given?.value ?? '')
      if (given !== undefined && /^(-a|--arg-file)$/.test(value as string)) files.push(given)
      if (given !== undefined && !areSteady([given])) loose = true
    } else if (!flags.has(value ?? '') && !/^(-[jPnNLsldSIia].+|--[\w-]+=.*)$/s.test(value ?? '')) loose = true
  }
  const lists: (Word[] | null)[] = files.length > 0 ? [null] : []
  let open: Word[] | null = null
  for (const word of end < 0 ? [] : words.slice(end)) {
    if (isMark(word)) {
      open = word.value?.startsWith('::::') === true ? null : []
      lists.push(open)
    } else if (open !== null) open.push(word)
    else files.push(word)
  }
  // A mark of its own means what braces mean.
  const command = before.slice(i).map((word) => {
    const value = marked.reduce<string | null>((text, mark) => text?.replaceAll(mark || '{}', '{}') ?? null, word.value)
    return value === null || value === word.value ? word : wordOf(value, word)
  })
  const rewrites = before.slice(0, i).some((word) => /^--(rpl|parens|plus)\b/.test(word.prefix))
  return { command, loose, rewrites, lists, files }
}

/** Every combination of the arguments; a null argument is one that nobody knows. */
function combinations(lists: Call['lists']): readonly (readonly (Word | null)[])[] {
  let rows: (Word | null)[][] = [[]]
  for (const list of lists)
    rows = rows.flatMap((row) => (list ?? [null]).map((word) => [...row, word])).slice(0, maxRows)
  return rows
}

const textOf = (word: Word | null | undefined): string | null => word?.value ?? null

function replaced(mark: string, row: readonly (Word | null)[], quoted: boolean): string {
  const [, place, change] = /^\{(\d*)(\.|\/|\/\/|\/\.|#|%)?\}$/.exec(mark) ?? []
  if (place === undefined) return someInput
  if (change === '#' || change === '%') return '1'
  const given = (place === '' ? row : [row[Number(place) - 1]]).map(textOf)
  const written = given.map((text) => {
    if (text === null) return someInput
    const name = text.slice(text.lastIndexOf('/') + 1)
    const changed =
      change === '/'
        ? name
        : change === '//'
          ? text.slice(0, text.lastIndexOf('/'))
          : change === '.'
            ? text.replace(/\.[^./]*$/, '')
            : change === '/.'
              ? name.replace(/\.[^.]*$/, '')
              : text
    return quoted ? quote(changed) : changed
  })
  return written.join(' ')
}

function quote(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** `parallel [options] command ::: arguments`: a shell runs the joined words, arguments put in or appended. */
function readParallel(words: readonly Word[], report: Report, certain: boolean): void {
  const { command, loose, rewrites, lists, files } = readCall(words)
  if (rewrites) report.shell(unreadText('--rpl'))
  for (const file of files) report.read(file)
  const rows = lists.length === 0 ? [[null]] : combinations(lists)
  if (!certain || loose) startAnywhere(words.filter(isNoMark), report)
  if (command.length === 0 || loose) {
    // Without a command the arguments are the commands.
    if (rows.some((row) => row.includes(null))) report.shell(unreadText(files[0]?.text ?? 'standard input'))
    for (const row of rows) {
      const line = joined(row.filter((word) => word !== null))
      if (line !== undefined) report.shell(line)
    }
  }
  if (command.length > 0) reportRows(command, rows, report)
  if (rows.length === maxRows) report.shell(unreadText('many arguments'))
  report.unknown('runs', words.map((word) => word.text).join(' '))
}

function reportRows(command: readonly Word[], rows: readonly (readonly (Word | null)[])[], report: Report): void {
  const line = joined(command)
  const [first] = command as [Word, ...Word[]]
  const marked = command.some(({ value }) => value !== null && value.search(marks) >= 0)
  if (line?.value == null) {
    // A word nobody knows: the words themselves tell a deny rule the program.
    report.run(command, { appends: true })
    if (line !== undefined) report.shell(line)
    return
  }
  for (const row of rows) {
    if (marked) {
      const fill = (quoted: boolean) => line.value?.replace(marks, (mark) => replaced(mark, row, quoted)) ?? ''
      // An argument in place of the command may be a whole line.
      const lines = (first.value as string).search(marks) === 0 ? [fill(true), fill(false)] : [fill(true)]
      for (const text of new Set(lines)) report.shell(wordOf(text, first))
    } else if (command.some(({ value }) => shellCharacters.test(value ?? ''))) {
      const added = row.map((word) => (word?.value == null ? someInput : quote(word.value))).join(' ')
      report.shell(wordOf(`${line.value} ${added}`, first))
    } else {
      const known = row.filter((word) => word !== null)
      report.run([...command, ...known], { appends: known.length < row.length })
    }
  }
}

export const parallel: readonly Program[] = [
  { names: ['parallel', 'sem'], interpret: (words, report) => readParallel(words, report, true) },
  // Their options differ, and `parset` takes a name first.
  { names: ['rush', 'parset'], interpret: (words, report) => readParallel(words, report, false) },
]
