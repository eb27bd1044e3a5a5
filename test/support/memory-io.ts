import type { Io } from '../../src/cli/io.ts'

export interface Given {
  readonly stdin?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
  readonly isTTY?: boolean
  readonly columns?: number
}

/** A process that exists only in memory, and what it printed. */
export function memoryIo(given: Given = {}): { io: Io; stdout: () => string; stderr: () => string } {
  const printed = { stdout: '', stderr: '' }
  const pieces = (given.stdin === undefined ? [] : ([given.stdin].flat() as readonly (string | Uint8Array)[])).map(
    (piece) => Buffer.from(piece as string),
  )
  const input = (chunks: readonly Uint8Array[]) => ({
    isTTY: false,
    bytes: (limit: number) => Buffer.concat(chunks).subarray(0, limit),
    async *chunks() {
      yield* chunks
    },
  })
  const output = (name: 'stdout' | 'stderr') => ({
    isTTY: given.isTTY ?? false,
    columns: given.columns,
    write(text: string) {
      printed[name] += text
    },
  })
  const io: Io = {
    stdin: input(pieces),
    stdout: output('stdout'),
    stderr: output('stderr'),
    open(path) {
      const text = given.files?.[path]
      if (text === undefined) throw new Error(`ENOENT: no such file, open '${path}'`)
      return input([Buffer.from(text)])
    },
    env: given.env ?? {},
    cwd: given.cwd ?? '/',
    platform: 'linux',
  }
  return { io, stdout: () => printed.stdout, stderr: () => printed.stderr }
}
