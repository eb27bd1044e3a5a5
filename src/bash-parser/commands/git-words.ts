import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'
import type { Args } from './program.ts'

type Access = 'read' | 'write' | 'delete'

/** The words before and after `--`; git takes the ones after it for paths only. */
export function splitAtDashes(args: Args): { before: readonly Word[]; after: readonly Word[] } {
  const at = args.words.findIndex((word) => word.value === '--')
  const after = at < 0 ? 0 : args.words.length - at - 1
  const cut = args.operands.length - Math.min(after, args.operands.length)
  return { before: args.operands.slice(0, cut), after: args.operands.slice(cut) }
}

/** What git shows for operands that may be a revision, `rev:path` or a pathspec. */
export function readShown(args: Args, report: Report): void {
  const { before, after } = splitAtDashes(args)
  if (args.has('--no-index')) {
    for (const path of args.operands) report.read(path, { tree: true })
    return
  }
  for (const word of before) for (const single of singles(word)) readRevisionOrPath(single, report)
  usePathspecs(after, 'read', report)
}

function readRevisionOrPath(word: Word, report: Report): void {
  const text = word.value
  if (text !== null && looksLikeRevision(text)) return
  const path = text === null || isPathspecMagic(text) ? undefined : pathOfRevision(text)
  if (path === undefined) usePathspecs([word], 'read', report)
  else if (path !== '') report.read(withValue(word, path))
}

/** `HEAD:.env`, `:0:.env`, `:.env` name a path; `HEAD:` the whole tree, whose names alone are shown. */
export function pathOfRevision(text: string): string | undefined {
  const stage = /^:[0-3]:(.*)$/s.exec(text)
  if (stage !== null) return stage[1]
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : text.slice(colon + 1)
}

/** Spellings that name commits and would be odd as file names; anything else may be a file. */
function looksLikeRevision(text: string): boolean {
  // Nor does one start as a path does; `HEAD^{/text}` may hold a slash.
  if (/^[/.]/.test(text) || /(^|\/)\.\.(\/|$)/.test(text)) return false
  return /^(HEAD|@)([~^@].*)?$|^\^?[\w/~^-]*[\w~^-]\.\.\.?(?!\/)[\w/~^-]*$|^[\w/-]+[~^]\d*$|^[\w/-]*@\{[^/]*\}$/.test(
    text,
  )
}

function isPathspecMagic(text: string): boolean {
  return /^:[/!^(]/.test(text)
}

/** Reports pathspecs. git expands `* ? [` itself, and its `*` crosses folders. */
export function usePathspecs(words: readonly Word[], access: Access, report: Report): void {
  for (const word of words) {
    for (const single of singles(word)) {
      const text = single.value
      if (text === null) report[access](single, { tree: true })
      else if (/^:([!^]|\([^)]*exclude[^)]*\))/.test(text)) continue
      else if (text.startsWith(':')) report[access](withValue(single, null), { tree: true })
      else if (/[*?[]/.test(text)) {
        for (const glob of wideGlobs(text)) report[access]({ ...withValue(single, null), glob }, { tree: true })
      }
      // What git shows of the whole project is what it tracks, named or not: only narrower paths are reads of what lies below.
      else report[access](single, { tree: access !== 'read' || !/^(\.\/?)+$/.test(text) })
    }
  }
}

/** Shell globs that together match what a git pathspec does: `src/*.ts` also names `src/a/b.ts`. */
function wideGlobs(text: string): string[] {
  const first = text.indexOf('*')
  if (first < 0) return [text]
  const head = text.slice(0, first)
  const tail = text.slice(text.lastIndexOf('*') + 1)
  return [text, head === '' || head.endsWith('/') ? `${head}**/*${tail}` : `${head}*/**/*${tail}`]
}

/** Each value a word may have, as words of one value; the word itself when nobody knows. */
export function singles(word: Word): readonly Word[] {
  return word.value === null && word.values !== null ? word.values.map((value) => withValue(word, value)) : [word]
}

/** A repository git talks to: a URL's host, a local folder, the command of `ext::`, or a name only its configuration knows. */
export function useRepository(word: Word | undefined, report: Report): void {
  const text = word?.value
  if (word === undefined || text === null || text === undefined) {
    report.host(null)
    return
  }
  const transport = /^([A-Za-z0-9]+)::(.*)$/s.exec(text)
  if (transport !== null) {
    report.unknown('runs', text)
    if (transport[1] === 'ext') report.shell(withValue(word, transport[2] as string))
  } else if (text.startsWith('file://')) report.read(withValue(word, text.slice('file://'.length)), { tree: true })
  else if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^[^/:]+:/.test(text)) report.host(text)
  else if (/^(\.{0,2}\/|\.{1,2}$|~)/.test(text)) report.read(word, { tree: true })
  else report.host(null)
}

/** Whether a format prints a signature's state, for which git starts gpg. */
export function asksForSignature(format: Word | undefined): boolean {
  return format !== undefined && (format.value === null || /%G|%\(signature|%\(\*?signature/.test(format.value))
}
