import type NativeParser from 'tree-sitter'
import type * as Web from 'web-tree-sitter'
import { need } from './load.ts'

/** Longest string tree-sitter 0.21 takes at once; longer texts go to it in pieces. */
const longestString = 32_767
const piece = 16_384
/** A parse that takes longer is given up. */
const limitMicros = 50_000
/** Nodes taken from one tree: what is beyond is not looked at. */
const maxNodes = 200_000

/** A tree as parallel lists in the order of the text, a node before its children. */
export interface FlatTree {
  readonly types: string[]
  readonly starts: number[]
  readonly ends: number[]
  readonly depths: number[]
}

/** The memory of native trees is given back only when the event loop turns; after so many without a turn no more are made. */
const maxTreesPerTurn = 5_000

interface Cursor {
  readonly nodeType: string
  readonly startIndex: number
  readonly endIndex: number
  gotoFirstChild(): boolean
  gotoNextSibling(): boolean
  gotoParent(): boolean
}

interface Grammar {
  readonly kind: 'native' | 'wasm'
  /** The tree of a text; null when it took too long. */
  flatten(text: string): FlatTree | null
}

let grammar: Grammar | null | undefined

/** The grammar's tree; null when it took too long, undefined when there is no grammar. Never throws. */
export function flattenTree(text: string): FlatTree | null | undefined {
  if (grammar === undefined) grammar = nativeGrammar()
  if (grammar === null) return undefined
  try {
    return grammar.flatten(text)
  } catch {
    return null
  }
}

/** Makes a grammar ready; the native one where it loads, else the one compiled to wasm. `only` picks one of them. */
export async function readyGrammar(only?: 'native' | 'wasm'): Promise<'native' | 'wasm' | 'none'> {
  if (only !== undefined) grammar = undefined
  if (grammar === undefined && only !== 'wasm') grammar = nativeGrammar()
  grammar ??= only === 'native' ? null : await wasmGrammar()
  return grammar?.kind ?? 'none'
}

function nativeGrammar(): Grammar | null {
  try {
    const Parser = need('tree-sitter') as typeof NativeParser
    const parser = new Parser()
    parser.setLanguage(need('tree-sitter-bash'))
    parser.setTimeoutMicros(limitMicros)
    let made = 0
    return {
      kind: 'native',
      flatten(text) {
        if (made >= maxTreesPerTurn) return null
        if (made++ === 0) setImmediate(() => (made = 0)).unref()
        const input = text.length <= longestString ? text : (at: number) => text.slice(at, at + piece)
        const tree = parser.parse(input) as NativeParser.Tree | null | undefined
        if (tree) return flatten(tree.walk())
        // The next parse would go on where this one was given up.
        parser.reset()
        return null
      },
    }
  } catch {
    return null
  }
}

/** In the CommonJS bundle `need` is the bundle's own `require`, wrapped. */
function wasmFile(): string {
  const { resolve } = typeof require === 'function' ? require : need
  return resolve('tree-sitter-bash/tree-sitter-bash.wasm')
}

async function wasmGrammar(): Promise<Grammar | null> {
  try {
    // On Node 20 the process would wait half a second at its end for the optimising compiler.
    const { setFlagsFromString } = need('node:v8') as typeof import('node:v8')
    setFlagsFromString('--liftoff-only')
    const { Language, Parser } = need('web-tree-sitter') as typeof Web
    await Parser.init()
    const language = await Language.load(wasmFile())
    const parser = new Parser()
    parser.setLanguage(language)
    return {
      kind: 'wasm',
      flatten(text) {
        const stop = performance.now() + limitMicros / 1000
        const progressCallback = () => performance.now() > stop
        const tree = parser.parse(text, null, { progressCallback })
        if (tree === null) {
          parser.reset()
          return null
        }
        const cursor = tree.walk()
        try {
          return flatten(cursor)
        } finally {
          cursor.delete()
          tree.delete()
        }
      },
    }
  } catch {
    return null
  }
}

/** Takes a tree down without recursion: it may be as deep as the text is long. */
function flatten(cursor: Cursor): FlatTree {
  const tree: FlatTree = { types: [], starts: [], ends: [], depths: [] }
  let depth = 0
  for (;;) {
    tree.types.push(cursor.nodeType)
    tree.starts.push(cursor.startIndex)
    tree.ends.push(cursor.endIndex)
    tree.depths.push(depth)
    if (tree.types.length >= maxNodes) return tree
    if (cursor.gotoFirstChild()) {
      depth++
      continue
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return tree
      depth--
    }
  }
}
