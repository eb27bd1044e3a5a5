import { PolicyError } from '../errors.ts'
import { planBatches } from '../tools/batching.ts'
import type { ToolUseContext } from '../tools/context.ts'
import { createSession } from '../tools/execute.ts'
import type { ToolUse } from '../tools/message.ts'
import { type Line, line, lineOf, span } from '../tools/render.ts'
import { useLines } from '../tools/show-run.ts'
import { terminalText } from '../tools/terminal.ts'
import { contextFor } from './context.ts'
import { exit } from './exit.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { readMessages } from './tool-uses.ts'

/** `policy plan FILE`: the batches in which the tool uses of each message would run; nothing is run. */
export async function planCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'plan',
    summary:
      'Shows the batches in which the tool uses of a message would run: those of safety, and those by conflict of effects.',
    examples: ['policy plan message.json', 'policy plan --json - < messages.jsonl'],
  }).argument('<file>', 'a message, `tool_use` blocks, or messages one a line; `-` is stdin')
  return run(withSharedOptions(command, io), argv, io, async ([file = '-'], given) => {
    const options = sharedOptions(given, io)
    const session = await createSession({ permissions: contextFor(options), host: { hooks: null } })
    let faults = 0
    try {
      for await (const read of readMessages(file === '-' ? io.stdin : io.open(file))) {
        if (read.kind === 'fault') {
          faults++
          io.stderr.write(`policy plan: line ${read.line}: ${read.why}\n`)
        } else if (!options.quiet && read.uses.length > 0) show(read.uses, session.context, options.json, io)
      }
    } finally {
      await session.close()
    }
    if (faults > 0) throw new PolicyError('bad-input', { faults }, `${faults} of the lines are no message`)
    return exit.allow
  })
}

function show(uses: readonly ToolUse[], context: ToolUseContext, json: boolean, io: Io): void {
  const groups = planBatches(uses, context)
  const byEffects = planBatches(uses, context, 'effects')
  if (json) {
    io.stdout.write(`${JSON.stringify({ schema: 1, ids: uses.map(({ id }) => id), groups, byEffects })}\n`)
    return
  }
  const lines = planLines(uses, groups, context)
  if (JSON.stringify(groups) !== JSON.stringify(byEffects)) {
    lines.push(line(''), line('by conflict of effects:', 'dim'), ...planLines(uses, byEffects, context))
  }
  const colour = io.stdout.isTTY && !io.env['NO_COLOR'] && io.env['TERM'] !== 'dumb'
  io.stdout.write(terminalText(lines, { columns: io.stdout.columns ?? 100, colour }))
}

function planLines(uses: readonly ToolUse[], groups: readonly (readonly number[])[], context: ToolUseContext): Line[] {
  return groups.flatMap((group, index) => [
    lineOf([span(`${index + 1}. `), span(group.length === 1 ? 'alone' : `${group.length} together`, 'dim')]),
    ...group.flatMap((member) => {
      const [head] = useLines(uses[member] as ToolUse, context)
      return head === undefined ? [] : [{ ...head, indent: 2 }]
    }),
  ])
}
