import { resolve } from 'node:path'
import { showCall } from '../analysis/call-notation.ts'
import { suggest } from '../analysis/suggest.ts'
import { loadGrammar } from '../bash-parser/parse.ts'
import { nodeSystem } from '../system.ts'
import { contextFor } from './context.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { visible } from './screen.ts'
import { readTranscripts } from './transcripts.ts'

/** More of what is left than anybody reads. */
const maxLeft = 10

/** `policy suggest`: allow rules that would have spared questions. */
export async function suggestCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'suggest',
    summary:
      'Suggests the fewest allow rules that spare the most questions of past sessions, and none that lint would warn of or ' +
      'that lets through what was refused. Writes nothing. Exit: 0 done, 1 a transcript could not be read.',
    examples: ['policy suggest ~/.claude/projects/*/*.jsonl', 'policy suggest session.jsonl --json'],
  }).argument('<transcripts...>', 'files')
  return run(withSharedOptions(command, io), argv, io, async (operands, given) => {
    const options = sharedOptions(given, io)
    await loadGrammar()
    const { transcripts, readable } = readTranscripts(
      operands.map((file) => resolve(io.cwd, file)),
      io,
    )
    const { rules, before, after, left } = suggest(transcripts, contextFor({ trusted: true, ...options }), nodeSystem)
    if (options.json) {
      const permissions = { allow: rules.map(({ rule }) => rule) }
      io.stdout.write(
        `${JSON.stringify({ schema: 1, permissions, rules, questions: { before, after }, left }, null, 2)}\n`,
      )
    } else if (!options.quiet) {
      for (const { rule, spares, example } of rules) {
        io.stdout.write(`${String(spares).padStart(6)}  ${rule}  (${visible(showCall(example))})\n`)
      }
      if (left.length > 0) io.stdout.write('left to you:\n')
      for (const { command: text, why, count } of left.slice(0, maxLeft)) {
        io.stdout.write(`${String(count).padStart(6)}  ${visible(text)}: ${visible(why)}\n`)
      }
      if (left.length > maxLeft) io.stdout.write(`        and ${left.length - maxLeft} more\n`)
      io.stdout.write(
        `${before} questions, ${after} with ${rules.length === 1 ? 'this rule' : `these ${rules.length} rules`}\n`,
      )
    }
    return readable ? 0 : 1
  })
}
