import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentLines } from '../agent-lines.ts'
import { readers, writers } from './generate.ts'

/** What ran when bash ran a text: the words of each program. */
export interface Run {
  readonly argvs: readonly (readonly string[])[]
  /** Names in the folder it ran in, other than the `file` that was there. */
  readonly files: readonly string[]
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

/** Real bash in an empty folder, where every program is a stub that writes down its words, except for the `real` ones. */
export function startBash(real: readonly string[] = []): RealBash {
  const root = mkdtempSync(join(tmpdir(), 'toolgate-bash-'))
  const stubs = join(root, 'stubs')
  mkdirSync(stubs)
  for (const name of real) {
    const program = ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync)
    if (program !== undefined) symlinkSync(program, join(stubs, name))
  }
  for (const name of names) {
    if (real.includes(name)) continue
    const output = name === 'b' ? "printf 'p q\\n'\n" : name === 'c' ? "printf '7\\n'\n" : ''
    const exit = 'efgx['.includes(name) ? 1 : 0
    const file = join(stubs, name)
    writeFileSync(
      file,
      `#!/bin/sh\nenable printf 2>/dev/null\nprintf '%s\\0' "$#" "\${0##*/}" "$@" >>"$STUB_LOG"\n${output}exit ${exit}\n`,
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
      const folder = join(root, `run-${count++}`)
      const log = join(folder, 'log')
      const work = join(folder, 'work')
      mkdirSync(work, { recursive: true })
      writeFileSync(log, '')
      writeFileSync(join(work, 'file'), '')
      if (asRoot) for (const path of [folder, log, work, join(work, 'file')]) chownSync(path, nobody, nobody)
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
            const argvs = readLog(readFileSync(log, 'utf8'))
            const files = readdirSync(work).filter((name) => name !== 'file')
            rmSync(folder, { recursive: true, force: true })
            resolve({ argvs, files, timedOut })
          }, 15)
        })
      })
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}

function readLog(log: string): string[][] {
  const fields = log.split('\0')
  const argvs: string[][] = []
  for (let at = 0; at + 1 < fields.length; ) {
    const count = Number(fields[at])
    if (!Number.isInteger(count)) break
    argvs.push(fields.slice(at + 1, at + 2 + count))
    at += 2 + count
  }
  return argvs
}
