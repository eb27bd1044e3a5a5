import { absolutePath, climbsBack, openedPaths, realPath } from '../path.ts'
import type { System } from '../system.ts'
import { collectEffects } from './collect.ts'
import { findProgram } from './commands/index.ts'
import { expandGlob } from './glob.ts'
import { behindPrefixes } from './prefixes.ts'
import type { Script, SimpleCommand, Word } from './script.ts'

/** Folders a shell may be in, absolute; null when nobody can know. */
export type Folders = readonly string[] | null

/** Follows `cd` through a script: which folder each command may run in. */
export interface FolderTracker {
  /** Where a command may run. Call in source order, before `leave`. */
  enter(command: SimpleCommand): Folders
  /** After a command that may have changed the folder. */
  leave(command: SimpleCommand): void
}

interface Shell {
  /** Where the next command runs if the last one succeeded. */
  folders: Folders
  /** Where it may also be when a change of folder failed or never ran. */
  otherwise: Folders
  lastEnd: number
  /** Whether the last command was a change of folder that is certain to have been made. */
  surely: boolean
  /** Whether the present one runs right after such a change. */
  chained: boolean
}

/** More folders than this and nobody follows any more. */
const maxFolders = 8

export function trackFolders(script: Script, cwd: string, home: string | null, system: System): FolderTracker {
  const movers = script.commands.filter(moves)
  if (movers.length === 0) return stays([cwd])
  const shells = new Map<number, Shell>()
  // A loop's body runs again after its own `cd`; a function's body runs wherever it is called.
  const loops = new Set(movers.filter(inLoop).map((command) => command.place.shell))
  const functionsMove = movers.some((command) => command.place.functionName !== null)
  const start: Mover = { home: setsHome(script) ? null : home, physical: script.commands.some(setsPhysical), system }
  const unknowable = (command: SimpleCommand) =>
    (command.place.functionName !== null && movers.length > 0) || (loops.has(command.place.shell) && inLoop(command))
  const shellOf = (command: SimpleCommand): Shell => {
    const known = shells.get(command.place.shell)
    if (known !== undefined) return known
    let inherited: Folders = [cwd]
    for (const outer of command.place.outer) {
      const shell = shells.get(outer)
      if (shell !== undefined) {
        inherited = merge(shell.folders, shell.otherwise)
        break
      }
    }
    const shell = { folders: inherited, otherwise: inherited, lastEnd: command.start, surely: false, chained: false }
    shells.set(command.place.shell, shell)
    return shell
  }
  let removal: number | undefined
  /** Where the first command stands after which a folder may be gone that is there now. */
  const firstRemoval = (): number => {
    removal ??= script.commands.find(mayRemove)?.start ?? script.text.length
    return removal
  }
  /** What stands between a command and the one before it: `&&`, `||`, `;` and the like. */
  const lead = (command: SimpleCommand): string => {
    const before = script.commands[script.commands.indexOf(command) - 1]
    return script.text.slice(before?.end ?? 0, command.start)
  }
  return {
    enter(command) {
      const shell = shellOf(command)
      // `cd x && next`: next only runs when cd succeeded. Anything else between them, and it may not have.
      const between = script.text.slice(shell.lastEnd, command.start)
      const follows = /^\s*&&\s*$/.test(between)
      shell.chained = follows && shell.surely
      shell.surely = false
      if (!follows) {
        shell.folders = merge(shell.folders, shell.otherwise)
        shell.otherwise = shell.folders
      }
      return unknowable(command) ? null : shell.folders
    },
    leave(command) {
      const shell = shellOf(command)
      shell.lastEnd = command.end
      if (command.place.functionName !== null) return
      const name = command.words[0]?.value
      if (moves(command) && (unknowable(command) || script.defines.includes(name ?? '')))
        shell.folders = shell.otherwise = null
      else if (name === 'cd' || name === 'pushd') {
        const before = merge(shell.folders, shell.otherwise)
        shell.folders = changed(command, shell.folders, start)
        // A folder that is there is a folder that `cd` enters; else the shell may stay where it was.
        const certain =
          command.place.nesting.length === 0 &&
          (shell.chained || !/[&|]/.test(lead(command))) &&
          command.start <= firstRemoval() &&
          entersSurely(command) &&
          (shell.folders?.every((folder) => system.kind(folder) === 'directory') ?? false)
        shell.otherwise = certain ? shell.folders : merge(shell.folders, before)
        shell.surely = certain
        // `a || cd x && b`, `! cd x && b`: b runs without the change.
        if (command.place.nesting.includes('negation') || lead(command).includes('|')) shell.folders = shell.otherwise
      } else if (moves(command) || (functionsMove && script.defines.includes(name ?? ''))) {
        shell.folders = shell.otherwise = null
      }
    },
  }
}

/** No command of the text changes the folder of any shell. */
function stays(folders: Folders): FolderTracker {
  return { enter: () => folders, leave: () => undefined }
}

