import type { AnalysedCommand } from '../bash-parser/analysis.ts'
import { canonicalOption } from '../bash-parser/commands/canonical.ts'
import { isStrippableAssignment } from '../bash-parser/environment.ts'
import type { Assignment, Script, SimpleCommand, Word } from '../bash-parser/script.ts'
import type { Effect } from '../decision.ts'
import { baseName } from '../path.ts'
import { withoutGlobalOptions, withoutOptions } from './global-options.ts'

/** A spelling of a command that an allow rule may match. */
export interface AllowText {
  readonly text: string
  /** Only a rule that spells out the whole command covers it. */
  readonly exactOnly: boolean
  /** Words that nobody has seen follow it (xargs): a rule that spells out the whole command does not cover it. */
  readonly open: boolean
}

/** Wrappers that an allow rule for the wrapped command sees through (spec/permissions.md 3.2.3). */
const transparent = new Set('timeout time nice nohup stdbuf command builtin noglob xargs'.split(' '))

/**
 * The reserved word `time` in front of a command, which is no word of it: a rule may name the two together. Empty where
 * there is none.
 */
export function timeBefore({ command, through }: AnalysedCommand, { text }: Script): string {
  if (through.length > 0) return ''
  const before = text.slice(Math.max(0, command.start - 40), command.start)
  return /(?:^|[\s;&|({])(time(?:[ \t]+-p)?[ \t]+)$/.exec(before)?.[1]?.replace(/\s+/g, ' ') ?? ''
}

/** The narrow spellings of a command: as written, plain variables and documented wrappers in front of it removed. */
export function allowTexts(command: AnalysedCommand, script: Script): readonly AllowText[] {
  const known = allowCache.get(command)
  if (known !== undefined) return known
  const texts = findAllowTexts(command, script)
  allowCache.set(command, texts)
  return texts
}

const allowCache = new WeakMap<AnalysedCommand, readonly AllowText[]>()

function findAllowTexts(command: AnalysedCommand, script: Script): readonly AllowText[] {
  const source = command.command
  const texts: AllowText[] = []
  // What `find` deletes, writes or runs is not what its name promises (spec/permissions.md 3.2.3).
  const { deletes, writes, runs, doubt } = command.effects
  const exactOnly =
    command.program === 'find' && (deletes.length > 0 || writes.length > 0 || runs.length > 0 || doubt !== null)
  const add = (text: string, exact = exactOnly) => texts.push({ text, exactOnly: exact, open: false })
  add(source.text, true)
  add(withoutRedirects(source, script.text), true)
  const assignments = source.assignments.map((assignment) => script.text.slice(assignment.start, assignment.end))
  const words = [rawText(source.words), plainNameText(source.words)]
  for (const each of words) add([...assignments, each].filter(Boolean).join(' '))
  if (source.assignments.length > 0) {
    if (!source.assignments.every(isStrippableAssignment)) return texts
    for (const each of words) add(each)
  }
  const time = timeBefore(command, script)
  if (time !== '') for (const each of words) add(time + each)
  let open = false
  for (let node = command; ; ) {
    const [inner, ...others] = node.inner
    if (inner === undefined || others.length > 0 || node.program === null || !isTransparent(node)) break
    const seen = inner.words.filter((word) => word.text !== '…')
    open ||= seen.length < inner.words.length
    texts.push({ text: rawText(seen), exactOnly: isExactOnly(inner), open })
    node = inner
  }
  return texts
}

/** The program's name without its quotes (`"npm" test`), everything else as written. */
function plainNameText(words: readonly Word[]): string {
  const [first, ...rest] = words
  const name = first?.value
  return name !== undefined && name !== null && /^[\w./-]+$/.test(name)
    ? [name, rawText(rest)].filter(Boolean).join(' ')
    : rawText(words)
}

function isExactOnly({ program, effects }: AnalysedCommand): boolean {
  return program === 'find' && (effects.deletes.length > 0 || effects.writes.length > 0 || effects.runs.length > 0)
}

/** A wrapper that does nothing but run its one command, by words that stay where they are. */
function isTransparent(node: AnalysedCommand): boolean {
  if (!transparent.has(node.program ?? '')) return false
  const { doubt, writes, deletes, changes, runs } = node.effects
  if (doubt !== null || writes.length + deletes.length + changes.length > 0 || runs.length !== 1) return false
  const own = node.words.slice(0, node.words.length - (node.inner[0]?.words.filter((w) => w.text !== '…').length ?? 0))
  if (own.some((word) => word.value === null)) return false
  // `xargs` with options of its own chooses how the command is called.
  if (node.program === 'xargs') return !(node.words[1]?.text.startsWith('-') ?? true)
  if (node.program === 'command') return !/^-[vV]/.test(node.words[1]?.text ?? '')
  return true
}

/** How many spellings of one command are looked at. */
const maxTexts = 64

/** The wide spellings of a command: quotes removed, folder of the program removed, every value its words can have. */
export function denyTexts(command: AnalysedCommand): readonly string[] {
  const known = denyCache.get(command)
  if (known !== undefined) return known
  const texts = findDenyTexts(command)
  denyCache.set(command, texts)
  return texts
}

const denyCache = new WeakMap<AnalysedCommand, readonly string[]>()

/**
 * Those that the reference client compares as well: words in `$'..'` and braces stay as they are written, and options in
 * front of a sub-command stay where they stand (client-rules `deny-*`).
 */
export function clientTexts(command: AnalysedCommand): readonly string[] {
  const words = command.words
    .filter((word, i) => !(word.brace && command.words[i - 1]?.start === word.start))
    .map((word) =>
      word.brace || /\$['"]/.test(word.text) ? { ...word, value: null, values: null, literal: null } : word,
    )
  return findDenyTexts({ ...command, words }, true)
}

function findDenyTexts(command: AnalysedCommand, asClient = false): readonly string[] {
  const { words, through, command: source } = command
  if (words.length === 0) return []
  const texts = new Set<string>([rawText(words)])
  if (through.length === 0) {
    texts.add(source.text)
    if (source.assignments.length > 0) texts.add([...source.assignments.map(assignmentText), rawText(words)].join(' '))
  }
  let known: string[][] = [[]]
  for (const word of words) {
    const values = word.values ?? [word.value ?? word.literal ?? word.text]
    const [only, ...others] = values
    if (only !== undefined && others.length === 0) for (const argv of known) argv.push(only)
    else known = known.flatMap((head) => values.map((value) => [...head, value])).slice(0, maxTexts)
  }
  for (const argv of known) {
    // zsh reads `=curl` as the path of curl.
    const name = baseName(argv[0] as string).replace(/^=(?=.)/, '')
    texts.add(argv.join(' '))
    texts.add([name, ...argv.slice(1)].join(' '))
    if (asClient) continue
    for (const bare of [withoutGlobalOptions(name, argv.slice(1)), withoutOptions(name, argv.slice(1))]) {
      if (bare !== null) for (const first of [name, argv[0]]) texts.add([first, ...bare].join(' '))
    }
    // The programs behind git's sub-commands, as they stand in its exec path (git(1)).
    if (name.startsWith('git-')) texts.add(['git', name.slice(4), ...argv.slice(1)].join(' '))
  }
  return [...texts]
}

/**
 * Whether a command holds a rule's words whatever the order of its options: `rm -fr x` and `rm x -r -f` are what a rule
 * on `rm -rf` means. The rule's other words must come first and in order.
 */
export function sameWordsInAnyOrder(ruleWords: readonly string[], words: readonly Word[]): boolean {
  const argv = words.map((word) => word.value ?? word.literal ?? '')
  const [program = '', ...rest] = ruleWords
  if (argv.length === 0 || baseName(argv[0] as string) !== program || !rest.some((word) => /^-./.test(word)))
    return false
  const given = optionsOf(program, argv.slice(1))
  const wanted = optionsOf(program, rest)
  const operands = rest.filter((word) => !word.startsWith('-'))
  const own = argv.slice(1).filter((word) => !word.startsWith('-'))
  return [...wanted].every((option) => given.has(option)) && operands.every((operand, i) => own[i] === operand)
}

/** Options one by one, each by its first spelling: `-rf` is `-r` and `-f`, `--recursive` is `-r`. */
function optionsOf(program: string, words: readonly string[]): Set<string> {
  const options = new Set<string>()
  for (const word of words) {
    if (word === '--') break
    if (/^-[A-Za-z]{2,4}$/.test(word))
      for (const letter of word.slice(1)) options.add(canonicalOption(program, `-${letter}`))
    else if (word.startsWith('-')) options.add(canonicalOption(program, word))
  }
  return options
}

function assignmentText({ name, append, value }: Assignment): string {
  return `${name}${append ? '+' : ''}=${value?.text ?? ''}`
}

/** Longer words than this are no names of programs. */
const longestName = 4096

export function firstWordOf(text: string): string {
  return /^\s*(\S+)/.exec(text.slice(0, longestName))?.[1] ?? ''
}

/** First words of every spelling of a command, those it runs included, and of the whole text. */
export function firstWords(
  command: AnalysedCommand,
  effect: Effect,
  script: Script,
  whole: ReadonlySet<string>,
): ReadonlySet<string> {
  const words = new Set<string>(whole)
  const add = (text: string) => words.add(firstWordOf(text))
  if (effect === 'allow') for (const { text } of allowTexts(command, script)) add(text)
  else {
    addDeny(command, add)
    add(timeBefore(command, script))
  }
  return words
}

function addDeny(command: AnalysedCommand, add: (text: string) => void): void {
  for (const text of denyTexts(command)) add(text)
  for (const inner of command.inner) addDeny(inner, add)
}

/** Words as written, one blank between them. */
export function rawText(words: readonly Word[]): string {
  const seen: Word[] = []
  for (const word of words) if (!(word.brace && seen.at(-1)?.start === word.start)) seen.push(word)
  return seen.map((word) => word.text).join(' ')
}

function withoutRedirects(command: SimpleCommand, text: string): string {
  let out = ''
  let at = command.start
  for (const redirect of [...command.redirects].sort((a, b) => a.start - b.start)) {
    out += text.slice(at, Math.max(at, redirect.start))
    at = Math.max(at, redirect.end)
  }
  return (out + text.slice(at, Math.max(at, command.end))).trim()
}

/** Spellings of the whole text, for rules that speak of all of it. */
export function wholeTexts(script: Script): readonly string[] {
  const { text, commands } = script
  const texts = [text, text.trim()]
  const start = Math.min(...commands.map((command) => command.start))
  const end = Math.max(...commands.map((command) => command.end))
  // Comments before and after are not part of what runs.
  if (start < end) texts.push(text.slice(start, end))
  return texts
}
