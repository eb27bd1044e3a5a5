import { collectEffects } from './collect.ts'
import { findProgram } from './commands/index.ts'
import { unknownWord } from './commands/words.ts'
import { isLister, passesLines } from './listers.ts'
import { parse } from './parse.ts'
import { behindPrefixes } from './prefixes.ts'
import type { Script, SimpleCommand, Word } from './script.ts'

/**
 * Words whose value only the running shell knows, but whose kind is certain: names of files below the working directory,
 * because they come from a loop over a pattern, or from a program that lists such names. They count as the pattern.
 */
export function withOrigin(word: Word, command: SimpleCommand, script: Script): Word {
  if (word.value !== null || word.values !== null || word.glob !== null || replacesProgram(script)) return word
  const known = literalOf(word, command, script)
  if (known !== null) return { ...word, value: known, literal: known, prefix: known, splits: false }
  const glob = patternOf(word, command, script)
  if (glob !== null) return glob === anyName ? { ...word, glob, listed: true } : { ...word, glob }
  // A name of git's own is no option and, taken for a path, is below the folder (git-check-ref-format(1)).
  return isReference(word, command, script) ? { ...word, glob: anyName, prefix: 'ref' } : word
}

/** Whether a function of the text stands for a program that is written down, which then prints what the function does. */
function replacesProgram({ defines }: Script): boolean {
  return defines.some((name) => findProgram(name) !== undefined)
}

/** A longer substitution is no plain question for names. */
const longestQuestion = 500

/** Variables that get their values of one another are followed no further. */
const maxSources = 8

function isReference(word: Word, command: SimpleCommand, script: Script, depth = 0): boolean {
  const text = word.text.replace(/^"([^"]*)"$/, '$1')
  const inner = /^\$\(([^`]*)\)$/s.exec(text)?.[1]
  if (inner !== undefined) {
    if (inner.length > longestQuestion || !/^\s*git\s/.test(inner)) return false
    const { commands, doubt } = parse(inner)
    const [program, verb, ...rest] = commands[0]?.words.map((one) => one.value) ?? []
    if (doubt !== null || commands.length !== 1 || program !== 'git') return false
    if (verb === 'merge-base' || verb === 'describe') return true
    if (verb === 'branch') return rest.length === 1 && rest[0] === '--show-current'
    return (
      verb === 'rev-parse' &&
      rest.every(
        (one) => one === '--short' || one === '--abbrev-ref' || one === '--verify' || /^[\w/]+$/.test(one ?? ''),
      )
    )
  }
  const name = /^\$(?:(\w+)|\{(\w+)\})$/.exec(text)
  const assigned = name === null ? null : assignedTo((name[1] ?? name[2]) as string, command, script)
  return assigned !== null && depth < maxSources && isReference(assigned, command, script, depth + 1)
}

/** The value of `$X` where `X=word` is certainly in force and the value stays one word. */
function literalOf(word: Word, command: SimpleCommand, script: Script): string | null {
  const [, name, braced] = /^"?\$(?:(\w+)|\{(\w+)\})"?$/.exec(word.text) ?? []
  const variable = name ?? braced
  if (variable === undefined || script.commands.some((each) => each.assignments.some((one) => one.name === 'IFS')))
    return null
  const value = assignedTo(variable, command, script)?.value ?? null
  return value !== null && /^[\w./-]+$/.test(value) ? value : null
}

/** Any name below the working directory. */
const anyName = '*'

function patternOf(word: Word, command: SimpleCommand, script: Script, depth = 0): string | null {
  const text = word.text.replace(/^"([^"]*)"$/, '$1')
  const inner = /^\$\(([^`]*)\)$/s.exec(text)?.[1]
  if (inner !== undefined) return listsNames(inner) ? anyName : null
  const [, head = '', name, braced, tail = ''] =
    /^([\w./-]*)\$(?:(\w+)|\{(\w+)\})([\w./-]*)$/.exec(text.replaceAll('"', '')) ?? []
  const variable = name ?? braced
  if (variable === undefined || depth >= maxSources || /(^|\/)\.\.(\/|$)/.test(head + tail)) return null
  const source = assignedTo(variable, command, script)
  const value = source === null ? null : (source.glob ?? patternOf(source, command, script, depth + 1))
  // Where nothing is listed `$name/x` is `/x`; a loop over nothing is not entered.
  const mayBeEmpty = value === anyName && !script.loops.some((loop) => loop.name === variable)
  if (mayBeEmpty && head === '' && tail.startsWith('/')) return null
  // Unquoted, several names part: what stands around them is around the first and the last one.
  if (value === anyName && word.splits && !head.startsWith('/')) return anyName
  return value === null ? null : `${head}${value}${tail}`
}

