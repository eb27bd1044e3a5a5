import type { Use } from './in-force.ts'
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

/** What is known in the whole of a text, asked for a place in it. */
export interface Followed {
  home(use: Use): string | undefined
  lookup(name: string, use: Use): readonly string[] | null
  shapes(name: string, use: Use): readonly string[] | null
  arguments(use: Use): ArgumentLists
  readonly zero: Word | null
  printed(from: number, to: number): readonly string[] | null
  printedShapes(from: number, to: number): readonly string[] | null
  isNumber(name: string, use: Use): boolean
  readonly splitsAtBlanks: boolean
  readonly keepsNumbers: boolean
}

/** What is known at one place. A class: one is made for every command that asks. */
export class Here implements Knowledge {
  readonly splitsAtBlanks: boolean
  readonly keepsNumbers: boolean
  private readonly use: Use
  private readonly followed: Followed

  constructor(use: Use, followed: Followed) {
    this.splitsAtBlanks = followed.splitsAtBlanks
    this.keepsNumbers = followed.keepsNumbers
    this.use = use
    this.followed = followed
  }

  get home(): string | undefined {
    return this.followed.home(this.use)
  }

  lookup(name: string): readonly string[] | null {
    return this.followed.lookup(name, this.use)
  }

  shapes(name: string): readonly string[] | null {
    return this.followed.shapes(name, this.use)
  }

  arguments(): ArgumentLists {
    return this.followed.arguments(this.use)
  }

  zero(): Word | null {
    return this.followed.zero
  }

  printed(from: number, to: number): readonly string[] | null {
    return this.followed.printed(from, to)
  }

  printedShapes(from: number, to: number): readonly string[] | null {
    return this.followed.printedShapes(from, to)
  }

  isNumber(name: string): boolean {
    return this.followed.isNumber(name, this.use)
  }
}

/** Knowledge that is gathered when the first question is put: most words put none. A class: one is made for every command. */
export class WhenAsked implements Knowledge {
  private readonly gather: () => Knowledge
  private gathered: Knowledge | undefined

  constructor(gather: () => Knowledge) {
    this.gather = gather
  }

  private get known(): Knowledge {
    this.gathered ??= this.gather()
    return this.gathered
  }

  get home(): string | undefined {
    return this.known.home
  }

  get splitsAtBlanks(): boolean {
    return this.known.splitsAtBlanks
  }

  get keepsNumbers(): boolean {
    return this.known.keepsNumbers
  }

  lookup(name: string): readonly string[] | null {
    return this.known.lookup(name)
  }

  shapes(name: string): readonly string[] | null {
    return this.known.shapes?.(name) ?? null
  }

  arguments(): ArgumentLists {
    return this.known.arguments?.() ?? null
  }

  zero(): Word | null {
    return this.known.zero?.() ?? null
  }

  printed(from: number, to: number): readonly string[] | null {
    return this.known.printed?.(from, to) ?? null
  }

  printedShapes(from: number, to: number): readonly string[] | null {
    return this.known.printedShapes?.(from, to) ?? null
  }

  isNumber(name: string): boolean {
    return this.known.isNumber(name)
  }
}
