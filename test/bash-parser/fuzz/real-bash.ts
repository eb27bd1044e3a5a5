import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { agentLines } from '../agent-lines.ts'
import { readers, writers } from './generate.ts'

/** What ran when bash ran a text: the words of each program. */
export interface Run {
  readonly argvs: readonly (readonly string[])[]
  /** The folder each of them ran in, relative to the one the text began in. */
  readonly folders: readonly string[]
  /** That one. */
  readonly root: string
  /** Names in the folder it ran in, other than the `file` that was there. */
  readonly files: readonly string[]
  /** Names that came to stand in the folder around that one, and `near` where that is no more. */
  readonly outside: readonly string[]
  /** It ran into the time limit, so what came later is not seen. */
  readonly timedOut: boolean
}

export interface RealBash {
  run(text: string): Promise<Run>
  close(): void
}

const nobody = 65_534
const limitMillis = 1_500
/** Processes that all scripts together may have at one time. */
const maxProcesses = 500

/** Builtins that are switched off, so that they are programs like any other; `kill` would be dangerous. */
const switchedOff = ['kill', 'echo', 'printf', 'test', '[', 'true', 'false', 'pwd', 'suspend', 'logout', 'help']

/** Names of programs that exist: single letters, builtins switched off, and every first word of an agent's line. */
const names = new Set([
  ...'abcdefgx',
  ...switchedOff,
  ...readers,
  ...writers,
  ...agentLines.flatMap((line) => line.match(/(?<=^|[|;&(\n] *)[a-z][a-z0-9-]*(?= )/g) ?? []),
])

/** Whether bash can be watched here; the reason when not. */
export function whyNoBash(): string | null {
  return process.platform === 'linux' || process.platform === 'darwin' ? null : `no bash on ${process.platform}`
}

/** Programs that are no stubs, and stubs that do besides what the program of their name does. */
export interface Programs {
  readonly real?: readonly string[]
  readonly doing?: readonly string[]
}

/** Real bash in a folder with `file` and `sub/below`, where every program is a stub that writes down its words. */
export function startBash({ real = [], doing = [] }: Programs = {}): RealBash {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-bash-')))
  const stubs = join(root, 'stubs')
  mkdirSync(stubs)
  const find = (name: string) => ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync)
  for (const name of real) {
    const program = find(name)
    if (program !== undefined) symlinkSync(program, join(stubs, name))
  }
  for (const name of names) {
    if (real.includes(name)) continue
    const output = name === 'b' ? "printf 'p q\\n'\n" : name === 'c' ? "printf '7\\n'\n" : ''
    const exit = 'efgx['.includes(name) ? 1 : 0
    const file = join(stubs, name)
    const program = doing.includes(name) ? find(name) : undefined
    const end = program === undefined ? `${output}exit ${exit}` : `exec ${program} "$@"`
    writeFileSync(
      file,
      `#!/bin/sh\nenable printf 2>/dev/null\nprintf '%s\\0' "$#" "$PWD" "\${0##*/}" "$@" >>"$STUB_LOG"\n${end}\n`,
    )
    chmodSync(file, 0o755)
  }
  const start = join(root, 'start')
  const asRoot = process.getuid?.() === 0
  // Functions that call each other in substitutions start shells without end; only a user of its own can be held to a number.
  writeFileSync(start, `${asRoot ? `ulimit -u ${maxProcesses}\n` : ''}enable -n ${switchedOff.join(' ')}\n`)
  if (asRoot) chmodSync(root, 0o755)
  let count = 0
  return {
    run: (text) => {
      const log = join(root, `log-${count}`)
      const folder = join(root, `run-${count++}`)
      const work = join(folder, 'proj')
      const folders = [folder, work, join(work, 'sub')]
      const files = [log, join(folder, 'near'), join(work, 'file'), join(work, 'sub/below')]
      for (const path of folders) mkdirSync(path)
      for (const path of files) writeFileSync(path, '')
      if (asRoot) for (const path of [...folders, ...files]) chownSync(path, nobody, nobody)
      return new Promise((resolve) => {
        const child = spawn('/bin/bash', ['--norc', '--noprofile', '-c', text, 'bash', 'P1', 'P 2'], {
          cwd: work,
          env: { PATH: stubs, HOME: '/home/u', STUB_LOG: log, BASH_ENV: start, LC_ALL: 'C.UTF-8' },
          stdio: 'ignore',
          // A group of its own, so that all of it can be ended.
          detached: true,
          ...(asRoot ? { uid: nobody, gid: nobody } : {}),
        })
        let timedOut = false
        const end = () => {
          try {
            if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
          } catch {
            // Nothing is left of the group.
          }
        }
        const timer = setTimeout(() => {
          timedOut = true
          end()
        }, limitMillis)
        child.on('error', () => {})
        child.on('close', () => {
          clearTimeout(timer)
          // Background programs get a moment to write down their words.
          setTimeout(() => {
            end()
            const ran = readLog(readFileSync(log, 'utf8'))
            const result = {
              argvs: ran.map(([, ...argv]) => argv),
              folders: ran.map(([at = '']) => relative(work, at) || '.'),
              root: work,
              files: entries(work).filter((name) => name !== 'file' && name !== 'sub'),
              outside: entries(folder).filter((name) => name !== 'proj' && name !== 'near'),
              timedOut,
            }
            if (!existsSync(join(folder, 'near'))) result.outside.push('near')
            for (const path of [folder, log]) rmSync(path, { recursive: true, force: true })
            resolve(result)
          }, 15)
        })
      })
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Names in a folder; none where it is no more. */
function entries(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function readLog(log: string): string[][] {
  const fields = log.split('\0')
  const argvs: string[][] = []
  for (let at = 0; at + 1 < fields.length; ) {
    const count = Number(fields[at])
    if (!Number.isInteger(count)) break
    argvs.push(fields.slice(at + 1, at + 3 + count))
    at += 3 + count
  }
  return argvs
}
