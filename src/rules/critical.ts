import type { AnalysedCommand } from '../bash-parser/classify.ts'
import type { Script, Word } from '../bash-parser/script.ts'
import { absolutePath, isInside, parentPath } from '../path.ts'
import type { PermissionContext } from './context.ts'

/** Names that stand directly under a root on common systems; `"$X/usr"` with an empty X is one of them. */
const topLevel = new Set(
  'bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var Users System Library Applications Volumes private Windows'.split(
    ' ',
  ),
)

/**
 * The target of an `rm` or `rmdir` that would take a system, the home or the working directory with it, or that may do
 * so when a variable is empty (spec/permissions.md 2.5); null when there is none.
 */
export function criticalTarget(command: AnalysedCommand, script: Script, context: PermissionContext): string | null {
  if (!command.remote && (command.program === 'rm' || command.program === 'rmdir')) {
    const operands = operandsOf(command.words)
    const recursive = command.words.some((word) => /^(-[A-Za-z]*[rR]|--recursive$)/.test(word.value ?? ''))
    for (const word of operands) if (isCritical(word, recursive, command, script, context)) return word.text
  }
  for (const inner of command.inner) {
    const found = criticalTarget(inner, script, context)
    if (found !== null) return found
  }
  return null
}

function operandsOf(words: readonly Word[]): readonly Word[] {
  const rest = words.slice(1)
  const end = rest.findIndex((word) => word.value === '--')
  const options = (word: Word) => word.value?.startsWith('-') ?? false
  return end < 0
    ? rest.filter((word) => !options(word))
    : [...rest.slice(0, end).filter((w) => !options(w)), ...rest.slice(end + 1)]
}

function isCritical(
  word: Word,
  recursive: boolean,
  command: AnalysedCommand,
  script: Script,
  context: PermissionContext,
): boolean {
  const values = word.value !== null ? [word.value] : word.values
  if (values !== null) return values.some((value) => isCriticalPath(value, command, context))
  if (word.glob !== null) return isCriticalGlob(word.glob, command, context)
  return isCriticalExpansion(word, recursive, script, context)
}

function isCriticalPath(value: string, command: AnalysedCommand, context: PermissionContext): boolean {
  if (/^\\+$/.test(value)) return true
  const folders = command.folders ?? []
  const text = value.startsWith('~') && value !== '~' && !value.startsWith('~/') ? `./${value}` : value
  return folders.some((folder) => isCriticalFolder(absolutePath(text, folder, context.home, context.platform), context))
}

function isCriticalFolder(path: string, { home, cwd }: PermissionContext): boolean {
  if (path === '/' || parentPath(path) === '/' || path === home || isInside(home, path)) return true
  if (/^\/private\/(etc|var|tmp|home)$/.test(path) || /^\/[a-z](\/[^/]+)?$/.test(path)) return true
  return isInside(cwd, path)
}

/** `dir/*` empties `dir`, so it is as critical as the folder itself, additional working directories included. */
function isCriticalGlob(glob: string, command: AnalysedCommand, context: PermissionContext): boolean {
  const segments = glob.split('/')
  const first = segments.findIndex((segment) => /[*?[]/.test(segment))
  if (first < 0) return false
  const everything = /^(\*+|\.\*|\.\[!?\]\*|\{?\*\}?)$/.test(segments[first] as string)
  const head = segments.slice(0, first).join('/') || (glob.startsWith('/') ? '/' : '.')
  if (segments.length > first + 1) return everything || head === '/'
  for (const folder of command.folders ?? []) {
    const path = absolutePath(head.replaceAll('\\', ''), folder, context.home, context.platform)
    if (everything && (isCriticalFolder(path, context) || context.workingDirectories.some((d) => isInside(d, path))))
      return true
    if (path === '/') return true
  }
  return false
}

function isCriticalExpansion(word: Word, recursive: boolean, script: Script, context: PermissionContext): boolean {
  const text = word.text.replaceAll('"', '')
  // The home of another user.
  if (/^~[^/]*\/?$/.test(text)) return true
  // `${X:?}` stops the shell when X is empty.
  const unguarded = text.replace(/\$\{\w+:\?[^}]*\}/g, 'guarded')
  const variable = /(\$\w+|\$\{\w+\}|\$[@*#])/
  if (recursive && /^(\$\(.*\)|`.*`)$/s.test(text)) return true
  if (new RegExp(`${variable.source}/(\\*|$|[^/]*\\*)`).test(unguarded)) return true
  const next = new RegExp(`^${variable.source}/([^/]+)/?$`).exec(unguarded)?.[2]
  if (next !== undefined && topLevel.has(next)) return true
  const assigned = /^\$\{?(\w+)/.exec(text)?.[1]
  if (assigned !== undefined && printsFolder(assigned, script)) return true
  const head = /^([^$`]+)[$`]/.exec(text)?.[1]
  return head !== undefined && /[$`(]/.test(text.slice(head.length)) && isCriticalHead(head, context)
}

/** The variable holds what a folder-printing command says, in this very text. */
function printsFolder(name: string, script: Script): boolean {
  return script.commands.some((command) =>
    command.assignments.some(
      (assignment) =>
        assignment.name === name &&
        /^"?(\$\(|`)\s*(pwd|dirname|git rev-parse --show-toplevel|realpath)/.test(assignment.value?.text ?? ''),
    ),
  )
}

function isCriticalHead(head: string, context: PermissionContext): boolean {
  if (!head.endsWith('/')) return false
  const path = absolutePath(head, context.cwd, context.home, context.platform)
  return head.startsWith('/') || head.startsWith('~') ? isCriticalFolder(path, context) : false
}