/** Builtins that set variables their words name, and those after which no variable is certain. */
const setters = new Set(
  'read mapfile readarray getopts unset let declare typeset local export readonly printf eval source . trap'.split(' '),
)

/** `printf -vx`, `read -rax`: the name ends the option. */
function isGlued(value: string, name: string): boolean {
  return value.startsWith('-') && value.endsWith(name)
}

function setsName({ descriptor }: SimpleCommand['redirects'][number]): boolean {
  return descriptor?.startsWith('{') ?? false
}

const assigned = new WeakMap<Script, Map<SimpleCommand, Map<string, Word | null>>>()

/** The one word a loop or an assignment gives a variable where a command reads it; null when that is not certain. */
function assignedTo(name: string, command: SimpleCommand, script: Script): Word | null {
  const commands = assigned.get(script) ?? new Map<SimpleCommand, Map<string, Word | null>>()
  assigned.set(script, commands)
  const words = commands.get(command) ?? new Map<string, Word | null>()
  commands.set(command, words)
  let word = words.get(name)
  if (word === undefined) {
    word = findAssigned(name, command, script)
    words.set(name, word)
  }
  return word
}

function findAssigned(name: string, command: SimpleCommand, script: Script): Word | null {
  // A coprocess and `{NAME}<file` set variables of their own.
  if (script.commands.some(({ place, redirects }) => place.nesting.includes('coproc') || redirects.some(setsName)))
    return null
  const loops = script.loops.filter((loop) => loop.name === name)
  const assignments = script.commands.flatMap((each) =>
    each.assignments.filter((assignment) => assignment.name === name).map((assignment) => ({ assignment, each })),
  )
  const reads = loops.length + assignments.length > 0 ? [] : script.commands.filter((each) => readsInto(each, name))
  if (loops.length + assignments.length + reads.length !== 1) return null
  // In a loop or a function what stands later in the text may have run before.
  const repeated = command.place.functionName !== null || command.place.nesting.includes('loop')
  const set = script.commands.some((each) => {
    const { words, start } = each
    if (each === reads[0]) return false
    if (!repeated && start >= command.start) return false
    const program = words[0]?.value
    if (program === null) return true
    const behind = words.slice(behindPrefixes((at) => words[at]?.value))
    return (
      setters.has(behind[0]?.value ?? '') &&
      behind.slice(1).some(({ value }) => value === null || value.split('=')[0] === name || isGlued(value, name))
    )
  })
  if (set) return null
  const [reader] = reads
  if (reader !== undefined) return inForce(reader.start, reader.place, command) ? listed(reader, script) : null
  const [loop] = loops
  if (loop !== undefined) {
    const [word, ...others] = loop.words ?? []
    if (!inForce(loop.start, loop.place, command) || word === undefined || others.length > 0) return null
    // After a loop over nothing the variable is what it was before, most often empty: `cd $x` then goes home.
    return command.place.nesting.includes('loop') ? word : null
  }
  const { assignment, each } = assignments[0] as (typeof assignments)[0]
  if (!inForce(assignment.start, each.place, command) || each.words.length > 0 || assignment.append) return null
  return isCertain(each, command, script) ? assignment.value : null
}

/** Whether an assignment was made wherever a later command runs: no `&&`, `||` or branch stands between that the two do not share. */
function isCertain(assigned: SimpleCommand, command: SimpleCommand, { text, commands }: Script): boolean {
  const between = text.slice(assigned.end, command.start)
  const nested = assigned.place.nesting.some((kind) => kind === 'condition' || kind === 'case' || kind === 'loop')
  if (nested && /\b(fi|else|elif|esac|done)\b|;;|;&/.test(between)) return false
  const before = commands[commands.indexOf(assigned) - 1]
  if (!/&&|\|\|/.test(text.slice(before?.end ?? 0, assigned.start))) return true
  return !/[;\n|]|(^|[^&])&([^&]|$)/.test(between)
}

