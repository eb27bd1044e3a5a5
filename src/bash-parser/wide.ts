import type { Command, SyntaxNode, Assignment as UnbashAssignment } from 'unbash'
import { unknownWord } from './commands/words.ts'
import { mainPlace, Unsure } from './draft.ts'
import { flattenTree } from './grammar.ts'
import type { Knowledge } from './knowledge.ts'
import { longest } from './precheck.ts'
import { startReader } from './reader.ts'
import type { Assignment, Place, Redirect, RedirectOperator, SimpleCommand, Span, Word } from './script.ts'
import { visitAgain } from './second-reader.ts'
import { readRedirect } from './simple.ts'
import { type TreeCommand, treeCommands } from './tree.ts'
import { toWords } from './value.ts'
import { readWord } from './word.ts'

const nothingKnown: Knowledge = {
  home: undefined,
  lookup: () => null,
  isNumber: () => false,
  splitsAtBlanks: false,
  keepsNumbers: false,
}

/**
 * Commands for deny and ask in a text that is not known: what was read before the doubt, what the second reader and the grammar make of
 * the text, errors included, and where nobody read it to the end, its pieces between separators.
 */
export function widen(text: string, read: readonly SimpleCommand[], complete: boolean): SimpleCommand[] {
  const known = new Set(read.map(({ start, words }) => `${start} ${words.length}`))
  const wide = [...read]
  /** Whether nobody showed a command of so many words at that place. */
  const isNew = (start: number, words: number): boolean => {
    const key = `${start} ${words}`
    if (known.has(key)) return false
    known.add(key)
    return true
  }
  visitAgain(text, (node, source) => {
    const words = node.suffix.filter((part) => part.type === 'Word' || part.type === 'Assignment').length
    if (source !== text || isNew(node.pos, words + (node.name === undefined ? 0 : 1))) wide.push(fromNode(node, source))
  })
  const tree = text.length <= longest ? flattenTree(text) : null
  if (tree) {
    for (const command of treeCommands(tree)) {
      const { start, words, assignments, redirects } = command
      const empty = words.length === 0 && assignments.length === 0 && redirects.length === 0
      if (!empty && isNew(start, words.length)) wide.push(fromTree(text, command))
    }
  }
  if (!complete) wide.push(...splitRoughly(text))
  return wide.sort((a, b) => a.start - b.start)
}

function fromNode(node: Command, source: string): SimpleCommand {
  const words: Word[] = []
  const assignments: Assignment[] = []
  const redirects: Redirect[] = []
  for (const part of [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix]) {
    if (part.type === 'Word') words.push(...looseWords(source, part.pos, part.end))
    else if (part.type === 'Assignment') {
      if (words.length === 0) assignments.push(toAssignment(part, source))
      else words.push(...looseWords(source, part.pos, part.end))
    } else redirects.push(toRedirect(part, source))
  }
  return made(source, { start: node.pos, end: node.end }, words, assignments, redirects)
}

function made(
  text: string,
  { start, end }: Span,
  words: readonly Word[],
  assignments: readonly Assignment[],
  redirects: readonly Redirect[],
): SimpleCommand {
  const place: Place = mainPlace
  return { start, end, text: text.slice(start, end), assignments, words, redirects, place }
}

function toAssignment(node: UnbashAssignment, source: string): Assignment {
  const array =
    node.value.type === 'ArrayValue' ? node.value.elements.flatMap((one) => looseWords(source, one.pos, one.end)) : null
  const value =
    node.value.type === 'ArrayValue' ? null : (looseWords(source, node.value.pos, node.value.end)[0] ?? null)
  return {
    start: node.pos,
    end: node.end,
    name: node.name,
    subscript: node.index?.text ?? null,
    append: node.append === true,
    value,
    array,
  }
}