/** Whether a command may take a folder away: it removes or moves something, or nobody knows all that it does. */
function mayRemove({ words }: SimpleCommand): boolean {
  const [first, ...rest] = words
  if (first === undefined || /^(cd|pushd|popd)$/.test(first.value ?? '')) return false
  const table = first.value === null ? undefined : findProgram(first.value)
  if (table === undefined) return true
  const { doubt, deletes, runs, changes } = collectEffects(table, first.value ?? '', rest)
  return doubt !== null || deletes.length + runs.length + changes.length > 0
}

/** Names that change the folder of the shell they run in, or run text in it that may. */
const movers = new Set(['cd', 'pushd', 'popd', 'eval', 'source', '.', 'trap'])

/** Whether a command may change the folder of its shell. */
export function moves(command: SimpleCommand): boolean {
  const name = command.words[behindPrefixes((at) => command.words[at]?.value)]?.value
  return name === null || movers.has(name ?? '')
}

/** Whether a loop of the command's own shell repeats it. */
function inLoop(command: SimpleCommand): boolean {
  const { nesting } = command.place
  const ownShell = nesting.slice(nesting.findLastIndex((kind) => ownShells.has(kind)) + 1)
  return ownShell.includes('loop')
}

const ownShells = new Set(['subshell', 'substitution', 'process-substitution', 'pipeline', 'background', 'coproc'])

interface Mover {
  /** Where `cd` alone goes; null when the text changes it. */
  readonly home: string | null
  /** `set -P` stands in the text, so that nobody says how a `..` after a link is taken. */
  readonly physical: boolean
  readonly system: System
}

function setsHome({ commands, loops }: Script): boolean {
  return (
    loops.some(({ name }) => name === 'HOME') ||
    commands.some(
      ({ assignments, words }) =>
        assignments.some(({ name }) => name === 'HOME') ||
        words.some(({ text }) => text.startsWith('HOME') && /^HOME\b/.test(text)),
    )
  )
}

function setsPhysical({ words }: SimpleCommand): boolean {
  if (words[0]?.value !== 'set') return false
  return words.slice(1).some(({ value }) => value === null || /^[-+]\w*P|^physical$/.test(value))
}

/** Whether `cd` enters a folder that is there: `name/..` and links to it need `name` to be one as well. */
function entersSurely({ words }: SimpleCommand): boolean {
  return !words.some(({ value, values }) =>
    (value !== null ? [value] : (values ?? [])).some((path) => /^-\w*P/.test(path) || climbsBack(path)),
  )
}

/** Where a `cd` or `pushd` leads; null when nobody can know. */
function changed(command: SimpleCommand, from: Folders, mover: Mover): Folders {
  const [name, ...words] = command.words
  const options: string[] = []
  while (/^-[LPen@]*$/.test(words[0]?.value ?? '') && words[0]?.value !== '-') options.push(words.shift()?.value ?? '')
  if (words[0]?.value === '--') words.shift()
  const [target] = words
  if (words.length > 1 || (name?.value === 'pushd' && (target === undefined || options.length > 0))) return null
  if (target === undefined) return mover.home === null ? null : [mover.home]
  const found = target.glob === null ? null : expandGlob(target.glob, from, mover.system)
  const values = target.value !== null ? [target.value] : (target.values ?? found ?? freshFolders(target))
  if (values === null || from === null || values.includes('-')) return null
  if (name?.value === 'pushd' && values.some((value) => /^[-+]\d+$/.test(value))) return null
  const physical = options.join('').match(/[LP]/g)?.at(-1) === 'P'
  return limit(from.flatMap((folder) => values.flatMap((value) => entered(value, folder, physical, mover))))
}

/** `cd "$(mktemp -d)"`: a folder that nobody else has, or none where it could not be made; null for any other. */
function freshFolders({ shapes }: Word): readonly string[] | null {
  const all = shapes?.() ?? null
  return all?.every((shape) => /^(\/tmp\/tmp\.\*)?(\/[\w-]+)*$/.test(shape)) === true
    ? ['.', ...all.map((shape) => shape.replace('*', 'made')).filter(Boolean)]
    : null
}

/** The folders that `cd` may enter for one word. */
function entered(value: string, from: string, physical: boolean, mover: Mover): readonly string[] {
  const { system } = mover
  const path = value.startsWith('~') ? `./${value}` : value
  const logical = absolutePath(path, from, '/')
  const real =
    physical || mover.physical ? realPath(path.startsWith('/') ? path : `${from}/${path}`, system, from) : null
  if (physical) return [real ?? logical]
  const opened = openedPaths(path, from, '/', 'linux', system)
  if (real !== null) return [...new Set([...opened, real])]
  if (opened.length === 1) return opened
  // Without the folder of that name the shell tries what the kernel makes of the word.
  const place = realPath(logical, system)
  const there = place !== null && system.kind(place) === 'directory'
  return there && !logical.startsWith('/proc/') ? [logical] : opened
}

function merge(a: Folders, b: Folders): Folders {
  if (a === b || a === null) return a
  return b === null ? null : limit([...a, ...b])
}

function limit(folders: readonly string[]): Folders {
  if (folders.length === 1) return folders
  const unique = [...new Set(folders)]
  return unique.length > maxFolders ? null : unique
}
