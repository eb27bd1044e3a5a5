import { loadGrammar } from '../bash-parser/parse.ts'
import type { Effect } from '../decision.ts'
import { PolicyError } from '../errors.ts'
import { nodeSystem } from '../system.ts'
import { brokenSettings, standsAnyway } from './broken.ts'
import { contextFor } from './context.ts'
import { decideAll } from './decide-all.ts'
import { exit, exitOf } from './exit.ts'
import type { Io } from './io.ts'
import { masked } from './masked.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { readQuestion, withQuestion } from './question.ts'
import { reason, reasoningJson } from './reasoning.ts'
import { screenOf } from './screen.ts'
import { showReasoning } from './show-reasoning.ts'

/** `policy explain`: everything that led to a decision, and what would change it. */
export async function explainCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'explain',
    summary:
      'Shows the reasoning behind a decision: settings read, commands found, the rule that decided each part, ' +
      'rules that matched and lost, what the hooks said. Exit as `policy check`.',
    examples: ["policy explain 'git status && rm -rf build'", "policy explain --why-not allow 'npm publish'"],
  })
  withQuestion(command).option('--why-not <effect>', 'what would have to change for allow, ask or deny')
  return run(withSharedOptions(command, io), argv, io, async (operands, given) => {
    const { call, from } = readQuestion(operands, given, io)
    const options = sharedOptions(given, io, from)
    const wanted = given['whyNot'] === undefined ? undefined : readEffect(String(given['whyNot']))
    const context = contextFor(options)
    await loadGrammar()
    const decided = await decideAll(call, context, options.hooks)
    const { decision } = decided
    const whole = reason(call, decided, context, nodeSystem, wanted)
    const reasoning = given['mask'] === true ? { ...masked(whole, context), context } : whole
    if (options.json) io.stdout.write(`${JSON.stringify(reasoningJson(reasoning))}\n`)
    else if (!options.quiet) io.stdout.write(showReasoning(reasoning, screenOf(io)))
    return standsAnyway(decision, brokenSettings(context)) ? exitOf(decision.effect) : exit.failed
  })
}

function readEffect(text: string): Effect {
  if (text === 'allow' || text === 'ask' || text === 'deny') return text
  throw new PolicyError('bad-arguments', {}, `\`${text}\` is no effect: expected allow, ask or deny`)
}
