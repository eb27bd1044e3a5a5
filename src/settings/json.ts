/** What a walk over one file found besides its values. */
export interface Walk {
  /** Keys in all objects together: fewer than the text has when a key stands twice. */
  keys: number
  /** Whether a value was cut off because it is nested too deeply. */
  tooDeep: boolean
}

/** No honest settings file comes near; a walk on our own stack must end somewhere. */
const maxDepth = 64

/** A deeply frozen copy of a JSON value in which every object is a null-prototype map. */
export function frozenCopy(value: unknown, walk: Walk, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) {
    walk.tooDeep = true
    return null
  }
  if (Array.isArray(value)) return frozenList(value, walk, depth)
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key]
    walk.keys++
    if (inner !== undefined) copy[key] = frozenCopy(inner, walk, depth + 1)
  }
  return Object.freeze(copy)
}

function frozenList(list: readonly unknown[], walk: Walk, depth: number): readonly unknown[] {
  const copy = list.slice()
  for (let i = 0; i < copy.length; i++) {
    const entry = copy[i]
    if (typeof entry === 'object' && entry !== null) copy[i] = frozenCopy(entry, walk, depth + 1)
  }
  return Object.freeze(copy)
}

/** One step of a JSON pointer (RFC 6901). */
export function escapePointer(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

export type JsonObject = Readonly<Record<string, unknown>>

/** The value when it is a JSON object, else undefined: neither null nor a list. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/** The value when it is a list, else an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : none
}

const none: readonly unknown[] = Object.freeze([])

/** What a JSON value is, in words of a message. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  const text = String(value)
  return `\`${text.length > 40 ? `${text.slice(0, 40)}...` : text}\``
}
