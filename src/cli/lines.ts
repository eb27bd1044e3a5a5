import { isUtf8 } from 'node:buffer'

/** A line of input: its text, or why it has none. */
export type Line = { readonly text: string } | { readonly fault: string }

/** Far above any case; a stream without a line end must not fill the memory. */
export const maxLine = 32 * 1024 * 1024

/** The lines of a stream in pieces as they arrive; a final line needs no line end. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  let open: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    const lines: Line[] = []
    let start = 0
    for (;;) {
      const end = chunk.indexOf(10, start)
      if (end < 0) break
      length += end - start
      lines.push(toLine([...open, chunk.subarray(start, end)], length))
      open = []
      length = 0
      start = end + 1
    }
    if (start < chunk.length) {
      length += chunk.length - start
      // What is beyond the limit is counted and forgotten.
      open = length > maxLine ? [] : [...open, chunk.subarray(start)]
    }
    yield lines
  }
  if (length > 0) yield [toLine(open, length)]
}

function toLine(pieces: readonly Uint8Array[], length: number): Line {
  if (length > maxLine) return { fault: `longer than ${maxLine / 1024 / 1024} MiB` }
  const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  if (!isUtf8(bytes)) return { fault: 'not UTF-8 text' }
  const end = bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length
  return { text: Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('utf8') }
}
