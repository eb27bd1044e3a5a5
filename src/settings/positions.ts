import type { Node } from 'jsonc-parser'
import { jsonc } from './packages.ts'

/** The text of one settings file; its tree is made when the first position is asked for. */
export interface Document {
  readonly text: string
  tree?: Node | undefined
}

export interface Position {
  readonly line: number
  readonly column: number
}

export const nowhere: Position = Object.freeze({ line: 0, column: 0 })

/** Where the value a JSON pointer names begins; the nearest enclosing value when the pointer leads nowhere. */
export function positionOf(document: Document | undefined, pointer: string): Position {
  if (document === undefined) return nowhere
  let node = treeOf(document)
  if (node === undefined) return { line: 1, column: 1 }
  for (const step of pointer.split('/').slice(1)) {
    const child = childOf(node, step.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (child === undefined) break
    node = child
  }
  return positionAt(document.text, node.offset)
}

/** Line and column of an offset, both from 1; the column counts UTF-16 units, as editors do. */
export function positionAt(text: string, offset: number): Position {
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}

/** The tree of a text as far as it can be read: comments, trailing commas and missing ends included. */
export function treeOf(document: Document): Node | undefined {
  if (!('tree' in document)) {
    const { parseTree } = jsonc()
    document.tree = onStack(() => parseTree(document.text, [], { allowTrailingComma: true }))
  }
  return document.tree
}

/** The value under a key or index. Of a key that stands twice the last one, as JSON.parse reads it. */
export function childOf(node: Node, step: string): Node | undefined {
  if (node.type === 'array') return node.children?.[Number(step)]
  if (node.type !== 'object') return undefined
  return node.children?.findLast((property) => property.children?.[0]?.value === step)?.children?.[1]
}

/** The library reads on the stack; for a text nested too deeply for it the answer is undefined. */
export function onStack<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
