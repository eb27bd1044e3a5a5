/** A place in the text that was parsed: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One word of a command, as far as its value can be known before the shell runs. */
export interface Word extends Span {
  /** As written. */
  readonly text: string
  /** After quote removal, with globs, tildes and braces as written; null when it holds an expansion of unknown value. */
  readonly literal: string | null
  /** The one value it has when it is certain to be exactly one word; null otherwise. */
  readonly value: string | null
  /** It is one of these values and nothing else (a loop variable, a variable with several assignments); null when unknown. */
  readonly values: readonly string[] | null
  /** For a word whose unquoted `* ? [ ]` match file names: the pattern, quoted characters escaped by a backslash. `value` is null. */
  readonly glob: string | null
  /** What the word is certain to start with; the whole value when that is known. */
  readonly prefix: string
  /** Its `glob` stands for names that a program lists, whatever they are. */
  readonly listed?: boolean
  /** Of a word of unknown value: patterns that all its values match, a leading dot included; absent when nobody knows. */
  readonly shapes?: () => readonly string[] | null
  /** It may become several words or none (unquoted expansion, glob). */
  readonly splits: boolean
  /** One of several words a brace expansion made; they share one span and one `text`. */
  readonly brace: boolean
}

export interface Assignment extends Span {
  readonly name: string
  /** Text of a subscript in `name[...]=`; null without one. */
  readonly subscript: string | null
  readonly append: boolean
  /** null for an array. */
  readonly value: Word | null
  /** The elements of `name=(...)`; null when it is no array. */
  readonly array: readonly Word[] | null
}

export type RedirectOperator = '<' | '>' | '>>' | '>|' | '<>' | '&>' | '&>>' | '>&' | '<&' | '<<' | '<<-' | '<<<'

export interface Redirect extends Span {
  readonly operator: RedirectOperator
  /** Descriptor in front of the operator; `{name}` as written; null without one. */
  readonly descriptor: string | null
  /** File, descriptor, here-document delimiter or here-string. */
  readonly target: Word
  /** Here-documents: whether the body is literal, and the body. */
  readonly body: { readonly quoted: boolean; readonly text: string } | null
}

export type Nesting =
  | 'subshell'
  | 'group'
  | 'substitution'
  | 'process-substitution'
  | 'function'
  | 'loop'
  | 'condition'
  | 'case'
  | 'pipeline'
  | 'background'
  | 'coproc'
  | 'negation'
  | 'here-document'

/** Where a command stands. */
export interface Place {
  /** Enclosing constructs, outermost first. */
  readonly nesting: readonly Nesting[]
  /** Number of the shell process that runs it: 0 is the main shell, each subshell, pipeline stage or substitution has its own. */
  readonly shell: number
  /** Numbers of the enclosing shell processes, nearest first, ending in 0; empty for the main shell. */
  readonly outer: readonly number[]
  /** Name of the function whose body holds it. */
  readonly functionName: string | null
  /** Whether its standard input is a pipe from the command before. */
  readonly piped: boolean
}

/** A simple command: assignments, words, redirects. Without words it only assigns or redirects. */
export interface SimpleCommand extends Span {
  /** Source text from the first assignment, word or redirect to the last one. */
  readonly text: string
  readonly assignments: readonly Assignment[]
  /** Program first; empty when there is none. */
  readonly words: readonly Word[]
  readonly redirects: readonly Redirect[]
  readonly place: Place
  /** It is certain to call a function that the text defines, whose body stands in the text. */
  readonly callsFunction?: boolean
}

/** Why a text cannot be known: code and the place, for the message. */
export interface Doubt {
  readonly code: DoubtCode
  /** The text that caused it, shortened, or a name. */
  readonly detail: string
  readonly start?: number
  readonly end?: number
}

export type DoubtCode =
  | 'too-long'
  | 'control-character'
  | 'unusual-character'
  | 'syntax-error'
  | 'unknown-construct'
  | 'readers-disagree'
  | 'no-grammar'
  | 'dynamic-command'
  | 'dynamic-word'
  | 'unknown-program'
  | 'unknown-option'
  | 'unknown-script'
  | 'environment'
  | 'shell-state'
  | 'writes'
  | 'deletes'
  | 'network'
  | 'runs'
  | 'changes-state'
  | 'git-in-foreign-folder'
  | 'reads-outside'
  | 'too-deep'

/** A variable that a loop or an expansion sets. */
export interface Loop {
  readonly name: string
  /** The list a `for` goes through; null where its values are unknown. */
  readonly words: readonly Word[] | null
  readonly start: number
  readonly place: Place
}

/** What a command line is made of. */
export interface Script {
  readonly text: string
  /** Every simple command at any nesting, ordered by start. */
  readonly commands: readonly SimpleCommand[]
  /** Redirects that belong to a compound command, a loop or a group. */
  readonly redirects: readonly (Redirect & { readonly place: Place })[]
  /** Names the text defines as functions or aliases. */
  readonly defines: readonly string[]
  /** Variables that something other than an assignment sets: loops, arithmetic, `${x:=y}`. */
  readonly loops: readonly Loop[]
  /** null when both readers agree on everything above; else why the text may hold commands that nobody named. */
  readonly doubt: Doubt | null
  /** For deny and ask: `commands` and whatever either reader saw besides, error trees included. */
  readonly wide: readonly SimpleCommand[]
}
