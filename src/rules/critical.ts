import type { AnalysedCommand } from '../bash-parser/analysis.ts'
import { isFound } from '../bash-parser/commands/found.ts'
import { pipedNames, pipelineBefore } from '../bash-parser/origins.ts'
import type { Script, SimpleCommand, Word } from '../bash-parser/script.ts'
import { stdinText } from '../bash-parser/stdin.ts'
import { isInside, linkChain, openedPaths, parentPath, realPath } from '../path.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'
import { hole, possibleTexts } from './expansion-text.ts'

/** Names that stand directly under a root on common systems; `"$X/usr"` with an empty X is one of them. */
const topLevel = new Set(
  'bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var Users System Library Applications Volumes private Windows'.split(
    ' ',
  ),
)

/** Where a target is judged. */
interface Scene {
  readonly script: Script
  readonly context: PermissionContext
  readonly system: System
}

/** Positional parameters as a shell or function gets them, name first; one list for each call. */
type Bindings = readonly (readonly Word[])[]

/**
 * The target of an `rm` or `rmdir` that would take a system, the home or the working directory with it, or that may do
 * so when a variable is empty (spec/permissions.md 2.5); null when there is none.
 */
export function criticalTarget(
  command: AnalysedCommand,
  script: Script,
  context: PermissionContext,
  system: System,
): string | null {
  return findTarget(command, null, null, { script, context, system })
}

function findTarget(
  command: AnalysedCommand,
  bindings: Bindings | null,
  mark: string | null,
  scene: Scene,
): string | null {
  if (!command.remote && (command.program === 'rm' || command.program === 'rmdir')) {
    const recursive = command.words.some((word) => /^(-[A-Za-z]*[rR]|--r)/.test(word.value ?? ''))
    const target: Target = { command, recursive, bindings, mark }
    for (const word of operandsOf(command.words)) if (isCritical(word, target, scene)) return word.text
  }
  const inside = shellArguments(command.words) ?? bindings
  const given = command.program === 'xargs' ? replacedMark(command.words) : mark
  for (const inner of command.inner) {
    const found = findTarget(inner, inner.through.at(-1) === command.program ? inside : bindings, given, scene)
    if (found !== null) return found
  }
  return null
}

interface Target {
  readonly command: AnalysedCommand
  readonly recursive: boolean
  /** What a shell of its own gets; null for the script's own. */
  readonly bindings: Bindings | null
  /** Text that `xargs -I` replaces by its input; null without one. */
  readonly mark: string | null
}

