import { PolicyError } from '../errors.ts'
import { toAnswer } from './answer.ts'
import { runBatch } from './batch.ts'
import { brokenSettings, brokenText, standsAnyway } from './broken.ts'
import { caseAnswerer } from './case-answers.ts'
import { contextFor } from './context.ts'
import { decideAll } from './decide-all.ts'
import { exit, exitOf } from './exit.ts'
import type { Io } from './io.ts'
import { masked } from './masked.ts'
import { type OutputOptions, run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { readQuestion, withQuestion } from './question.ts'
import { screenOf } from './screen.ts'
import type { SharedOptions } from './shared-options.ts'
import { showDecision } from './show.ts'
import { hookLines, hooksJson } from './show-hooks.ts'

/** `policy check`: decides one call, or every line of a batch. */
export async function checkCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'check',
    summary:
      'Decides a tool call by the settings of the current directory. Exit: 0 allow, 2 deny, 3 ask, 1 could not tell.',
    examples: ["policy check 'git push --force'", 'policy check --tool Read --input \'{"file_path":".env"}\''],
  })
  withQuestion(command).option('--batch <file>', 'answer one case a line (JSON), in order; `-` is stdin')
  return run(withSharedOptions(command, io), argv, io, async (operands, given) => {
    if (typeof given['batch'] === 'string') return batch(given['batch'], operands, sharedOptions(given, io), io)
    const { call, from } = readQuestion(operands, given, io)
    const options = sharedOptions(given, io, from)
    const context = contextFor(options)
    const decided = await decideAll(call, context, options.hooks)
    const { decision, report, asked } = given['mask'] === true ? masked(decided, context) : decided
    const broken = brokenSettings(context)
    if (!standsAnyway(decision, broken)) {
      io.stderr.write(`policy check: settings cannot be read, so nothing is allowed\n${brokenText(broken)}\n`)
      return exit.failed
    }
    if (options.json) {
      const hooks = report === null ? {} : { hooks: hooksJson(report) }
      io.stdout.write(`${JSON.stringify({ schema: 1, ...toAnswer(decision), ...hooks })}\n`)
    } else if (!options.quiet) {
      const screen = screenOf(io)
      const hooks = report === null ? [] : hookLines(report, context, screen)
      io.stdout.write(showDecision(asked, decision, context, screen, hooks))
    }
    return exitOf(decision.effect)
  })
}

async function batch(file: string, operands: readonly string[], options: SharedOptions & OutputOptions, io: Io) {
  if (operands.length > 0)
    throw new PolicyError('bad-arguments', {}, '`--batch` takes its commands from its file alone')
  const input = file === '-' ? io.stdin : io.open(file)
  const failures = await runBatch(input.chunks(), io, await caseAnswerer(options))
  return failures === 0 ? 0 : 1
}
