import type Parser from 'tree-sitter'

type Node = Parser.SyntaxNode

const expansions = new Set([
  'simple_expansion',
  'expansion',
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
])

/** Words per simple command as the grammar shows them; null for a word with an expansion. */
export function treeCommands(root: Node, text: string): (string | null)[][] {
  const found: (string | null)[][] = []
  const pending: Node[] = [root]
  while (pending.length > 0) {
    const node = pending.pop() as Node
    if (node.type === 'command' || node.type === 'declaration_command' || node.type === 'unset_command') {
      found.push(commandWords(node, text))
    }
    for (const child of node.namedChildren) pending.push(child)
  }
  return found
}

function commandWords(node: Node, text: string): (string | null)[] {
  const words: (string | null)[] = []
  for (const child of node.children) {
    if (child.type === 'variable_assignment' && node.type === 'command') continue
    if (child.type.endsWith('_redirect') || child.type === 'comment') continue
    words.push(child.type === 'command_name' ? literal(child.child(0) ?? child, text) : literal(child, text))
  }
  return words
}

function literal(node: Node, text: string): string | null {
  const own = text.slice(node.startIndex, node.endIndex)
  if (expansions.has(node.type)) return null
  switch (node.type) {
    case 'raw_string':
      return own.slice(1, -1)
    case 'string':
      return node.namedChildren.some((child) => expansions.has(child.type)) ? null : unescapeDouble(own.slice(1, -1))
    case 'concatenation': {
      let whole = ''
      for (const child of node.children) {
        const value = child.isNamed ? literal(child, text) : child.type
        if (value === null) return null
        whole += value
      }
      return whole
    }
    case 'word':
      return node.namedChildren.some((child) => expansions.has(child.type))
        ? null
        : own.replace(/\\([^])/g, (_, c) => (c === '\n' ? '' : c))
    default:
      return node.childCount === 0 ? own : null
  }
}

function unescapeDouble(text: string): string {
  return text.replace(/\\([$`"\\\n])/g, (_, c: string) => (c === '\n' ? '' : c))
}
