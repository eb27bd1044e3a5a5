/** What must be undone when the process ends before it is done with it: processes to kill, files to remove. */
const undoings = new Set<() => void>()

/** Keeps `undo` for the case that the process is ended meanwhile; the returned function forgets it. */
export function undoneAtEnd(undo: () => void): () => void {
  undoings.add(undo)
  return () => {
    undoings.delete(undo)
  }
}

/** Undoes all that is under way, the latest first: a process before the folder it runs in. For a host that is being ended by a signal. */
export function undoAll(): void {
  for (const undo of [...undoings].reverse()) {
    try {
      undo()
    } catch {
      // One thing that cannot be undone keeps nothing else from being.
    }
  }
  undoings.clear()
}