/** `bash -c text name a b`: `$0` is the name. */
function shellArguments(words: readonly Word[]): Bindings | null {
  if (!/^(ba|da|k|z|mk|a)?sh$/.test(words[0]?.value?.replace(/^.*\//, '') ?? '')) return null
  const at = words.findIndex((word) => /^-[a-z]*c$/.test(word.value ?? ''))
  return at < 0 ? null : [words.slice(at + 2)]
}

/** The calls of the function a command stands in, or what `set --` says for one in none. */
function callsOf({ place }: SimpleCommand, script: Script): Bindings {
  return script.commands.flatMap(({ words }) => {
    const [first] = words
    if (first === undefined || first.value === null) return []
    if (place.functionName !== null) return first.value === place.functionName ? [words] : []
    const dashes = first.value === 'set' ? words.findIndex((word) => word.value === '--') : -1
    return dashes < 0 ? [] : [words.slice(dashes)]
  })
}

function replacedMark(words: readonly Word[]): string | null {
  const at = words.findIndex(({ value }) => /^(-I|-i|--replace)/.test(value ?? ''))
  const option = words[at]?.value
  if (at < 0 || option == null) return null
  if (option === '-I') return words[at + 1]?.value ?? '{}'
  return option.replace(/^(-[Ii]|--replace=?)/, '') || '{}'
}

function operandsOf(words: readonly Word[]): readonly Word[] {
  const rest = words.slice(1)
  const end = rest.findIndex((word) => word.value === '--')
  const options = (word: Word) => word.value?.startsWith('-') ?? false
  return end < 0
    ? rest.filter((word) => !options(word))
    : [...rest.slice(0, end).filter((w) => !options(w)), ...rest.slice(end + 1)]
}

function isCritical(word: Word, target: Target, scene: Scene): boolean {
  const { command, recursive, mark } = target
  const values = word.value !== null ? [word.value] : word.values
  // `!(name)` is everything but the name, where extended globs are on; the readers stop at the parenthesis.
  const { text } = scene.script
  const cut = /[!@+*?]$/.test(word.text) && text.slice(word.start, word.end + 1) === `${word.text}(`
  if (cut || word.text === '!') return recursive
  if (values !== null) return values.some((value) => isCriticalPath(value, target, scene))
  // Where find appends what it found, `{}` has said what that is.
  if (word.text === '…' && command.words.some(isFound)) return false
  if (word.text === '…' || (mark !== null && word.text.replace(/['"]/g, '') === mark)) {
    return isCriticalInput(target, scene)
  }
  if (isFound(word)) {
    // What find chooses by a name is chosen; what it finds everywhere is the starting point itself.
    const [start, name = ''] = (word.glob as string).split('/**')
    return /^\/?\*?$/.test(name) && isCriticalPath(start as string, target, scene)
  }
  if (word.glob !== null) return isCriticalGlob(word.glob, command, scene)
  return isCriticalExpansion(word, target, scene)
}

/** Words that `xargs` and the like take from their input. */
function isCriticalInput(target: Target, scene: Scene): boolean {
  const { command, recursive } = target
  const before = command.through[0] === 'xargs' ? pipelineBefore(command.command, scene.script) : []
  if (before.length > 0) {
    const { text, whole } = stdinText(command.command, scene.script)
    if (whole && text !== null) {
      return text.split(/\s+/).some((value) => value !== '' && isCriticalPath(value, target, scene))
    }
    const untouched = pipedNames(command.command, scene.script) !== null
    if (untouched && isNarrowList(before[0] as SimpleCommand, target, scene)) return false
  }
  return recursive
}

/** Names chosen by a pattern or below a folder that may go: `find . -name '*.pyc'`, `find build -type f`, `ls *.tmp`. */
function isNarrowList({ words }: SimpleCommand, target: Target, scene: Scene): boolean {
  const [program, ...rest] = words
  if (program?.value === 'find') {
    const text = rest.map(({ value }) => value ?? '?')
    const from = text.findIndex((value) => !/^-[HLP]$/.test(value))
    const to = text.findIndex((value, i) => i >= from && /^[-!(]/.test(value))
    const starts = text.slice(Math.max(from, 0), to < 0 ? text.length : to)
    if (starts.length > 0 && starts.every((start) => start !== '?' && !isCriticalPath(start, target, scene)))
      return true
    // A test turned round or an alternative lists everything else.
    if (text.some((value) => /^(!|-not|-o|-or|,)$/.test(value))) return false
    if (starts.some((start) => /^([/~?]|\.\.)/.test(start))) return false
    const narrow = (value: string | undefined) => value !== undefined && value !== '?' && !isEverything(value)
    return text.some((value, i) => /^-i?(name|path|regex|wholename)$/.test(value) && narrow(text[i + 1]))
  }
  const operands = rest.filter((word) => !word.prefix.startsWith('-'))
  return program?.value === 'ls' && operands.length > 0 && operands.every(({ glob }) => glob !== null && !isWide(glob))
}

function isCriticalPath(value: string, { command, recursive }: Target, { context, system }: Scene): boolean {
  if (/^\\+$/.test(value)) return true
  const text = value.startsWith('~') && value !== '~' && !value.startsWith('~/') ? `./${value}` : value
  if (command.folders === null && !/^[/~]/.test(text)) return recursive && /^(\.{1,2}\/*)+$/.test(text)
  return (command.folders ?? [context.cwd]).some((folder) =>
    namesOf(text, folder, context, system).some((path) => isCriticalFolder(path, context, system)),
  )
}

/** Every place a target may be: a link at its end is removed itself, one before that or before a slash is gone through. */
function namesOf(text: string, folder: string, context: PermissionContext, system: System): readonly string[] {
  const through = text.endsWith('/')
  return openedPaths(text, folder, context.home, context.platform, system).flatMap((path) => {
    if (path === '/') return [path]
    if (through) return linkChain(path, system) ?? [path]
    const parents = linkChain(parentPath(path), system) ?? []
    const name = path.slice(path.lastIndexOf('/'))
    return [path, ...parents.map((parent) => (parent === '/' ? name : parent + name))]
  })
}

function isCriticalFolder(path: string, { home, cwd }: PermissionContext, system: System): boolean {
  if (path === '/' || parentPath(path) === '/' || path === home || isInside(home, path)) return true
  if (/^\/private\/(etc|var|tmp|home)$/.test(path) || /^\/[a-z](\/[^/]+)?$/.test(path)) return true
  return isInside(cwd, path) || isInside(realPath(cwd, system) ?? cwd, path)
}

/** A pattern for one name that leaves out next to nothing. */
function isEverything(segment: string): boolean {
  if (/^\{?\*\}?$/.test(segment) || /^[!@+*?]\(/.test(segment)) return true
  if (!/^\.?([*?]|\[[^\]]*\])+$/.test(segment) || !segment.includes('*')) return false
  // `[0-9]*` is a choice, `[!.]*` and `[a-z]*` are hardly one.
  return (segment.match(/\[[^\]]*\]?/g) ?? []).every((set) =>
    /^\[([!^]|.*([a-z]-[a-z]|[A-Z]-[A-Z]|:al|:gr|:pr))/.test(set),
  )
}

const isWide = (glob: string) => isEverything(glob.replace(/^(\.\/)+/, ''))

/** `dir/*` empties `dir`, so it is as critical as the folder itself, additional working directories included. */
function isCriticalGlob(glob: string, command: AnalysedCommand, { context, system }: Scene): boolean {
  const segments = glob.split('/')
  const first = segments.findIndex((segment) => /[*?[]|!\(/.test(segment.replace(/\\./g, '')))
  if (first < 0) return false
  const everything = isEverything(segments[first] as string)
  const head = segments.slice(0, first).join('/') || (glob.startsWith('/') ? '/' : '.')
  if (segments.length > first + 1) return everything || head === '/'
  if (command.folders === null && !/^[/~]/.test(head)) return everything && /^(\.{1,2}\/*)+$/.test(head)
  for (const folder of command.folders ?? [context.cwd]) {
    for (const path of namesOf(`${head.replaceAll('\\', '')}/`, folder, context, system)) {
      const inWay = (other: string) => isInside(other, path)
      if (everything && (isCriticalFolder(path, context, system) || context.workingDirectories.some(inWay))) return true
      if (path === '/') return true
    }
  }
  return false
}

function isCriticalExpansion(word: Word, target: Target, scene: Scene): boolean {
  const { command, recursive, bindings, mark } = target
  const { context, script } = scene
  const bare = word.text.replaceAll('"', '')
  // The home of another user.
  if (/^~[^/]*\/?$/.test(bare)) return true
  if (recursive && /^(\$\(.*\)|`.*`)$/s.test(bare)) return true
  const assigned = /^\$\{?(\w+)/.exec(bare)?.[1]
  if (assigned !== undefined && printsFolder(assigned, script)) return true
  const resolve = (name: string) => {
    if (name === 'HOME') return [context.home]
    if (name === 'PWD') return command.folders
    return /^[\d@*]+$/.test(name) ? positional(name, bindings ?? callsOf(command.command, script)) : null
  }
  const text = mark === null ? word.text : word.text.replaceAll(mark, '${_input}')
  const safeHead = /^"?(\$\(|`)\s*(dirname|git rev-parse --show-toplevel|realpath)\b/.test(text)
  return possibleTexts(text, resolve).some((each) => isCriticalText(each, safeHead, target, scene))
}

function positional(name: string, bindings: Bindings): readonly string[] | null {
  if (bindings.length === 0) return null
  const words = bindings.flatMap((binding) => (/\d/.test(name) ? [binding[Number(name)]] : binding.slice(1)))
  return words.flatMap((word) => (word === undefined ? [hole] : (word.values ?? [word.value ?? hole])))
}

function isCriticalText(text: string, safeHead: boolean, target: Target, scene: Scene): boolean {
  const { command, recursive } = target
  const isGlob = /[*?[]|!\(/.test(text.replace(/\\./g, ''))
  if (!text.includes(hole)) {
    return isGlob ? isCriticalGlob(text, command, scene) : isCriticalPath(text.replace(/\\(.)/g, '$1'), target, scene)
  }
  const [, after] = /\0\/+([^/\0]*)\/?$/.exec(text) ?? []
  if (after === '' || (after !== undefined && /(?<!\\)\*/.test(after))) return true
  if (/\0\/+[^/]*(?<!\\)\*/.test(text) || (after !== undefined && isEverything(after))) return true
  const empty = text.replaceAll(hole, '').replace(/\/{2,}/g, '/')
  if (text.startsWith(hole)) {
    if (/^\0+\/[^/\0]+\/?$/.test(text) && !safeHead && topLevel.has(after ?? '')) return true
    // Nothing but expansions and slashes is the root when all are empty.
    return recursive && (empty === '/' || (isGlob && !empty.startsWith('/') && isCriticalGlob(empty, command, scene)))
  }
  return /\/\0/.test(text) && /^[/~]/.test(text) && !isGlob && isCriticalPath(empty, target, scene)
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
