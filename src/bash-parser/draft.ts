import type { Doubt, DoubtCode, Nesting, Place, RedirectOperator, Span } from './script.ts'

/** A piece of a word, in order. */
export type Part =
  /** Unquoted characters: a tilde, glob or brace among them has its meaning. */
  | { readonly kind: 'bare'; readonly text: string }
  | { readonly kind: 'quoted'; readonly text: string }
  /** `$name` or `${name}`. */
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean }
  /** Anything else the running shell computes. `many`: several words though quoted (`"$@"`). `numeric`: digits only. */
  | {
      readonly kind: 'computed'
      readonly quoted: boolean
      readonly many: boolean
      readonly numeric: boolean
      /** Numbers of the first command of a substitution and of the one after its last; equal where it is none. */
      readonly from: number
      readonly to: number
      /** What it is made from, where that may be known. */
      readonly of?: Derived
    }

/** A value that follows from arguments or from a variable. */
export interface Derived {
  /** A variable, `0` and up, `@`, `*` or `#`; empty for a substitution without a command, which prints nothing. */
  readonly name: string
  readonly change: Change | null
}

/** What `${name%.txt}`, `${name##x}` or `${name:-text}` make of a value. `any`: a `*` stands on the side away from the end it cuts. */
export interface Change {
  readonly operator: '%' | '%%' | '#' | '##' | '-' | ':-'
  readonly text: string
  readonly any: boolean
}

/** A word as one reader saw it; `parts` is null when its text is its value. */
export interface DraftWord extends Span {
  readonly parts: readonly Part[] | null
}

export interface DraftAssignment extends Span {
  readonly name: string
  readonly subscript: string | null
  readonly append: boolean
  readonly value: DraftWord | null
  readonly array: readonly DraftWord[] | null
}

export interface DraftRedirect extends Span {
  readonly operator: RedirectOperator
  readonly descriptor: string | null
  readonly target: DraftWord
  body: { readonly quoted: boolean; readonly text: string } | null
}

/** Commands that run only when something else did; a region runs no more often than its parent. */
export interface Region {
  readonly parent: Region | null
  /** It runs whenever its parent does: the inside of a compound command whose redirects cannot fail, as it has none. */
  certain?: boolean
}

export interface DraftCommand {
  start: number
  end: number
  readonly assignments: DraftAssignment[]
  readonly words: DraftWord[]
  readonly redirects: DraftRedirect[]
  place: Place
  readonly region: Region
}

/** A here-document whose body begins after the line. */
export interface PendingDocument {
  readonly redirect: DraftRedirect
  readonly start: number
  readonly delimiter: string
  readonly quoted: boolean
  readonly stripTabs: boolean
  place: Place
  readonly region: Region
}

/** A function, from the place on where it is defined. */
export interface Definition {
  readonly name: string
  readonly start: number
  place: Place
  readonly region: Region
}

/** A name and what is assigned to it outside a simple command's own assignments. */
export interface LooseAssignment {
  readonly name: string
  /** null: unknown. */
  readonly words: readonly DraftWord[] | null
  readonly numeric: boolean
  /** It overwrites what was there, and is certain to happen where it stands. */
  readonly settles: boolean
  place: Place
  readonly region: Region
  readonly start: number
}

/** Arithmetic that reads variables: each value is evaluated in its turn, so an unknown one may run commands. */
export interface Arithmetic {
  readonly names: readonly { readonly name: string; readonly start: number }[]
  /** The array whose subscript it is: nothing is evaluated when its keys are text. */
  readonly array: string | null
  readonly start: number
  readonly end: number
  place: Place
  readonly region: Region
  /** Numbers of commands whose output it evaluates. */
  readonly outputs: readonly { readonly from: number; readonly to: number }[]
}

/** What ends a list of commands. */
export type Closer = 'end' | 'paren' | 'substitution' | 'case' | readonly string[]

/** Where a word stands: what its substitutions run in. */
export interface Scope {
  readonly place: Place
  readonly region: Region
}

/** Readers that a word and a command need of each other: bash nests them without end. */
export interface Rules {
  readonly readList: (reader: Reader, place: Place, region: Region, closer: Closer) => void
  readonly readParameter: (reader: Reader, scope: Scope, parts: Part[], quoted: boolean, quote: boolean) => void
  readonly readArithmeticExpansion: (reader: Reader, scope: Scope, parts: Part[], quoted: boolean) => void
}

