import { type Program, runProgram } from './commands/program.ts'
import type { CommandEffects, PathUse, Report, Run } from './effects.ts'
import type { Doubt, Word } from './script.ts'

interface Collected extends CommandEffects {
  reads: PathUse[]
  writes: PathUse[]
  deletes: PathUse[]
  hosts: (string | null)[]
  runs: Run[]
  changes: string[]
  folder: Word | null
  unread: string | null
  input: readonly Word[] | null
  doubt: Doubt | null
}

function nothing(): Collected {
  return {
    reads: [],
    writes: [],
    deletes: [],
    hosts: [],
    runs: [],
    changes: [],
    folder: null,
    unread: null,
    input: null,
    doubt: null,
  }
}

export const noEffects: CommandEffects = nothing()

/** What one program does with its words, by its table. */
export function collectEffects(program: Program, name: string, words: readonly Word[]): CommandEffects {
  const { effects, report } = collector(name)
  runProgram(program, name, words, report)
  return effects
}

/** An empty set of effects and the report that fills it. `through` names what runs inner commands. */
export function collector(through: string): { effects: Collected; report: Report } {
  const effects: Collected = nothing()
  const doubt = (code: Doubt['code'], detail: string) => {
    effects.doubt ??= { code, detail: detail.slice(0, 80) }
  }
  const report: Report = {
    read: (word, options) => effects.reads.push(...pathUses(word, options?.tree ?? false).map(following(options))),
    write: (word, options) => effects.writes.push(...pathUses(word, options?.tree ?? false)),
    delete: (word, options) => effects.deletes.push(...pathUses(word, options?.tree ?? false)),
    readPath: (path, options) => effects.reads.push(following(options)(fixed(path, options?.tree ?? false))),
    writePath: (path, options) => effects.writes.push(fixed(path, options?.tree ?? false)),
    host: (name) => effects.hosts.push(name === null ? null : hostOf(name)),
    run(words, options) {
      const remote = options?.remote ?? false
      const { appends = false, fills = null } = options ?? {}
      effects.runs.push({ words, appends, fills, shell: null, args: null, remote, through })
    },
    shell(text, options) {
      if (text.value === null) doubt('unknown-script', text.text)
      if (text.values === null && text.value === null) effects.unread ??= text.text
      const remote = options?.remote ?? false
      // What stands around an unknown value is still text that a deny rule may know.
      const around = text.value ?? text.literal ?? /^"([^"\\]*)"$/.exec(text.text)?.[1]
      const shells = text.values ?? (around === undefined ? [] : [around])
      const args = options?.args ?? null
      for (const shell of shells)
        effects.runs.push({ words: [text], appends: false, fills: null, shell, args, remote, through })
    },
    input(args) {
      effects.input = args
    },
    unread(what) {
      effects.unread ??= what
    },
    change: (what) => effects.changes.push(what),
    folder(word) {
      effects.folder = word
    },
    unknown: doubt,
  }
  return { effects, report }
}

function following(options: { follows?: boolean } | undefined): (use: PathUse) => PathUse {
  return options?.follows === true ? (use) => ({ ...use, follows: true }) : (use) => use
}

/** The paths a word can name. */
export function pathUses(word: Word, tree: boolean): PathUse[] {
  const { start, end } = word
  // `<(command)` is a pipe of the shell's own; what the command reads stands with it.
  if (/^[<>]\(/.test(word.text)) return []
  if (word.value !== null) return [{ path: word.value, glob: null, tree, start, end }]
  if (word.values !== null) return word.values.map((path) => ({ path, glob: null, tree, start, end }))
  const listed = word.listed === true ? { listed: true } : {}
  if (word.glob !== null) return [{ path: null, glob: word.glob, ...listed, tree, start, end }]
  const shapes = word.shapes === undefined ? {} : { shapes: word.shapes }
  return [{ path: null, glob: null, prefix: word.prefix, ...shapes, tree, start, end }]
}

function fixed(path: string, tree: boolean): PathUse {
  return { path, glob: null, tree, home: path.startsWith('~/'), start: 0, end: 0 }
}

/** The host of a URL, `host:port`, `user@host` or `user@host:path`; null when there is none to see. */
export function hostOf(name: string): string | null {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(name)
    ? name
    : `ssh://${name.replace(/^([^/]*?):(?!\d+(\/|$)).*$/, '$1')}`
  if (!URL.canParse(text)) return null
  const host = new URL(text).hostname.toLowerCase().replace(/\.$/, '')
  return host === '' ? null : host
}
