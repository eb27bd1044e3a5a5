import type { FlatTree } from './grammar.ts'
import type { Span } from './script.ts'

/** A simple command as the grammar shows it, in error trees too. */
export interface TreeCommand extends Span {
  readonly words: readonly Span[]
  readonly assignments: readonly Span[]
  readonly redirects: readonly Span[]
}

const commandTypes = new Set(['command', 'declaration_command', 'unset_command'])
const redirectTypes = new Set(['file_redirect', 'herestring_redirect', 'heredoc_redirect'])

/** Every simple command of a tree. An error node's own words count as one: what it holds may be a command. */
export function treeCommands(tree: FlatTree): TreeCommand[] {
  const found: TreeCommand[] = []
  for (let node = 0; node < tree.types.length; node++) {
    const type = tree.types[node] as string
    if (commandTypes.has(type) || type === 'ERROR') found.push(toCommand(tree, node))
    else if (type === 'redirected_statement' || type === 'variable_assignment') {
      const command = toCommand(tree, node)
      if (command.words.length === 0) found.push(type === 'variable_assignment' ? lone(command) : command)
    }
  }
  return found
}

function lone({ start, end }: TreeCommand): TreeCommand {
  return { start, end, words: [], assignments: [{ start, end }], redirects: [] }
}

const wordTypes = new Set([
  'command_name',
  'word',
  'string',
  'raw_string',
  'ansi_c_string',
  'translated_string',
  'concatenation',
  'number',
  'simple_expansion',
  'expansion',
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
  'brace_expression',
  'variable_name',
  'extglob_pattern',
  'regex',
])

function toCommand(tree: FlatTree, node: number): TreeCommand {
  const words: Span[] = []
  const assignments: Span[] = []
  const redirects: Span[] = []
  const depth = (tree.depths[node] as number) + 1
  for (let child = node + 1; child < tree.types.length && (tree.depths[child] as number) >= depth; child++) {
    if (tree.depths[child] !== depth) continue
    const type = tree.types[child] as string
    const span = { start: tree.starts[child] as number, end: tree.ends[child] as number }
    if (type === 'variable_assignment') (words.length === 0 ? assignments : words).push(span)
    else if (redirectTypes.has(type)) redirects.push(span)
    // The name of a builtin such as `export` is a token of its own.
    else if (wordTypes.has(type) || (child === node + 1 && /^[a-z]+$/.test(type))) words.push(span)
  }
  return { start: tree.starts[node] as number, end: tree.ends[node] as number, words, assignments, redirects }
}
