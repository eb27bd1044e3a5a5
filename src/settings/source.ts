import type { Layer, Source } from '../decision.ts'
import { type Document, positionOf } from './positions.ts'

/** The place an entry was read from, before anybody asks for its line. */
export interface Place {
  readonly layer: Layer
  readonly file: string
  readonly document: Document | undefined
}

/** A source whose line and column are looked up in the text on first use. */
export function sourceAt(place: Place, pointer: string): Source {
  const { layer, file, document } = place
  if (document === undefined) return Object.freeze({ layer, file, pointer, line: 0, column: 0 })
  const position = once(() => positionOf(document, pointer))
  return Object.freeze({
    layer,
    file,
    pointer,
    get line() {
      return position().line
    },
    get column() {
      return position().column
    },
  })
}

/** The same value on every call, made on the first. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
