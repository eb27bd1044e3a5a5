import { parseTree } from './grammar.ts'
import type { Doubt, Script, SimpleCommand } from './script.ts'
import { readWithUnbash } from './second-reader.ts'
import { treeCommands } from './tree.ts'

export interface ParseOptions {
  /** Value of `$HOME` and `~`; unknown when absent. */
  readonly home?: string
}

/** Longest text whose commands are trusted; the reference client reads deny rules no further either. */
const longest = 10_000

/** Reads a Bash text into its commands. Never throws: what cannot be known is said in `doubt`. */
export function parse(text: string, _options: ParseOptions = {}): Script {
  const second = readWithUnbash(text)
  return {
    text,
    commands: second.commands,
    redirects: second.redirects,
    defines: second.defines,
    doubt: findDoubt(text, second.commands, second.error),
    wide: second.commands,
  }
}

function findDoubt(text: string, commands: readonly SimpleCommand[], error: string | null): Doubt | null {
  if (text.length > longest) return { code: 'too-long', detail: `${text.length} characters` }
  if (error !== null) return { code: 'syntax-error', detail: error }
  const tree = parseTree(text)
  if (tree === undefined) return { code: 'no-grammar', detail: 'no grammar' }
  if (tree === null || tree.rootNode.hasError) return { code: 'syntax-error', detail: 'the grammar shows an error' }
  const grammar = treeCommands(tree.rootNode, text).map((words) => key(words))
  const ours = commands
    .filter((command) => command.words.length > 0)
    .map((c) => key(c.words.map((word) => word.literal)))
  if (grammar.sort().join('\n') !== ours.sort().join('\n'))
    return { code: 'readers-disagree', detail: 'commands differ' }
  return null
}

function key(words: readonly (string | null)[]): string {
  return JSON.stringify(words.map((word) => word ?? null))
}

/** Makes a grammar ready before the first `parse` that needs it; says which. Needed only where the native module is missing. */
export async function loadGrammar(): Promise<'native' | 'wasm' | 'none'> {
  return parseTree('') === undefined ? 'none' : 'native'
}
