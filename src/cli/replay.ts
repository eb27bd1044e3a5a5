import { resolve } from 'node:path'
import { showCall } from '../analysis/call-notation.ts'
import { groups, replay, tally } from '../analysis/replay.ts'
import { loadGrammar } from '../bash-parser/parse.ts'
import { PolicyError } from '../errors.ts'
import { sentence } from '../explain.ts'
import { nodeSystem } from '../system.ts'
import { contextFor } from './context.ts'
import { nameFrom } from './file-name.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { visible } from './screen.ts'
import { readTranscripts } from './transcripts.ts'

/** `policy replay`: past tool calls through the settings. */
export async function replayCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'replay',
    summary:
      'Decides the tool calls of session transcripts (JSON lines) by the settings of this folder, as if the session had run ' +
      'here. Exit: 0 decided, 1 a transcript could not be read.',
    examples: ['policy replay ~/.claude/projects/*/*.jsonl', 'policy replay session.jsonl --effect deny'],
  })
    .argument('<transcripts...>', 'files')
    .option('--effect <effect>', 'list every call of that effect instead of groups')
  return run(withSharedOptions(command, io), argv, io, async (operands, given) => {
    const options = sharedOptions(given, io)
    const only = given['effect']
    if (only !== undefined && !['allow', 'ask', 'deny'].includes(String(only))) {
      throw new PolicyError('bad-arguments', {}, `\`${only}\` is no effect: expected allow, ask or deny`)
    }
    await loadGrammar()
    const { transcripts, readable } = readTranscripts(
      operands.map((file) => resolve(io.cwd, file)),
      io,
    )
    const replayed = replay(transcripts, contextFor({ trusted: true, ...options }), nodeSystem)
    const counts = tally(replayed)
    if (options.json) {
      const calls = replayed.map(({ file, line, call, decision }) => ({
        file: nameFrom(io.cwd, file),
        line,
        ...call,
        effect: decision.effect,
        reason: decision.reason.code,
        rule: decision.reason.rule ?? null,
      }))
      io.stdout.write(
        `${JSON.stringify({ schema: 1, calls, summary: { calls: replayed.length, ...counts } }, null, 2)}\n`,
      )
    } else if (!options.quiet) {
      if (only === undefined) {
        for (const { effect, label, count, example } of groups(replayed)) {
          const why = sentence(effect, example.decision.reason)
          io.stdout.write(`${String(count).padStart(6)}  ${effect.padEnd(5)} ${visible(label)}  (${visible(why)})\n`)
        }
      } else {
        for (const { file, line, call, decision } of replayed) {
          if (decision.effect !== only) continue
          io.stdout.write(
            `${nameFrom(io.cwd, file)}:${line}: ${visible(showCall(call))}: ${visible(sentence(decision.effect, decision.reason))}\n`,
          )
        }
      }
      io.stdout.write(`${replayed.length} calls: ${counts.allow} allowed, ${counts.ask} asked, ${counts.deny} denied\n`)
    }
    return readable ? 0 : 1
  })
}