/** State while a text is read, and what was read. */
export interface Reader {
  readonly text: string
  readonly rules: Rules
  at: number
  /** End of the part being read. */
  limit: number
  depth: number
  shells: number
  readonly commands: DraftCommand[]
  readonly redirects: (DraftRedirect & { place: Place; readonly region: Region })[]
  readonly defines: Definition[]
  readonly loose: LooseAssignment[]
  readonly arithmetic: Arithmetic[]
  /** Declarations of arrays whose keys are text. */
  readonly associative: { readonly name: string; readonly start: number; place: Place; readonly region: Region }[]
  /** Where lines begin that the shell reads and runs one by one. */
  readonly lines: number[]
  /** Where an expansion may fail, after which the shell goes on at its next line. */
  readonly failures: number[]
  pending: PendingDocument[]
  /** Here-documents of an enclosing line wait for a newline that must not come before this part ends. */
  waiting: boolean
  /** Depth of the list of the innermost `$(...)`, where the shell prints here-documents anew and may lose what follows; 0 outside, -1 in backticks. */
  substitution: number
  /** First thing that makes the text unknowable though it was read. */
  doubt: Doubt | null
  /** A variable or tilde stands somewhere, so values need the second pass. */
  variables: boolean
}

/** Thrown when the text is beyond what is read with certainty. Carries no stack: it is an answer, not a fault. */
export class Unsure {
  readonly doubt: Doubt
  constructor(doubt: Doubt) {
    this.doubt = doubt
  }
}

/** Longest piece of text shown in a doubt. */
const shown = 40

/** Gives up reading. */
export function unsure(reader: Reader, code: DoubtCode, at = reader.at, what?: string): never {
  throw new Unsure(doubtAt(reader, code, at, what))
}

/** Goes on reading, but the text stays unknown. */
export function doubtful(reader: Reader, code: DoubtCode, start: number, end: number): void {
  reader.doubt ??= { code, detail: reader.text.slice(start, Math.min(end, start + shown)), start, end }
}

function doubtAt(reader: Reader, code: DoubtCode, at: number, what?: string): Doubt {
  const end = Math.min(at + shown, reader.text.length)
  return { code, detail: what ?? reader.text.slice(at, end), start: at, end }
}

/** Character at a distance from the reading point; -1 past the end. */
export function peek(reader: Reader, ahead = 0): number {
  const at = reader.at + ahead
  return at < reader.limit ? reader.text.charCodeAt(at) : -1
}

/** The main shell, at no nesting. */
export const mainPlace: Place = { nesting: [], shell: 0, outer: [], functionName: null, piped: false }

/** One construct further in, same shell process. */
export function within(place: Place, nesting: Nesting): Place {
  return { ...place, nesting: [...place.nesting, nesting] }
}

/** One construct further in, in a shell process of its own. */
export function inProcess(reader: Reader, place: Place, nesting: Nesting, piped = place.piped): Place {
  return {
    nesting: [...place.nesting, nesting],
    shell: ++reader.shells,
    outer: [place.shell, ...place.outer],
    functionName: place.functionName,
    piped,
  }
}

interface Placed {
  readonly start: number
  place: Place
}

/** Moves what was read from an offset on into a shell process of its own inside `base`: the operator that makes one comes after it. */
export function moveInto(reader: Reader, from: number, base: Place, nesting: Nesting): void {
  const shell = ++reader.shells
  const depth = base.nesting.length
  const known = new Map<Place, Place>()
  const moved = (place: Place): Place => {
    const seen = known.get(place)
    if (seen !== undefined) return seen
    const own = place.shell === base.shell
    const between = own ? [] : [...place.outer.slice(0, place.outer.length - base.outer.length - 1), shell]
    const made: Place = {
      ...place,
      nesting: [...place.nesting.slice(0, depth), nesting, ...place.nesting.slice(depth)],
      shell: own ? shell : place.shell,
      outer: [...between, base.shell, ...base.outer],
    }
    known.set(place, made)
    return made
  }
  const lists: readonly Placed[][] = [
    reader.commands,
    reader.redirects,
    reader.defines,
    reader.loose,
    reader.arithmetic,
    reader.pending,
  ]
  for (const list of lists) {
    for (let i = list.length - 1; i >= 0 && (list[i] as Placed).start >= from; i--) {
      const item = list[i] as Placed
      item.place = moved(item.place)
    }
  }
}
