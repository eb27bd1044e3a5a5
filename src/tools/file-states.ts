/** What a model has seen of a file, to tell whether it changed since. */
export interface FileState {
  readonly mtimeMs: number
  readonly size: number
  /** Digest of the bytes: a file touched but not changed still counts as read. */
  readonly digest: string
}

/** File states by absolute path; the least recently used are forgotten first. */
export interface FileStates {
  get(path: string): FileState | undefined
  set(path: string, state: FileState): void
  delete(path: string): void
  copy(): FileStates
  readonly size: number
}

/** Enough for a long session; a forgotten file only has to be read again. */
const maxFiles = 1000

export function createFileStates(limit = maxFiles, entries: Iterable<[string, FileState]> = []): FileStates {
  const states = new Map(entries)
  return {
    get(path) {
      const state = states.get(path)
      if (state !== undefined) {
        states.delete(path)
        states.set(path, state)
      }
      return state
    },
    set(path, state) {
      states.delete(path)
      states.set(path, state)
      for (const oldest of states.keys()) {
        if (states.size <= limit) break
        states.delete(oldest)
      }
    },
    delete: (path) => void states.delete(path),
    copy: () => createFileStates(limit, states),
    get size() {
      return states.size
    },
  }
}
