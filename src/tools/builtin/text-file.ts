import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { ToolUseContext } from '../context.ts'
import { ToolError } from '../failure.ts'
import type { FileState } from '../file-states.ts'

/** Largest file that is edited: its text is held whole, twice. */
export const maxEditBytes = 20_000_000

/** A text file as it stands on disk. */
export interface TextFile {
  readonly text: string
  readonly state: FileState
  readonly bom: boolean
}

/** Reads a file that will be written again: anything but plain UTF-8 is refused, for it would not survive. */
export async function readTextFile(path: string): Promise<TextFile | undefined> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (info === undefined) return undefined
  if (info.isDirectory()) throw new ToolError(`\`${path}\` is a directory`)
  if (!info.isFile()) throw new ToolError(`\`${path}\` is no regular file`)
  if (info.size > maxEditBytes)
    throw new ToolError(`\`${path}\` has ${info.size} bytes: at most ${maxEditBytes} are edited`)
  const bytes = await readFile(path)
  const bom = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ToolError(`\`${path}\` is not UTF-8 text and would be damaged by an edit`)
  }
  if (text.includes('\0')) throw new ToolError(`\`${path}\` is a binary file`)
  return { text, bom, state: stateOf(bytes, info.mtimeMs) }
}

export function stateOf(bytes: Uint8Array, mtimeMs: number): FileState {
  return { mtimeMs, size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') }
}

/** Why a file may not be changed now: it was not read, or is another since. undefined: it may. */
export function staleReason(path: string, current: FileState, context: ToolUseContext): string | undefined {
  const seen = context.files.get(path)
  if (seen === undefined) return `\`${path}\` has not been read in this session: read it first`
  if (seen.digest !== current.digest) return `\`${path}\` has changed since it was read: read it again`
  return undefined
}

/** Remembers a file as just written, so that the next edit needs no read. */
export async function rememberWritten(path: string, data: string, context: ToolUseContext): Promise<void> {
  const info = await stat(path).catch(() => undefined)
  if (info !== undefined) context.files.set(path, stateOf(Buffer.from(data), info.mtimeMs))
}

/** A failure of the file system in words. */
export function diskError(error: unknown, what: string, path: string): ToolError {
  if (error instanceof ToolError) return error
  const { code } = error as NodeJS.ErrnoException
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'it does not exist',
    EACCES: 'permission denied by the system',
    EPERM: 'permission denied by the system',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EISDIR: 'it is a directory',
    ENOTDIR: 'a part of the path is no directory',
    EEXIST: 'a part of the path is no directory',
    ENAMETOOLONG: 'the name is too long',
    ELOOP: 'its links lead in a circle',
    EMFILE: 'too many files are open',
  }
  return new ToolError(`cannot ${what} \`${path}\`: ${words[code ?? ''] ?? code ?? String(error)}`)
}
