import {
  type DraftAssignment,
  type DraftCommand,
  type DraftRedirect,
  type DraftWord,
  doubtful,
  type Reader,
} from './draft.ts'
import { declarations } from './environment.ts'
import { noteHazards } from './hazards.ts'
import type { Use } from './in-force.ts'
import { type Knowledge, WhenAsked } from './knowledge.ts'
import type { Assignment, Loop, Place, Redirect, SimpleCommand, Word } from './script.ts'
import { plainWord, toValue, toWords } from './value.ts'
import { gatherVariables, readsNumbers, type StartingValues, type Variables } from './variables.ts'

/** What a reader's drafts come to. */
export interface Settled {
  readonly commands: SimpleCommand[]
  readonly redirects: (Redirect & { place: Place })[]
  readonly defines: string[]
  readonly loops: Loop[]
}

const nothingKnown: Knowledge = {
  home: undefined,
  lookup: () => null,
  isNumber: () => false,
  splitsAtBlanks: true,
  keepsNumbers: true,
}

/** Gives every word its value and every shell process its number. Where `start` is null no variable is followed: the text may be long. */
export function settle(reader: Reader, start: StartingValues | null): Settled {
  let gathered: Variables | undefined
  const variables = (given: StartingValues): Variables => {
    gathered ??= gatherVariables(reader, given)
    return gathered
  }
  const tildes: Knowledge = { ...nothingKnown, home: start?.home }
  const known = (use: Use, asking: boolean): Knowledge =>
    start === null || !reader.variables || !asking ? tildes : new WhenAsked(() => variables(start).at(use))
  const { text } = reader
  const toRedirect = (redirect: DraftRedirect, knowledge: Knowledge): Redirect => ({
    start: redirect.start,
    end: redirect.end,
    operator: redirect.operator,
    descriptor: redirect.descriptor,
    target: toValue(text, redirect.target, knowledge, redirect.operator === '<<<' ? 'value' : 'word'),
    body: redirect.body,
  })
  const toAssignment = (assignment: DraftAssignment, knowledge: Knowledge): Assignment => ({
    start: assignment.start,
    end: assignment.end,
    name: assignment.name,
    subscript: assignment.subscript,
    append: assignment.append,
    value: assignment.value === null ? null : toValue(text, assignment.value, knowledge, 'value'),
    array: assignment.array === null ? null : assignment.array.flatMap((word) => toWords(text, word, knowledge)),
  })
  const number = numbering()
  const calls = start === null || reader.defines.length === 0 ? null : variables(start)
  const commands = reader.commands.map((command): SimpleCommand => {
    const knowledge = known(command, commandAsks(command))
    const settled: SimpleCommand = {
      start: command.start,
      end: command.end,
      text: text.slice(command.start, command.end),
      assignments: command.assignments.map((assignment) => toAssignment(assignment, knowledge)),
      words: toAllWords(text, command.words, knowledge),
      redirects: command.redirects.map((redirect) => toRedirect(redirect, knowledge)),
      place: number(command.place),
    }
    return calls?.callsFunction(command) === true ? { ...settled, callsFunction: true } : settled
  })
  const redirects = reader.redirects.map((redirect) => ({
    ...toRedirect(redirect, known(redirect, asks(redirect.target))),
    place: number(redirect.place),
  }))
  noteHazards(reader, commands, redirects)
  const unknown = start === null || reader.arithmetic.length === 0 ? null : readsNumbers(reader, variables(start))
  if (unknown !== null) doubtful(reader, 'shell-state', unknown.start, unknown.end)
  const loops = reader.loose.map(
    (loose): Loop => ({
      name: loose.name,
      words: loose.words?.flatMap((word) => toWords(text, word, known(loose, asks(word)))) ?? null,
      start: loose.start,
      place: number(loose.place),
    }),
  )
  return { commands, redirects, defines: [...reader.defines.map(({ name }) => name), ...aliases(commands)], loops }
}

/** Whether the value of a word depends on what is known of variables where it stands. */
function asks({ parts }: DraftWord): boolean {
  if (parts === null) return false
  for (const part of parts) {
    if (part.kind === 'bare' ? part.text.includes('~') : part.kind !== 'quoted') return true
  }
  return false
}

function commandAsks({ words, assignments, redirects }: DraftCommand): boolean {
  return (
    words.some(asks) ||
    redirects.some(({ target }) => asks(target)) ||
    assignments.some(({ value, array }) => (value !== null && asks(value)) || array?.some(asks) === true)
  )
}

/** Names that `alias` commands define. */
function aliases(commands: readonly SimpleCommand[]): string[] {
  const defining = commands.filter(({ words }) => words[0]?.value === 'alias')
  return defining.flatMap(({ words }) => words.slice(1).flatMap((word) => /^([^=]+)=/.exec(word.prefix)?.[1] ?? []))
}

function toAllWords(text: string, drafts: readonly DraftWord[], knowledge: Knowledge): Word[] {
  const words: Word[] = []
  const [first] = drafts
  const declares = first !== undefined && first.parts === null && declarations.has(text.slice(first.start, first.end))
  for (const draft of drafts) {
    if (draft.parts === null) words.push(plainWord(text, draft.start, draft.end))
    else {
      const assigns = declares && /^[A-Za-z_]\w*\+?=/.test(text.slice(draft.start, draft.end))
      words.push(...toWords(text, draft, knowledge, assigns ? 'argument' : 'word'))
    }
  }
  return words
}

/** Numbers shell processes in the order of their first command, so that every reader gives them the same numbers. */
function numbering(): (place: Place) => Place {
  let numbers: Map<number, number> | undefined
  const number = (shell: number): number => {
    numbers ??= new Map([[0, 0]])
    const known = numbers.get(shell)
    if (known !== undefined) return known
    const given = numbers.size
    numbers.set(shell, given)
    return given
  }
  return (place) => {
    if (place.shell === 0) return place
    const outer = place.outer.map((_, i) => number(place.outer[place.outer.length - 1 - i] as number)).reverse()
    const { nesting, functionName, piped } = place
    return { nesting, shell: number(place.shell), outer, functionName, piped }
  }
}