function toRedirect(node: SyntaxNode, source: string): Redirect {
  if (node.type === 'HereDoc') {
    const start = node.delimiter?.pos ?? node.end
    const target = looseWord(source, start, node.delimiter?.end ?? node.end)
    const body = { quoted: node.delimiter?.quoted === true, text: node.body.text }
    return { start: node.pos, end: node.end, operator: node.operator, descriptor: null, target, body }
  }
  const redirect = node as Extract<SyntaxNode, { type: 'Redirect' | 'HereString' }>
  const { target } = redirect
  const operator: RedirectOperator = redirect.operator
  const word = target === undefined ? undefined : looseWords(source, target.pos, target.end)[0]
  return {
    start: node.pos,
    end: node.end,
    operator,
    descriptor: null,
    target: word ?? looseWord(source, node.end, node.end),
    body: null,
  }
}

function fromTree(text: string, command: TreeCommand): SimpleCommand {
  const words = command.words.flatMap((word) => looseWords(text, word.start, word.end))
  const assignments: Assignment[] = command.assignments.map(({ start, end }) => {
    const source = text.slice(start, end)
    const equals = source.indexOf('=')
    const name = source.slice(0, equals).replace(/\+$|\[.*$/s, '')
    const value = looseWords(text, start + equals + 1, end)[0] ?? null
    return { start, end, name, subscript: null, append: source[equals - 1] === '+', value, array: null }
  })
  const redirects = command.redirects.flatMap((span) => looseRedirect(text, span) ?? [])
  return made(text, command, words, assignments, redirects)
}

/** The words a span comes to where its quotes can be read; else one word of unknown value. */
function looseWords(text: string, start: number, end: number): readonly Word[] {
  const reader = startReader(text, start, end)
  try {
    const draft = readWord(reader, { place: mainPlace, region: { parent: null } })
    if (reader.at === end) return toWords(text, draft, nothingKnown)
  } catch (error) {
    if (!(error instanceof Unsure)) throw error
  }
  return [looseWord(text, start, end)]
}

function looseRedirect(text: string, { start, end }: Span): Redirect | null {
  const reader = startReader(text, start, end)
  try {
    const draft = readRedirect(reader, { place: mainPlace, region: { parent: null } })
    if (draft === null) return null
    const target = toWords(text, draft.target, nothingKnown)[0] as Word
    return { ...draft, target }
  } catch (error) {
    if (!(error instanceof Unsure)) throw error
    return null
  }
}

function looseWord(text: string, start: number, end: number): Word {
  const own = text.slice(start, end)
  const literal = /[$`]/.test(own) ? null : own.replace(/["'\\]/g, '')
  return { ...unknownWord({ start, end, text: own }), literal, splits: true }
}

/**
 * Commands a text may hold if its quotes and nesting mean nothing: one after each operator, newline, brace and parenthesis.
 * Each is listed once, however often it stands there.
 */
export function splitRoughly(text: string): SimpleCommand[] {
  const found: SimpleCommand[] = []
  const known = new Set<string>()
  const separators = /[^;&|\n(){}`]+/g
  for (let match = separators.exec(text); match !== null; match = separators.exec(text)) {
    const piece = match[0].trim()
    if (piece === '' || known.has(piece)) continue
    known.add(piece)
    const command = fromPiece(text, match.index, match.index + match[0].length)
    if (command !== null) found.push(command)
  }
  return found
}

/** Words that stand in front of a command, not in it. */
const leading = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', 'time', '!', '$'])

/** More words of one piece are not listed. */
const maxWords = 1_000

function fromPiece(text: string, from: number, end: number): SimpleCommand | null {
  const words: Word[] = []
  const blanks = /[^ \t<>]+/g
  blanks.lastIndex = from
  for (
    let match = blanks.exec(text);
    match !== null && match.index < end && words.length < maxWords;
    match = blanks.exec(text)
  ) {
    const own = text.slice(match.index, Math.min(end, blanks.lastIndex))
    if (words.length === 0 && leading.has(own)) continue
    words.push(looseWord(text, match.index, match.index + own.length))
  }
  const first = words[0]
  return first === undefined ? null : made(text, { start: first.start, end }, words, [], [])
}
