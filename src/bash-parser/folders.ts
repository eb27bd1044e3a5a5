import { absolutePath } from '../path.ts'
import type { System } from '../system.ts'
import type { Script, SimpleCommand } from './script.ts'

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
}

/** More folders than this and nobody follows any more. */
const maxFolders = 8

export function trackFolders(script: Script, cwd: string, home: string, system: System): FolderTracker {
  const shells = new Map<number, Shell>()
  const movers = script.commands.filter(moves)
  // A loop's body runs again after its own `cd`; a function's body runs wherever it is called.
  const loops = new Set(movers.filter(inLoop).map((command) => command.place.shell))
  const functionsMove = movers.some((command) => command.place.functionName !== null)
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
    const shell = { folders: inherited, otherwise: inherited, lastEnd: command.start }
    shells.set(command.place.shell, shell)
    return shell
  }
  return {
    enter(command) {
      const shell = shellOf(command)
      // `cd x && next`: next only runs when cd succeeded. Anything else between them, and it may not have.
      const between = script.text.slice(shell.lastEnd, command.start)
      if (!/^\s*&&\s*$/.test(between)) {
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
      if (unknowable(command) && moves(command)) shell.folders = shell.otherwise = null
      else if (name === 'cd') {
        const before = merge(shell.folders, shell.otherwise)
        shell.folders = changed(command, shell.folders, home)
        // A folder that is there is a folder that `cd` enters; else the shell may stay where it was.
        const certain = shell.folders?.every((folder) => system.kind(folder) === 'directory') ?? false
        shell.otherwise = certain && command.place.nesting.length === 0 ? shell.folders : merge(shell.folders, before)
      } else if (moves(command) || (functionsMove && script.defines.includes(name ?? ''))) {
        shell.folders = shell.otherwise = null
      }
    },
  }
}

/** Names that change the folder of the shell they run in, or run text in it that may. */
const movers = new Set(['cd', 'pushd', 'popd', 'eval', 'source', '.', 'trap'])

function moves(command: SimpleCommand): boolean {
  const [first, second] = command.words
  if (first === undefined) return false
  if (first.value === null) return true
  const name = first.value === 'builtin' || first.value === 'command' ? second?.value : first.value
  return name === null || movers.has(name ?? '')
}

/** Whether a loop of the command's own shell repeats it. */
function inLoop(command: SimpleCommand): boolean {
  const { nesting } = command.place
  const ownShell = nesting.slice(nesting.findLastIndex((kind) => ownShells.has(kind)) + 1)
  return ownShell.includes('loop')
}

const ownShells = new Set(['subshell', 'substitution', 'process-substitution', 'pipeline', 'background', 'coproc'])

function changed(command: SimpleCommand, from: Folders, home: string): Folders {
  const operands = command.words.slice(1).filter((word) => !/^-[LPe@]*$/.test(word.value ?? '') || word.value === '-')
  if (operands.length > 1) return null
  if (operands.length === 0) return [home]
  const [target] = operands
  const values = target?.value !== null && target?.value !== undefined ? [target.value] : target?.values
  if (values === undefined || values === null || from === null || values.includes('-')) return null
  return limit(from.flatMap((folder) => values.map((value) => absolutePath(value, folder, home))))
}

function merge(a: Folders, b: Folders): Folders {
  return a === null || b === null ? null : limit([...a, ...b])
}

function limit(folders: readonly string[]): Folders {
  const unique = [...new Set(folders)]
  return unique.length > maxFolders ? null : unique
}
