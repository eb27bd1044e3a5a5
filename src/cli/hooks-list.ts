import type { Issue } from '../errors.ts'
import { issueSentence } from '../explain.ts'
import type { ListedHook } from '../hooks/list.ts'
import { listHooks } from '../hooks/list.ts'
import type { PermissionContext } from '../rules/context.ts'
import { nodeSystem } from '../system.ts'
import { brokenSettings } from './broken.ts'
import { contextFor } from './context.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { cut, type Screen, screenOf, visible } from './screen.ts'
import { type Here, hanging, nearPath, nearSource } from './show.ts'

/** `policy hooks list`: the effective hooks by event, with what keeps each from doing its work. */
export async function hooksListCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'hooks list',
    summary:
      'Lists the hooks of the settings by event, and what keeps one from its work. Exit: 0 all can work, 2 one cannot, 1 could not tell.',
    examples: ['policy hooks list', 'policy hooks list --json'],
  })
  return run(withSharedOptions(command, io), argv, io, async (_, given) => {
    const options = sharedOptions(given, io)
    const context = contextFor(options)
    const hooks = listHooks(context, { system: nodeSystem })
    const issues = hookIssues(context)
    if (options.json) io.stdout.write(`${JSON.stringify({ schema: 1, hooks, issues: issues.map(written) })}\n`)
    else if (!options.quiet) io.stdout.write(listText(hooks, issues, context, screenOf(io)))
    if (brokenSettings(context).length > 0) return 1
    const faults = [...issues, ...hooks.flatMap(({ problems }) => problems)]
    return faults.some(({ severity }) => severity === 'error') ? 2 : 0
  })
}

/** Faults of settings that keep hooks out of the list: what stands under `hooks`, and whatever makes a file drop. */
function hookIssues(context: PermissionContext): Issue[] {
  const dropped = new Set(context.layers.filter((layer) => layer.dropped).map(({ file }) => file))
  const broken = brokenSettings(context)
  return context.issues.filter((issue) => {
    const drops = issue.severity === 'error' && dropped.has(issue.file)
    return drops || broken.includes(issue) || String(issue.data['pointer']).startsWith('/hooks')
  })
}

function written(issue: Issue): Record<string, unknown> {
  const { code, severity, file, line, column } = issue
  return { code, severity, file, line, column, message: issueSentence(issue) }
}

function listText(hooks: readonly ListedHook[], issues: readonly Issue[], here: Here, screen: Screen): string {
  const lines: string[] = hooks.length === 0 ? ['', 'no hooks'] : []
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
  if (issues.length > 0) lines.push('', screen.bold('settings'))
  for (const issue of issues) {
    const near = nearPath(issue.file, here)
    const at = issue.line > 0 ? `${near}:${issue.line}:${issue.column}` : near
    const paint = issue.severity === 'error' ? screen.effect.deny : screen.effect.ask
    lines.push(...hanging(paint(issue.severity.padEnd(9)), `${at}: ${issueSentence(issue)}`, screen, 9))
  }
  return `${lines.slice(1).join('\n')}\n`
}

export function placeOf({ source }: Pick<ListedHook, 'source'>, here: Here): string {
  const near = nearSource(source, here)
  return near.line > 0 ? `${near.file}:${near.line} (${near.layer})` : `${near.file}${near.pointer} (${near.layer})`
}
