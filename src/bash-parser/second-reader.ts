import type { Command, SyntaxNode, Script as UnbashScript, Word as UnbashWord } from 'unbash'
import { need } from './load.ts'

/** One simple command as the second reader saw it: where its words, assignments and redirects stand. */
export interface SeenCommand {
  readonly start: number
  readonly end: number
  readonly words: readonly UnbashWord[]
  /** Words and assignments after the program, in the order of the text. */
  readonly spans: readonly number[]
  readonly assignments: readonly number[]
  readonly redirects: readonly SeenRedirect[]
}

export interface SeenRedirect {
  readonly start: number
  readonly operator: string
  readonly targetStart: number
  readonly targetEnd: number
  /** Start and end of a here-document's body. */
  readonly body: readonly [number, number] | null
}

/** What the second reader saw. */
export interface Seen {
  readonly commands: SeenCommand[]
  /** Redirects of compound commands. */
  readonly redirects: SeenRedirect[]
  readonly defines: string[]
  /** First error; null for a text it read to the end without one. */
  error: string | null
}

type Unbash = typeof import('unbash')
let unbash: Unbash | null | undefined

function load(): Unbash | null {
  if (unbash !== undefined) return unbash
  try {
    unbash = need('unbash') as Unbash
  } catch {
    unbash = null
  }
  return unbash
}

/** The second reader looks through all here-documents that are open for every further one. */
const maxDocuments = 1000

function tooManyDocuments(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('<<'); at >= 0; at = text.indexOf('<<', at + 2)) if (++count > maxDocuments) return true
  return false
}

/** Reads a text with the `unbash` parser, to the end of what it can make of it; null when it is not there. */
export function readAgain(text: string): Seen | null {
  const parser = load()
  if (parser === null) return null
  const seen: Seen = { commands: [], redirects: [], defines: [], error: null }
  if (tooManyDocuments(text)) return { ...seen, error: `more than ${maxDocuments} here-documents` }
  try {
    walk(parser.parse(text), seen, parser.forEachChild)
  } catch (error) {
    seen.error ??= error instanceof Error ? error.message : 'failed'
  }
  seen.commands.sort((a, b) => a.start - b.start)
  return seen
}

/** Looking for commands in a text that is not trusted goes on no longer than this. */
const limitMillis = 50

/** Shows every simple command the second reader sees, in texts with errors too, with the text its positions index. */
export function visitAgain(text: string, visit: (node: Command, source: string) => void): void {
  const parser = load()
  if (parser === null || tooManyDocuments(text)) return
  const stop = performance.now() + limitMillis
  let visited = 0
  const go = (node: SyntaxNode, source: string): void => {
    // Scripts within scripts are parsed one after the other, each as long as all that are in it.
    if (++visited % 8 === 0 && performance.now() > stop) return
    if (node.type === 'Command') visit(node, source)
    const own = node.type === 'Script' ? ((node as UnbashScript).source ?? source) : source
    parser.forEachChild(node, (child) => go(child, own))
  }
  try {
    go(parser.parse(text), text)
  } catch {
    // It gave up on the text; what it saw before that has been shown.
  }
}

type ForEachChild = Unbash['forEachChild']

function walk(node: SyntaxNode, seen: Seen, forEachChild: ForEachChild): void {
  switch (node.type) {
    case 'Script': {
      const { errors } = node
      if (errors !== undefined && errors.length > 0) seen.error ??= errors[0]?.message ?? 'error'
      // Positions in it index a text of its own.
      if ((node as UnbashScript).source !== undefined) seen.error ??= 'a script within escaped backticks'
      break
    }
    case 'Command':
      seen.commands.push(toCommand(node))
      for (const part of node.prefix) walk(part, seen, forEachChild)
      if (node.name !== undefined) walkWord(node.name, seen, forEachChild)
      for (const part of node.suffix) {
        if (part.type === 'Word') walkWord(part, seen, forEachChild)
        else walk(part, seen, forEachChild)
      }
      return
    case 'Function':
      seen.defines.push(node.name.value)
      break
    case 'Redirected':
      for (const redirect of node.redirects) seen.redirects.push(toRedirect(redirect))
      break
    case 'Word':
      walkWord(node, seen, forEachChild)
      return
    case 'Literal':
    case 'SingleQuoted':
    case 'SimpleExpansion':
      return
  }
  forEachChild(node, (child) => walk(child, seen, forEachChild))
}

/** Taking a word apart costs more than seeing that nothing in it can hold a command. */
function walkWord(word: UnbashWord, seen: Seen, forEachChild: ForEachChild): void {
  if (/[$`<>]/.test(word.text)) forEachChild(word, (child) => walk(child, seen, forEachChild))
}

function toCommand(node: Command): SeenCommand {
  const words: UnbashWord[] = []
  const spans: number[] = []
  const assignments: number[] = []
  const redirects: SeenRedirect[] = []
  for (const part of node.prefix) {
    if (part.type === 'Assignment') assignments.push(part.pos, part.end)
    else redirects.push(toRedirect(part))
  }
  if (node.name !== undefined) {
    words.push(node.name)
    spans.push(node.name.pos, node.name.end)
  }
  for (const part of node.suffix) {
    if (part.type === 'Word') words.push(part)
    if (part.type === 'Word' || part.type === 'Assignment') spans.push(part.pos, part.end)
    else redirects.push(toRedirect(part))
  }
  return { start: node.pos, end: node.end, words, spans, assignments, redirects }
}

function toRedirect(node: SyntaxNode): SeenRedirect {
  if (node.type === 'HereDoc') {
    const { delimiter, body } = node
    return {
      start: node.pos,
      operator: node.operator,
      targetStart: delimiter?.pos ?? -1,
      targetEnd: delimiter?.end ?? -1,
      body: [body.pos, body.end],
    }
  }
  const redirect = node as Extract<SyntaxNode, { type: 'Redirect' | 'HereString' }>
  return {
    start: node.pos,
    operator: redirect.operator,
    targetStart: redirect.target?.pos ?? -1,
    targetEnd: redirect.target?.end ?? -1,
    body: null,
  }
}

const expansions = new Set<string>([
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticExpansion',
  'ProcessSubstitution',
])

/** Whether the running shell computes a part of the word, as the second reader sees it. */
export function isComputed(word: UnbashWord): boolean {
  for (const part of word.parts ?? []) {
    if (expansions.has(part.type)) return true
    if (
      (part.type === 'DoubleQuoted' || part.type === 'LocaleString') &&
      part.parts.some((inner) => expansions.has(inner.type))
    )
      return true
    if (
      (part.type === 'BraceExpansion' || part.type === 'ExtendedGlob' || part.type === 'Glob') &&
      part.parts?.some((inner) => expansions.has(inner.type))
    ) {
      return true
    }
  }
  return false
}
