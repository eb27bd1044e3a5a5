import type { Analysis } from '../bash-parser/analysis.ts'
import { loadGrammar } from '../bash-parser/parse.ts'
import type { Decision, Part } from '../decision.ts'
import { PolicyError } from '../errors.ts'
import { doubtText } from '../explain.ts'
import { evaluate, factsOf } from '../rules/evaluate.ts'
import { nodeSystem } from '../system.ts'
import { contextFor } from './context.ts'
import type { Io } from './io.ts'
import { marked } from './marked.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { type Screen, screenOf } from './screen.ts'
import { type Here, hanging, nearPath } from './show.ts'

/** `policy classify 'cmd'`: what a command does, whatever the rules say. */
export async function classifyCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'classify',
    summary: 'Says whether a Bash command only reads, whether it may run beside others, and what it touches.',
    examples: ["policy classify 'git log --oneline | head'", "policy classify --json 'sed -i s/a/b/ notes.txt'"],
  }).argument('<command>', 'the command line')
  return run(withSharedOptions(command, io), argv, io, async ([text = ''], given) => {
    if (text.trim() === '') throw new PolicyError('bad-arguments', {}, 'the command is empty: expected a command line')
    const options = sharedOptions(given, io)
    const context = contextFor(options)
    await loadGrammar()
    const call = { tool: 'Bash', input: { command: text } }
    const decision = evaluate(call, context, nodeSystem)
    const analysis = factsOf(call, context, nodeSystem).analysis!
    if (options.json) {
      const { readOnly, concurrencySafe, effects, known, commands } = decision
      const because = analysis.because
      io.stdout.write(
        `${JSON.stringify({ schema: 1, readOnly, concurrencySafe, because, effects, known, commands })}\n`,
      )
    } else if (!options.quiet) {
      io.stdout.write(showAnalysis(text, analysis, decision, context, screenOf(io)))
    }
    return 0
  })
}

function showAnalysis(text: string, analysis: Analysis, decision: Decision, here: Here, screen: Screen): string {
  const { readOnly, because } = analysis
  const label = (name: string, words: string) => hanging(screen.dim(name.padEnd(width)), words, screen, width)
  const word = (yes: boolean) => screen.effect[yes ? 'allow' : 'ask'](yes ? 'yes' : 'no')
  const why = because === null ? 'only reads, nothing outlives it' : doubtText(because)
  const touched = effectNames
    .filter((name) => decision.effects[name].length > 0)
    .flatMap((name) => label(name, decision.effects[name].map((path) => nearPath(path, here)).join(', ')))
  return `${[
    '',
    ...marked(text, marks(analysis), screen),
    '',
    `  ${screen.dim('read-only'.padEnd(width))}${word(readOnly)}`,
    ...label('', why),
    `  ${screen.dim('concurrency-safe'.padEnd(width))}${word(decision.concurrencySafe)}`,
    ...touched,
  ].join('\n')}\n\n`
}

const width = 18

const effectNames = ['reads', 'writes', 'deletes', 'runs', 'network'] as const

/** Commands that only read are marked as allowed, the others as asked: the colours people know. */
function marks({ commands }: Analysis): Part[] {
  return commands.map(({ command, readOnly }) => {
    const { start, end, text } = command
    return { subject: text, effect: readOnly ? 'allow' : 'ask', reason: { code: 'read-only' }, start, end }
  })
}
