import type { RunningProcess } from './builtin/bash.ts'

export type BackgroundStatus = 'running' | 'completed' | 'failed' | 'stopped'

/** A shell call that was sent to the background. */
export interface BackgroundTask {
  readonly id: string
  readonly command: string
  status(): BackgroundStatus
  /** null while it runs, or when a signal ended it. */
  exit(): number | null
  /** What it printed since the last time somebody looked; old parts of a long output are dropped. */
  takeOutput(): string
  readonly ended: Promise<void>
  stop(): void
}

/** The background tasks of a session, shared by all its agents. */
export interface BackgroundTasks {
  /** `start` is given the function that takes the output. */
  add(command: string, start: (onOutput: (text: string) => void) => RunningProcess): BackgroundTask
  get(id: string): BackgroundTask | undefined
  list(): readonly BackgroundTask[]
  /** Ends all of them; resolves when their process groups are gone. */
  stopAll(): Promise<void>
}

/** Unread output kept for one task. */
const keep = 1_000_000

export function createBackgroundTasks(): BackgroundTasks {
  const tasks = new Map<string, BackgroundTask>()
  return {
    add(command, start) {
      const id = `task_${tasks.size + 1}`
      let unread = ''
      let dropped = 0
      let status: BackgroundStatus = 'running'
      let exit: number | null = null
      let stopping = false
      const running = start((text) => {
        unread += text
        if (unread.length > 2 * keep) {
          dropped += unread.length - keep
          unread = unread.slice(-keep)
        }
      })
      const ended = running.ended.then((end) => {
        exit = end.exit
        status = stopping ? 'stopped' : end.exit === 0 ? 'completed' : 'failed'
        if (end.why === 'not-started') unread += end.message
        if (end.why === 'timed-out') unread += '\n(it ran into its timeout)'
      })
      const task: BackgroundTask = {
        id,
        command,
        status: () => status,
        exit: () => exit,
        takeOutput() {
          const text = dropped === 0 ? unread : `... ${dropped} characters left out ...\n${unread}`
          unread = ''
          dropped = 0
          return text
        },
        ended,
        stop() {
          stopping = true
          running.stop()
        },
      }
      tasks.set(id, task)
      return task
    },
    get: (id) => tasks.get(id),
    list: () => [...tasks.values()],
    async stopAll() {
      for (const task of tasks.values()) if (task.status() === 'running') task.stop()
      await Promise.all([...tasks.values()].map((task) => task.ended))
    },
  }
}
