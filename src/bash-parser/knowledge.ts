import type { ArgumentLists } from './positional.ts'
import type { Word } from './script.ts'

/** What is known of variables where a word stands. */
export interface Knowledge {
  readonly home: string | undefined
  /** All the values a variable may have here; null when unknown. */
  lookup(name: string): readonly string[] | null
  /** Patterns that all values of a variable match, where its values are unknown; null or absent when nobody knows. */
  readonly shapes?: (name: string) => readonly string[] | null
  /** Patterns that all a substitution may print matches, given by the numbers of its commands; null or absent when nobody knows. */
  readonly printedShapes?: (from: number, to: number) => readonly string[] | null
  /** The arguments `$1` and so on stand for; null or absent when unknown. */
  readonly arguments?: () => ArgumentLists
  /** The word that `$0` is; null or absent when unknown. */
  readonly zero?: () => Word | null
  /** All that a substitution may print, given by the numbers of its commands; null or absent when unknown. */
  readonly printed?: (from: number, to: number) => readonly string[] | null
  /** Whether a variable of unknown value is certain to be an integer. */
  isNumber(name: string): boolean
  /** Whether unquoted expansions split at blanks and newlines, as they do until `IFS` changes. */
  readonly splitsAtBlanks: boolean
  /** Whether unquoted numbers stay whole. */
  readonly keepsNumbers: boolean
}
