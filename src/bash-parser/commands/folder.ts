import type { Report } from '../effects.ts'
import { escapeGlob } from '../glob.ts'
import type { Doubt, Word } from '../script.ts'

/**
 * A report for a program that moved to `folder` first: relative paths are reported as the caller of the program sees them. `doubt` is
 * what remains unknown where nobody follows the program into the folder.
 */
export function inFolder(report: Report, folder: Word, doubt?: Doubt['code']): Report {
  if (/^\.\/*$/.test(folder.value ?? '')) return report
  const moves = report.folder
  if (moves !== undefined) moves(folder)
  else if (doubt !== undefined) report.unknown(doubt, folder.text)
  const from = (word: Word) => below(folder, word)
  return {
    ...report,
    ...(moves === undefined ? {} : { folder: (word) => moves(from(word)) }),
    read: (word, options) => report.read(from(word), options),
    write: (word, options) => report.write(from(word), options),
    delete: (word, options) => report.delete(from(word), options),
    readPath: (path, options) => report.read(withValue(folder, join(folder.value, path)), options),
    writePath: (path, options) => {
      // No word holds it, so only its own report knows that it is the home folder's.
      if (path.startsWith('~/')) report.writePath(path, options)
      else report.write(withValue(folder, join(folder.value, path)), options)
    },
  }
}

function below(folder: Word, word: Word): Word {
  if (word.value !== null) return withValue(word, join(folder.value, word.value))
  if (folder.value === null || word.values === null) {
    const glob = folder.value === null || word.glob === null ? null : join(escapeGlob(folder.value), word.glob)
    return { ...withValue(word, null), glob, splits: word.splits }
  }
  return { ...word, values: word.values.map((value) => join(folder.value, value) as string) }
}

function join(folder: string | null, path: string): string | null {
  if (path.startsWith('/') || path.startsWith('~')) return path
  return folder === null ? null : `${folder.replace(/\/+$/, '') || (folder.startsWith('/') ? '' : '.')}/${path}`
}

/** The same place in the text with another value; null for one that cannot be known. */
export function withValue(word: Word, value: string | null): Word {
  return { ...word, value, literal: value, values: null, glob: null, prefix: value ?? '', splits: false }
}

/** A file below the user's home, such as `.gitconfig`: no word names it, so rules about it are not asked; it is never read freely. */
export function readHome(report: Report, path: string): void {
  report.unknown('reads-outside', `~/${path}`)
}
