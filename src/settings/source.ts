import type { Layer, Source } from '../decision.ts'
import type { Issue } from '../errors.ts'
import { type Document, nowhere, type Position, positionOf } from './positions.ts'

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

/** Every fault that reading settings can find; `explain.ts` has a sentence for each. */
export type SettingsIssueCode =
  | 'invalid-json'
  | 'wrong-type'
  | 'invalid-entry'
  | 'unknown-event'
  | 'duplicate-key'
  | 'too-deep'
  | 'not-utf8'
  | 'unreadable'
  | 'missing-file'
  | 'too-large'
  | 'refuses-to-start'
  | 'key-not-here'
  | 'misplaced-key'
  | 'no-effect'
  | 'unknown-mode'
  | 'mode-not-here'
  | 'mode-disabled'
  | 'untrusted'
  | 'refused-directory'
  | 'variable-not-here'

/** A fault in a settings file; its position is looked up when somebody reads it. */
export function issueAt(
  place: Pick<Place, 'file' | 'document'>,
  pointer: string,
  code: SettingsIssueCode,
  severity: Issue['severity'],
  data: Record<string, unknown>,
  at?: Position,
): Issue {
  const { file, document } = place
  const facts = Object.freeze({ pointer, ...data })
  if (at !== undefined || document === undefined) {
    const { line, column } = at ?? nowhere
    return Object.freeze({ code, severity, file, line, column, data: facts })
  }
  const position = once(() => positionOf(document, pointer))
  return Object.freeze({
    code,
    severity,
    file,
    get line() {
      return position().line
    },
    get column() {
      return position().column
    },
    data: facts,
  })
}

/** The same value on every call, made on the first. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
