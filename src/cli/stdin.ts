import { isUtf8 } from 'node:buffer'
import type { Io } from './io.ts'

/** Far above any tool call; an endless stream must end somewhere. */
export const maxPayload = 32 * 1024 * 1024

/** All of standard input as text, or why it cannot be read. */
export function readStdin(io: Io): { readonly text: string } | { readonly why: string } {
  let bytes: Uint8Array
  try {
    bytes = io.stdin.bytes(maxPayload + 1)
  } catch (error) {
    return { why: `stdin cannot be read: ${(error as Error).message}` }
  }
  if (bytes.length > maxPayload) return { why: `stdin holds more than ${maxPayload / 1024 / 1024} MiB` }
  if (!isUtf8(bytes)) return { why: 'stdin is not UTF-8 text' }
  return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8') }
}
