import type { Io } from './io.ts'
import { type Line, readLines } from './lines.ts'
import { ordered } from './ordered.ts'

/** The answer to one line of a batch; `failed` makes the run exit 1. */
export interface LineAnswer {
  readonly answer: unknown
  readonly failed: boolean
}

/** Answers every line, in order, with one line. Says how many could not be answered. */
export async function runBatch(
  chunks: AsyncIterable<Uint8Array>,
  io: Io,
  answerLine: (line: Line) => LineAnswer | Promise<LineAnswer>,
): Promise<number> {
  let failures = 0
  const print = ({ answer, failed }: LineAnswer) => {
    if (failed) failures++
    return `${JSON.stringify(answer)}\n`
  }
  const output = ordered((text) => io.stdout.write(text))
  for await (const lines of readLines(chunks)) {
    for (const line of lines) {
      const answer = answerLine(line)
      const room = output.add(answer instanceof Promise ? answer.then(print) : print(answer))
      if (room !== undefined) await room
    }
    output.flush()
  }
  await output.finish()
  return failures
}
