import fs from 'node:fs'

/** One end of a terminal, pipe or file that text is written to. */
export interface Output {
  readonly isTTY: boolean
  /** Width in characters; undefined where nobody looks at it. */
  readonly columns: number | undefined
  write(text: string): void
}

/** Where text comes from. */
export interface Input {
  readonly isTTY: boolean
  /** Everything up to the end, as bytes; reading stops once there are `limit` of them. */
  bytes(limit: number): Uint8Array
  /** Pieces as they arrive, for input that never fits into memory. */
  chunks(): AsyncIterable<Uint8Array>
}

/** All that a command may use of the process, so that it runs inside a test as it runs for real. */
export interface Io {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  /** A file named on the command line. */
  open(path: string): Input
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly platform: NodeJS.Platform
}

/** The real process. Getters, because `process.stdout` alone costs more than the answer of a hook. */
export const processIo: Io = {
  stdin: {
    get isTTY() {
      return process.stdin.isTTY === true
    },
    bytes: (limit) => readAll(0, limit),
    chunks: () => process.stdin as AsyncIterable<Uint8Array>,
  },
  stdout: {
    get isTTY() {
      return process.stdout.isTTY === true
    },
    get columns() {
      return process.stdout.columns
    },
    write: (text) => writeAll(1, text),
  },
  stderr: {
    get isTTY() {
      return process.stderr.isTTY === true
    },
    get columns() {
      return process.stderr.columns
    },
    write: (text) => writeAll(2, text),
  },
  open: (path) => ({
    isTTY: false,
    bytes: (limit) => {
      const descriptor = fs.openSync(path, 'r')
      try {
        return readAll(descriptor, limit)
      } finally {
        fs.closeSync(descriptor)
      }
    },
    chunks: () => fs.createReadStream(path),
  }),
  env: process.env,
  get cwd() {
    return process.cwd()
  },
  get platform() {
    return process.platform
  },
}

/** Whether the reader of our output went away (`policy ... | head`), which is no fault of ours. */
export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

function readAll(descriptor: number, limit: number): Uint8Array {
  const pieces: Buffer[] = []
  let length = 0
  // Most payloads fit into the first piece; later ones are larger, so that a large one takes few calls.
  for (let size = 64 * 1024; length < limit; size = 1024 * 1024) {
    const piece = Buffer.allocUnsafe(size)
    const got = readPiece(descriptor, piece)
    if (got === 0) break
    length += got
    pieces.push(piece.subarray(0, got))
  }
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}

function readPiece(descriptor: number, piece: Buffer): number {
  for (;;) {
    try {
      return fs.readSync(descriptor, piece)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      pause()
    }
  }
}

function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(descriptor, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      pause()
    }
  }
}

/** Another process made the pipe non-blocking: the one at its other end needs a moment. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
}