/** `while read -r name`: one name that gets each line whole. */
function readsInto({ words, redirects }: SimpleCommand, name: string): boolean {
  const [first, ...rest] = words
  const operands = rest.filter(({ value }) => value !== '-r')
  return first?.value === 'read' && operands.length === 1 && operands[0]?.value === name && redirects.length === 0
}

/** A word for what the commands before a loop pipe into its `read`; null where they list no names. */
function listed(reader: SimpleCommand, script: Script): Word | null {
  const before = script.commands.find(
    (each) => each.end <= reader.start && /^\s*\|\s*while\s+$/.test(script.text.slice(each.end, reader.start)),
  )
  // A loop that is given a file or a text reads that in place of the pipe.
  if (script.redirects.some(({ operator }) => operator.startsWith('<'))) return null
  if (before === undefined || !listsNamesThrough([...pipelineBefore(before, script), before])) return null
  return { ...unknownWord(reader.words[0] as Word), glob: anyName }
}

function inForce(start: number, place: SimpleCommand['place'], command: SimpleCommand): boolean {
  const { shell, outer, functionName } = command.place
  return (
    start < command.start &&
    functionName === place.functionName &&
    (shell === place.shell || outer.includes(place.shell))
  )
}

/** The words `xargs` appends: names that the commands before it in the pipeline list. null: nobody can say. */
export function pipedNames(command: SimpleCommand, script: Script): string | null {
  if (command.redirects.some(({ operator }) => operator.startsWith('<'))) return null
  const before = pipelineBefore(command, script)
  return before.length > 0 && !replacesProgram(script) && takesNames(command) && listsNamesThrough(before)
    ? anyName
    : null
}

/** Other separators than blanks, newlines and NUL cut names in pieces. */
function takesNames({ words }: SimpleCommand): boolean {
  return words.every(({ value }, i) => {
    const glued = /^(?:-d|--delimiter=)(.+)$/s.exec(value ?? '')?.[1]
    const mark = glued ?? (value === '-d' || value === '--delimiter' ? (words[i + 1]?.value ?? '') : '\\n')
    return mark === '\\n' || mark === '\n' || mark === '\\0'
  })
}

/** The commands whose output reaches a command through pipes, first one first. */
export function pipelineBefore(command: SimpleCommand, script: Script): readonly SimpleCommand[] {
  const stages: SimpleCommand[] = []
  for (let at = command; ; ) {
    const previous = pipedInto(at, script)
    if (previous === undefined) return stages
    stages.unshift(previous)
    at = previous
  }
}

const byEnd = new WeakMap<Script, ReadonlyMap<number, SimpleCommand>>()

/** The command right before the `|` in front of another one. */
function pipedInto({ start }: SimpleCommand, script: Script): SimpleCommand | undefined {
  const { text, commands } = script
  const back = (at: number) => {
    while (at > 0 && /\s/.test(text[at - 1] as string)) at--
    return at
  }
  const bar = back(start) - 1
  if (text[bar] !== '|') return undefined
  let ends = byEnd.get(script)
  if (ends === undefined) {
    // Of commands with one end the outermost counts.
    ends = new Map([...commands].reverse().map((each) => [each.end, each]))
    byEnd.set(script, ends)
  }
  return ends.get(back(bar))
}

function listsNames(text: string): boolean {
  if (text.length > longestQuestion || /\$\(|`/.test(text)) return false
  const script = parse(text)
  if (script.doubt !== null || script.commands.length === 0 || script.redirects.length > 0) return false
  const last = script.commands.at(-1) as SimpleCommand
  const stages = [...pipelineBefore(last, script), last]
  return stages.length === script.commands.length && listsNamesThrough(stages)
}

function listsNamesThrough([first, ...rest]: readonly SimpleCommand[]): boolean {
  if (first === undefined || !isPlain(first) || !isLister(first)) return false
  return rest.every((stage) => isPlain(stage) && passesLines(stage) && readsOnlyInput(stage))
}

function isPlain({ assignments, redirects, words }: SimpleCommand): boolean {
  return (
    assignments.length === 0 &&
    words.every((word) => word.value !== null || word.glob !== null) &&
    redirects.every((r) => r.operator === '>' && r.descriptor === '2')
  )
}

/** A filter with a file of its own would pass on what stands in the file. */
function readsOnlyInput({ words }: SimpleCommand): boolean {
  const name = words[0]?.value ?? ''
  const table = findProgram(name)
  return table !== undefined && collectEffects(table, name, words.slice(1)).reads.length === 0
}
