import type { GlobOptions } from './glob.ts'
import type { Doubt, Span, Word } from './script.ts'

/** A file or folder a command touches. */
export interface PathUse extends Span {
  /** As the program gets it; relative to the folder it runs in. null: only the running shell knows. */
  readonly path: string | null
  /** Glob pattern in place of a path (`path` is null then). */
  readonly glob: string | null
  /** Options of the shell that the pattern may be matched with. */
  readonly matching?: GlobOptions
  /** The pattern stands for names that a program lists, whatever they are. */
  readonly listed?: boolean
  /** Of an unknown path: what it is certain to start with. */
  readonly prefix?: string
  /** Of an unknown path: patterns that all its values match, a leading dot included; absent when nobody knows. */
  readonly shapes?: () => readonly string[] | null
  /** Everything below it too. */
  readonly tree: boolean
  /** With `tree`: links below it are followed too (`grep -R`, `find -L`). */
  readonly follows?: boolean
  /** `~/` at its start is the home of the user: a table says so, no word of the command. */
  readonly home?: boolean
}

/** A command that a command runs. */
export interface Run {
  /** Its words, program first. */
  readonly words: readonly Word[]
  /** Words may be appended that nobody knows (xargs, find -exec with `+`). */
  readonly appends: boolean
  /** Text in the words of the command that each line of standard input is put in place of (`xargs -I`), and those words; null without one. */
  readonly fills: { readonly mark: string; readonly words: readonly Word[] } | null
  /** Text for a shell instead of words (`sh -c`, `eval`, an alias); null otherwise. */
  readonly shell: string | null
  /** With `shell`: what `$0`, `$1` and so on are in it; null when unknown. */
  readonly args: readonly Word[] | null
  /** It runs elsewhere: another host, a container. Local paths mean nothing there. */
  readonly remote: boolean
  /** How it was reached: the name of the wrapper. */
  readonly through: string
}

/** What one command does, as far as its words tell. */
export interface CommandEffects {
  readonly reads: readonly PathUse[]
  readonly writes: readonly PathUse[]
  readonly deletes: readonly PathUse[]
  /** Hosts, lower case; null for one only the running shell knows. */
  readonly hosts: readonly (string | null)[]
  readonly runs: readonly Run[]
  /** State outside the process that changes and is no file named here: `git repository`, `process`, `package store`. */
  readonly changes: readonly string[]
  /** The folder the program moves to before it runs anything (`git -C`); null when it stays. */
  readonly folder: Word | null
  /** A text it hands to a shell that only the running shell knows whole (`eval "$x"`); null when there is none. */
  readonly unread: string | null
  /** It runs the commands that it reads on its standard input: what `$0`, `$1` and so on are in them; null when it runs none. */
  readonly input: readonly Word[] | null
  /** First thing that makes its effects unknowable; null when all of the above is complete. */
  readonly doubt: Doubt | null
}

/** Collects effects while a program's words are read. */
export interface Report {
  read(word: Word, options?: { tree?: boolean; follows?: boolean }): void
  write(word: Word, options?: { tree?: boolean }): void
  delete(word: Word, options?: { tree?: boolean }): void
  /** A path that is no word of the command: `.` for `ls`, `.git/index` for `git add`. */
  readPath(path: string, options?: { tree?: boolean; follows?: boolean }): void
  writePath(path: string, options?: { tree?: boolean }): void
  /** A host, URL or `user@host:path`; the host is taken from it. null: unknown. */
  host(name: string | null): void
  /**
   * The program moves to this folder before anything else (`git -C`). Paths reported are already relative to the folder the command
   * was started in.
   */
  folder?(word: Word): void
  run(words: readonly Word[], options?: { appends?: boolean; remote?: boolean; fills?: Run['fills'] }): void
  /** `args`: what `$0`, `$1` and so on are in the text. */
  shell(text: Word, options?: { remote?: boolean; args?: readonly Word[] }): void
  /** The commands on its standard input, with these arguments. */
  input(args: readonly Word[]): void
  /** A text of commands that nobody can see. */
  unread(what: string): void
  change(what: string): void
  unknown(code: Doubt['code'], detail: string): void
}
