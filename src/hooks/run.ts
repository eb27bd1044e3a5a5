import type { ChildProcess } from 'node:child_process'
import { undoneAtEnd } from './left-behind.ts'

/** What became of one process, before anyone reads meaning into it. */
export type ProcessResult =
  | {
      readonly kind: 'exited'
      /** null when a signal ended it. */
      readonly exit: number | null
      readonly signal: string | null
      readonly stdout: string
      readonly stderr: string
      /** One of the two streams was longer than `maxOutput`; the rest was read and dropped. */
      readonly overflow: boolean
    }
  | { readonly kind: 'not-started'; readonly message: string }
  | { readonly kind: 'timed-out' | 'cancelled'; readonly stdout: string; readonly stderr: string }

export interface ProcessSpec {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: string
  /** Milliseconds; null: as long as it takes. */
  readonly timeoutMs: number | null
  readonly signal?: AbortSignal
  /** In place of `graceMs` below; what the program itself printed is read in any case. */
  readonly graceMs?: number
}

/** Bytes kept of each stream (spec/hooks.md 3.10). */
export const maxOutput = 1024 * 1024

/** A longer delay makes Node's timers fire at once. */
export const maxDelay = 2 ** 31 - 1

/** How long a process group may take to end after TERM before KILL follows. */
const termGraceMs = 300

/**
 * After a hook's own process has ended, how long its pipes may stay silent before we let go; 5 times as long in all. Only
 * children that outlive it are waited for: `exec > >(tee log)` hands the answer to one, and a server that it starts
 * holds the pipes for ever.
 */
const graceMs = 100

/**
 * Runs one program in a session of its own with `input` on stdin, then end of file. Never rejects. On a timeout or
 * abort the whole process group is killed; a grandchild that keeps the pipes open does not keep us.
 */
export async function runProcess(spec: ProcessSpec): Promise<ProcessResult> {
  if (spec.signal?.aborted) return { kind: 'cancelled', stdout: '', stderr: '' }
  const { spawn } = await import('node:child_process')
  let child: ChildProcess
  try {
    child = spawn(spec.file, [...spec.args], {
      cwd: spec.cwd,
      env: { ...spec.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    return { kind: 'not-started', message: (error as Error).message }
  }
  return watch(child, spec)
}

function watch(child: ChildProcess, spec: ProcessSpec): Promise<ProcessResult> {
  const out = capture()
  const err = capture()
  return new Promise((resolve) => {
    let ended: 'timed-out' | 'cancelled' | null = null
    let exited: { exit: number | null; signal: string | null } | null = null
    let timers: NodeJS.Timeout[] = []
    let silence: NodeJS.Timeout | undefined
    let done = false
    const forget = undoneAtEnd(() => killGroup(child, 'SIGKILL'))

    const later = (ms: number, action: () => void) => {
      timers.push(setTimeout(action, ms))
    }
    const finish = (result: ProcessResult) => {
      if (done) return
      done = true
      forget()
      for (const timer of timers) clearTimeout(timer)
      timers = []
      clearTimeout(silence)
      spec.signal?.removeEventListener('abort', onAbort)
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
      resolve(result)
    }
    const complete = () => {
      if (ended !== null) return finish({ kind: ended, stdout: out.text(), stderr: err.text() })
      if (exited === null) return
      const overflow = out.overflow() || err.overflow()
      finish({ kind: 'exited', ...exited, stdout: out.text(), stderr: err.text(), overflow })
    }
    const stop = (why: 'timed-out' | 'cancelled') => {
      if (ended !== null || exited !== null) return
      ended = why
      killGroup(child, 'SIGTERM')
      later(termGraceMs, () => {
        if (exited === null) killGroup(child, 'SIGKILL')
        // A process in an uninterruptible wait dies when the kernel lets it; nobody waits for that.
        later(termGraceMs, complete)
      })
    }
    const onAbort = () => stop('cancelled')
    const grace = spec.graceMs ?? graceMs
    const size = () => out.size() + err.size()
    // Timers say nothing about the pipes: after a busy time, what was printed is still unread when they fire. One turn
    // of the event loop reads what is there, so a whole turn that read nothing found the pipes empty.
    const afterReads = (action: () => void) => () => setImmediate(action)
    const whenEmpty = (action: () => void) => {
      const before = size()
      setImmediate(() => {
        if (size() === before || out.overflow() || err.overflow()) action()
        else whenEmpty(action)
      })
    }
    const heard = () => {
      if (exited === null) return
      const before = size()
      clearTimeout(silence)
      silence = setTimeout(
        afterReads(() => {
          if (size() === before) complete()
        }),
        grace,
      )
    }

    child.stdout?.on('data', (chunk: Buffer) => {
      out.add(chunk)
      heard()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      err.add(chunk)
      heard()
    })
    // A program that never reads its input is no failure (EPIPE, ECONNRESET).
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {})
    child.on('error', (error) => {
      if (child.pid === undefined) finish({ kind: 'not-started', message: error.message })
    })
    child.on('exit', (exit, signal) => {
      exited = { exit, signal }
      // What its group left behind after a kill must not live on.
      if (ended !== null) killGroup(child, 'SIGKILL')
      heard()
      later(grace * 5, () => whenEmpty(complete))
    })
    child.on('close', complete)
    if (spec.timeoutMs !== null)
      later(
        Math.min(spec.timeoutMs, maxDelay),
        afterReads(() => stop('timed-out')),
      )
    spec.signal?.addEventListener('abort', onAbort, { once: true })
    child.stdin?.end(spec.input)
  })
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The group is gone already.
  }
}

function capture() {
  const chunks: Buffer[] = []
  let size = 0
  let overflow = false
  return {
    add(chunk: Buffer) {
      const room = maxOutput - size
      size += chunk.length
      if (chunk.length > room) overflow = true
      if (room > 0) chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    },
    /** Bytes read so far, kept or not. */
    size: () => size,
    overflow: () => overflow,
    // Decoded once, so that a character split between two reads stays whole.
    text: () => Buffer.concat(chunks).toString('utf8'),
  }
}
