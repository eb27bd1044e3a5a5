import type Parser from 'tree-sitter'
import { need } from './load.ts'

/** Longest string tree-sitter 0.21 takes at once; longer texts go in pieces. */
const longest = 32_767
const piece = 16_384
/** A parse that takes longer is given up: the text is then not known. */
const limitMicros = 50_000

let parser: Parser | null | undefined

function grammarParser(): Parser | null {
  if (parser !== undefined) return parser
  try {
    const Native = need('tree-sitter') as typeof Parser
    const made = new Native()
    made.setLanguage(need('tree-sitter-bash'))
    made.setTimeoutMicros(limitMicros)
    parser = made
  } catch {
    parser = null
  }
  return parser
}

/** The grammar's tree; null when it took too long, undefined when there is no grammar. */
export function parseTree(text: string): Parser.Tree | null | undefined {
  const ready = grammarParser()
  if (ready === null) return undefined
  try {
    const tree = ready.parse(
      text.length <= longest ? text : (at: number) => text.slice(at, at + piece),
    ) as Parser.Tree | null
    // A parse that was given up would go on at the next text.
    if (!tree) ready.reset()
    return tree ?? null
  } catch {
    ready.reset()
    return null
  }
}
