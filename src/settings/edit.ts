import type { Node } from 'jsonc-parser'
import { PolicyError } from '../errors.ts'
import { kindOf } from './json.ts'
import { childOf, treeOf } from './positions.ts'

/** Keys and indexes that lead to a value; a last step of -1 means the end of a list. */
export type EditPath = readonly (string | number)[]

/** One value to set; undefined removes it. */
export interface Edit {
  readonly path: EditPath
  readonly value: unknown
}

/** How a text is laid out, read from its first indented line. */
interface Layout {
  readonly unit: string
  readonly eol: string
  /** All on one line: what is added stays on it. */
  readonly flat: boolean
}

/** The JSON text after an edit. Nothing but the named value and the comma beside it is touched. */
export function editText(text: string, { path, value }: Edit): string {
  const root = treeOf({ text })
  if (root === undefined) throw new PolicyError('too-deep', {}, 'nested too deeply to be edited')
  const layout = layoutOf(text)
  let at = root
  for (const [i, step] of path.entries()) {
    const child = step === -1 ? undefined : childOf(at, String(step))
    if (child !== undefined) {
      if (i === path.length - 1 && value === undefined) return withoutEntry(text, at, child)
      at = child
      continue
    }
    if (value === undefined) return text
    return withEntry(text, at, step, nested(path.slice(i + 1), value), layout)
  }
  if (value === undefined) return text
  const rendered = render(value, indentAt(text, at.offset), layout)
  return splice(text, at.offset, endOf(at), rendered)
}

/** A value under the steps that do not exist yet. */
function nested(path: EditPath, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, step) => (typeof step === 'number' ? [inner] : keyed(step, inner)), value)
}

/** `{ [key]: value }` would set the prototype for a key named `__proto__`. */
function keyed(key: string, value: unknown): object {
  return Object.defineProperty({}, key, { value, enumerable: true })
}

function withEntry(text: string, container: Node, step: string | number, value: unknown, layout: Layout): string {
  const wanted = typeof step === 'number' ? 'array' : 'object'
  if (container.type !== wanted) {
    const found = kindOf({ array: [], object: {} }[container.type as string] ?? container.value)
    throw new PolicyError('wrong-type', { found, expected: wanted }, `\`${step}\` cannot be set in ${found}`)
  }
  const entries = container.children ?? []
  const last = entries.at(-1)
  const entry = (indent: string) => {
    const key = typeof step === 'string' ? `${JSON.stringify(step)}:${layout.flat ? '' : ' '}` : ''
    return key + render(value, indent, layout)
  }
  if (last !== undefined) {
    const gap = gapBefore(text, container, entries)
    return splice(text, endOf(last), endOf(last), `,${gap}${entry(indentAt(text, last.offset))}`)
  }
  const indent = indentAt(text, container.offset)
  const inside = layout.flat
    ? entry('')
    : layout.eol + indent + layout.unit + entry(indent + layout.unit) + layout.eol + indent
  return splice(text, container.offset + 1, endOf(container) - 1, inside)
}

/** The blanks that stand before the last entry: what is added looks like its neighbour. */
function gapBefore(text: string, container: Node, entries: readonly Node[]): string {
  const previous = entries.at(-2)
  const before = text.slice(previous === undefined ? container.offset + 1 : endOf(previous) + 1, entries.at(-1)!.offset)
  // A list of one entry on one line shows no gap; `, ` is what people write.
  return previous === undefined && before.trim() === '' && !before.includes('\n')
    ? ' '
    : (/\s*$/.exec(before)?.[0] ?? '')
}

function withoutEntry(text: string, container: Node, value: Node): string {
  const entries = container.children ?? []
  const index = entries.findIndex((entry) => entry === value || entry.children?.[1] === value)
  const entry = entries[index]!
  if (entries.length === 1) return splice(text, container.offset + 1, endOf(container) - 1, '')
  if (index === 0) return splice(text, entry.offset, entries[1]!.offset, '')
  return splice(text, endOf(entries[index - 1]!), endOf(entry), '')
}

function render(value: unknown, indent: string, { unit, eol, flat }: Layout): string {
  if (flat) return JSON.stringify(value)
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + indent)
}

function layoutOf(text: string): Layout {
  const flat = !text.trim().includes('\n') && text.trim() !== '{}'
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n', flat }
}

/** Indentation of the line on which an offset stands. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

const endOf = (node: Node) => node.offset + node.length

const splice = (text: string, from: number, to: number, middle: string) => text.slice(0, from) + middle + text.slice(to)
