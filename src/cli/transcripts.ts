import { readTranscript, type Transcript } from '../analysis/transcript.ts'
import { issueSentence } from '../explain.ts'
import { nodeSystem } from '../system.ts'
import { nameFrom } from './file-name.ts'
import type { Io } from './io.ts'

/** More faults of one file than anybody reads. */
const maxFaults = 5

/** Reads transcripts and says what could not be read; a line that is none costs itself, not the file. */
export function readTranscripts(files: readonly string[], io: Io): { transcripts: Transcript[]; readable: boolean } {
  const transcripts = files.map((file) => readTranscript(file, nodeSystem))
  let readable = true
  for (const { file, issues, calls } of transcripts) {
    for (const issue of issues.slice(0, maxFaults)) {
      const at = issue.line > 0 ? `:${issue.line}` : ''
      io.stderr.write(`${nameFrom(io.cwd, file)}${at}: ${issueSentence(issue)}\n`)
    }
    if (issues.length > maxFaults)
      io.stderr.write(`${nameFrom(io.cwd, file)}: ${issues.length - maxFaults} more lines like these\n`)
    if (issues.length > 0 && calls.length === 0) readable = false
  }
  return { transcripts, readable }
}
