import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** A program to start in a process group of its own, with no input. */
export interface ProcessSpec {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Silence after its end, with its pipes still open, that counts as the end of its output. */
  readonly drainMs?: number
  /** Each piece of output as it comes. */
  onOutput?(text: string): void
}

/** How a program ended. `output` is what it printed, on both streams in their true order for `startShell`. */
export interface ProcessEnd {
  readonly why: 'exited' | 'timed-out' | 'aborted' | 'not-started'
  readonly exit: number | null
  readonly signal: string | null
  readonly output: string
  readonly stderr: string
  /** Characters between the first and last part of the output that were read and dropped. */
  readonly dropped: number
  /** Processes of its group still ran when it ended; they were killed. */
  readonly strays: boolean
  /** Shell only: the folder it ended in; null when it did not say. */
  readonly cwd: string | null
  readonly message: string
}

export interface RunningProcess {
  readonly pid: number | undefined
  readonly ended: Promise<ProcessEnd>
  /** TERM to the whole group, then KILL. */
  stop(): void
}

/** How long a group may take to end after TERM before KILL follows. */
const termGraceMs = 500

/** After the program itself has ended, how long its pipes may stay open and silent in other hands. */
const drainMs = 250

/** Who goes on printing after that is not listened to for ever. */
const maxDrainMs = 3_000

/** The same where a program of ours stands between: it ends by itself, but it has to be given the time. */
const pipeDrainMs = 2_000

/** Kept of a stream: its beginning and its end. Both together are far over every result budget. */
const keepHead = 4_000_000
const keepTail = 1_000_000

/** Longest single argument that Linux passes to a program is 131,072 bytes (MAX_ARG_STRLEN); 4 bytes a character. */
const pieceChars = 30_000

/**
 * The shell waits for a word on descriptor 3 before it does anything, so that the guard knows its group first; says on
 * descriptor 4 where it ended; and sends both streams down one pipe, so that their order is the true one.
 */
const prelude = [
  'IFS= read -r _ <&3 || exit 143',
  'exec 3<&- 2>&1',
  'IFS=',
  '__command="$*"',
  'set --',
  `IFS=$' \\t\\n'`,
  `trap 'pwd -P >&4 2>/dev/null' EXIT`,
  'eval "$__command"',
].join('; ')

/** Node gives a child sockets, and a socket cannot be opened by name. */
const opensStreams = /\/dev\/(?:std(?:out|err)|fd\/)|\/proc\/\S*\/fd\b/

/** For commands that name their own streams: a real pipe, and a shell that knows nothing of the program behind it. */
const throughPipe = 'exec > >(exec cat 3<&- 4>&-) 2>&1; exec bash --noprofile --norc -c "$@"'

/** Runs a text with bash, as `bash -c` would. */
export function startShell(command: string, spec: Omit<ProcessSpec, 'file' | 'args'>): RunningProcess {
  const pieces = []
  for (let at = 0; at < command.length; at += pieceChars) pieces.push(command.slice(at, at + pieceChars))
  const piped = opensStreams.test(command)
  const script = piped ? [throughPipe, 'bash', prelude] : [prelude]
  const args = ['--noprofile', '--norc', '-c', ...script, 'bash', ...pieces]
  return start({ ...spec, file: 'bash', args, drainMs: piped ? pipeDrainMs : drainMs }, true)
}

/** Runs a program, without a shell. */
export function startProgram(spec: ProcessSpec): RunningProcess {
  return start(spec, false)
}

