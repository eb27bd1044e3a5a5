import type { ListedHook } from '../hooks/list.ts'
import { listHooks } from '../hooks/list.ts'
import { nodeSystem } from '../system.ts'
import { contextFor } from './context.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { cut, type Screen, screenOf, visible } from './screen.ts'
import { type Here, hanging, nearSource } from './show.ts'

/** `policy hooks list`: the effective hooks by event, with what keeps each from doing its work. */
export async function hooksListCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'hooks list',
    summary: 'Lists the hooks of the settings by event. Exit: 0 all can work, 2 one cannot, 1 could not tell.',
    examples: ['policy hooks list', 'policy hooks list --json'],
  })
  return run(withSharedOptions(command, io), argv, io, async (_, given) => {
    const options = sharedOptions(given, io)
    const context = contextFor(options)
    const hooks = listHooks(context, { system: nodeSystem })
    if (options.json) io.stdout.write(`${JSON.stringify({ schema: 1, hooks })}\n`)
    else if (!options.quiet) io.stdout.write(listText(hooks, context, screenOf(io)))
    return hooks.some(({ problems }) => problems.some(({ severity }) => severity === 'error')) ? 2 : 0
  })
}

function listText(hooks: readonly ListedHook[], here: Here, screen: Screen): string {
  if (hooks.length === 0) return 'no hooks\n'
  const lines: string[] = []
  let event = ''
  for (const hook of hooks) {
    if (hook.event !== event) lines.push('', screen.bold(hook.event))
    event = hook.event
    const matcher = hook.matcher === null || hook.matcher === '' ? '*' : hook.matcher
    const dead = hook.dead ? screen.effect.deny('dead  ') : ''
    lines.push(`  ${dead}${visible(matcher)}  ${hook.type}  ${cut(visible(hook.label), screen.width - 4)}`)
    lines.push(`    ${screen.dim(placeOf(hook, here))}`)
    if (hook.copyOf !== null) lines.push(`    ${screen.dim('a copy of an earlier one: it runs once')}`)
    for (const { severity, text, fix } of hook.problems) {
      const paint = severity === 'error' ? screen.effect.deny : screen.effect.ask
      lines.push(...hanging(`  ${paint(severity.padEnd(9))}`, `${text}: ${fix}`, screen, 11))
    }
  }
  return `${lines.slice(1).join('\n')}\n`
}

export function placeOf({ source }: Pick<ListedHook, 'source'>, here: Here): string {
  const near = nearSource(source, here)
  return near.line > 0 ? `${near.file}:${near.line} (${near.layer})` : `${near.file}${near.pointer} (${near.layer})`
}