function start(spec: ProcessSpec, shell: boolean): RunningProcess {
  const none = { exit: null, signal: null, output: '', stderr: '', dropped: 0, strays: false, cwd: null, message: '' }
  if (spec.signal?.aborted) {
    return { pid: undefined, ended: Promise.resolve({ ...none, why: 'aborted' }), stop() {} }
  }
  let child: ChildProcess
  try {
    child = spawn(spec.file, [...spec.args], {
      cwd: spec.cwd,
      env: { ...spec.env } as NodeJS.ProcessEnv,
      stdio: shell ? ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    const message = (error as Error).message
    return { pid: undefined, ended: Promise.resolve({ ...none, why: 'not-started', message }), stop() {} }
  }
  return supervise(child, spec, shell)
}

function supervise(child: ChildProcess, spec: ProcessSpec, shell: boolean): RunningProcess {
  const release = child.pid === undefined ? () => {} : guard(`g${child.pid}`)
  const out = capture(spec.onOutput)
  const err = capture()
  const where = capture()
  let why: ProcessEnd['why'] = 'exited'
  let message = ''
  let stop = () => {}
  const ended = new Promise<ProcessEnd>((resolve) => {
    let status: { exit: number | null; signal: string | null } | null = null
    const timers: NodeJS.Timeout[] = []
    let done = false
    let heard = 0
    const finish = () => {
      if (done) return
      done = true
      for (const timer of timers) clearTimeout(timer)
      spec.signal?.removeEventListener('abort', onAbort)
      const strays = why === 'exited' && groupLives(child.pid)
      killGroup(child, 'SIGKILL')
      release()
      for (const stream of child.stdio) stream?.destroy()
      const cwd = where.text().trimEnd()
      resolve({
        why,
        exit: status?.exit ?? null,
        signal: status?.signal ?? null,
        output: out.text(),
        stderr: err.text(),
        dropped: out.dropped(),
        strays,
        cwd: cwd.startsWith('/') ? cwd : null,
        message,
      })
    }
    /** Whoever else holds the pipes does not hold us. What has come meanwhile is read before anybody gives up. */
    const drain = (until: number) => {
      const before = heard
      const over = () => heard === before || performance.now() > until
      const look = () => setImmediate(() => (over() ? finish() : drain(until)))
      timers.push(setTimeout(look, spec.drainMs ?? drainMs))
    }
    const end = (reason: ProcessEnd['why']) => {
      if (done || why !== 'exited') return
      why = reason
      killGroup(child, 'SIGTERM')
      timers.push(setTimeout(() => killGroup(child, 'SIGKILL'), termGraceMs))
      // A process in an uninterruptible wait dies when the kernel lets it; nobody waits for that.
      timers.push(setTimeout(finish, 2 * termGraceMs))
    }
    const onAbort = () => end('aborted')
    stop = onAbort
    for (const [stream, kept] of [[child.stdout, out] as const, [child.stderr, err] as const]) {
      stream?.on('data', (chunk: Buffer) => {
        heard++
        kept.add(chunk)
      })
    }
    if (shell) child.stdio[4]?.on('data', where.add)
    for (const stream of child.stdio) stream?.on('error', () => {})
    child.on('error', (error) => {
      if (child.pid !== undefined) return
      why = 'not-started'
      message = error.message
      finish()
    })
    child.on('exit', (exit, signal) => {
      status = { exit, signal }
      drain(performance.now() + maxDrainMs)
    })
    child.on('close', finish)
    if (Number.isFinite(spec.timeoutMs)) timers.push(setTimeout(() => end('timed-out'), spec.timeoutMs))
    spec.signal?.addEventListener('abort', onAbort, { once: true })
    if (shell) (child.stdio[3] as Writable | undefined)?.end('go\n')
  })
  return { pid: child.pid, ended, stop: () => stop() }
}

/** Signals the whole group; false when nothing of it is left. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false
  try {
    if (process.platform === 'win32') return child.kill(signal)
    return process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

/** Whether a process of a group still runs. Dead ones that nobody has collected do not. */
function groupLives(pid: number | undefined): boolean {
  if (pid === undefined || process.platform === 'win32') return false
  try {
    process.kill(-pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      // State and group are the first and third field after the name in parentheses (proc_pid_stat(5)).
      const [state, , group] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return Number(group) === pid && state !== 'Z' && state !== 'X'
    } catch {
      return false
    }
  })
}

function capture(onText?: (text: string) => void) {
  const decoder = new StringDecoder('utf8')
  let head = ''
  let tail = ''
  let dropped = 0
  return {
    add(chunk: Buffer) {
      const text = decoder.write(chunk)
      if (text === '') return
      onText?.(text)
      const room = keepHead - head.length
      if (room > 0) head += text.slice(0, room)
      tail += room > 0 ? text.slice(room) : text
      if (tail.length > 2 * keepTail) {
        dropped += tail.length - keepTail
        tail = tail.slice(-keepTail)
      }
    },
    dropped: () => dropped,
    text: () => (dropped === 0 ? head + tail : `${head}\n... ${dropped} characters left out ...\n${tail}`),
  }
}

/** Kills the groups and removes the files it was told of when its input ends: also when we are killed ourselves. */
const guardScript = `trap '' HUP INT TERM
while IFS= read -r line; do
  case $line in
    +*) set -- "$@" "\${line#+}" ;;
    -*) n=$#
        while [ "$n" -gt 0 ]; do
          [ "$1" = "\${line#-}" ] || set -- "$@" "$1"
          shift
          n=$((n - 1))
        done ;;
  esac
done
for item do
  case $item in
    g*) kill -s KILL -- "-\${item#g}" 2>/dev/null ;;
    p*) kill -s KILL "\${item#p}" 2>/dev/null ;;
    f*) rm -f -- "\${item#f}" ;;
  esac
done`

let guardInput: Writable | null = null

/** What is under guard now: a new guard is told of it too. */
const guarded = new Set<string>()

/**
 * Puts a process group (`g123`), a process (`p123`) or a half-written file (`f/path`) under guard until the returned function is called.
 * The guard is one small process in a session of its own; it outlives us by the time it takes to clean up.
 */
export function guard(item: string): () => void {
  if (process.platform === 'win32' || item.includes('\n')) return () => {}
  guarded.add(item)
  if (guardInput === null) startGuard()
  else guardInput.write(`+${item}\n`)
  return () => {
    guarded.delete(item)
    guardInput?.write(`-${item}\n`)
  }
}

function startGuard(): void {
  const child = spawn('/bin/sh', ['-c', guardScript], {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const input = child.stdin as Writable & { unref?(): void }
  // Without a guard everything still works; only a kill of our own process would leave something behind.
  const gone = () => {
    if (guardInput === input) guardInput = null
  }
  child.on('error', gone)
  child.on('exit', gone)
  input.on('error', gone)
  child.unref()
  input.unref?.()
  guardInput = input
  for (const item of guarded) input.write(`+${item}\n`)
}
