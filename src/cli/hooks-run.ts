import { setTimeout as delay } from 'node:timers/promises'
import { PolicyError } from '../errors.ts'
import type { BackgroundReport } from '../hooks/background.ts'
import { hookEvent } from '../hooks/events.ts'
import type { HookOutcome, HookReport, SkippedHook } from '../hooks/report.ts'
import { createHookRunner } from '../hooks/runner.ts'
import { ifMatches } from '../rules/if-filter.ts'
import { nodeSystem } from '../system.ts'
import { contextFor } from './context.ts'
import { placeOf } from './hooks-list.ts'
import type { Io } from './io.ts'
import { masked } from './masked.ts'
import { mcpServersOf } from './mcp-servers.ts'
import { type OutputOptions, run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { readQuestion, withQuestion } from './question.ts'
import { cut, type Screen, screenOf, visible } from './screen.ts'
import type { SharedOptions } from './shared-options.ts'
import { type Here, hanging } from './show.ts'
import { endHooksWithUs } from './signals.ts'
import { readStdin } from './stdin.ts'

type Payload = Record<string, unknown>

/** Milliseconds that background hooks get once the others have answered. */
const patience = 10_000

/** `policy hooks run`: one payload through the hooks of the settings, and what each of them did. */
export async function hooksRunCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'hooks run',
    summary:
      'Runs the hooks of the settings for one payload. Exit: 0 nothing against it, 2 deny or block, 3 ask, 1 could not tell.',
    examples: ["policy hooks run 'git push --force'", 'policy hooks run --stdin < payload.json'],
  })
  withQuestion(command)
    .option('--event <name>', 'the event; PreToolUse, or that of the payload, when absent')
    .option('--strict', 'every failing hook blocks', false)
  return run(withSharedOptions(command, io), argv, io, async (operands, given) => {
    const { event, payload, from } = read(operands, given, io)
    const options = sharedOptions(given, io, from)
    const how = { strict: given['strict'] === true, mask: given['mask'] === true }
    const { report, background } = await runHooks(event, payload, options, how)
    if (options.json) io.stdout.write(`${JSON.stringify({ schema: 1, ...report, background })}\n`)
    else if (!options.quiet) io.stdout.write(reportText(report, background, options, screenOf(io)))
    if (report.effect === 'deny' || report.blocked || !report.continue) return 2
    return report.effect === 'ask' ? 3 : 0
  })
}

async function runHooks(
  event: string,
  payload: Payload,
  options: SharedOptions & OutputOptions,
  how: { readonly strict: boolean; readonly mask: boolean },
): Promise<{ report: HookReport; background: readonly BackgroundReport[] }> {
  const context = contextFor(options)
  const callsTools = context.hooks.some((hook) => hook.event === event && hook.handler['type'] === 'mcp_tool')
  const mcp = callsTools ? { mcp: mcpServersOf(options.cwd, nodeSystem) } : {}
  const background: BackgroundReport[] = []
  endHooksWithUs()
  const runner = createHookRunner(context, { ...how, ...mcp, system: nodeSystem, ifMatches })
  try {
    const report = await runner.run(event, payload)
    // A background hook may run for ever; what it said by then is shown.
    await Promise.race([
      runner.background({ wait: true }).then((done) => background.push(...done)),
      delay(patience, undefined, { ref: false }),
    ])
    await runner.close()
    background.push(...(await runner.background()))
    if (!how.mask) return { report, background }
    return masked({ report, background }, context)
  } finally {
    await runner.close()
  }
}

/** The payload: a call, or any event's JSON on stdin. */
function read(operands: readonly string[], given: Readonly<Record<string, unknown>>, io: Io) {
  const named = given['event'] as string | undefined
  if (given['stdin'] !== true) {
    const { call, from } = readQuestion(operands, given, io)
    return {
      event: known(named ?? 'PreToolUse'),
      payload: { tool_name: call.tool, tool_input: call.input } as Payload,
      from,
    }
  }
  if (operands.length > 0 || given['tool'] !== undefined || given['input'] !== undefined) {
    throw refused('expected one of a command line, `--tool` with `--input`, and `--stdin`')
  }
  const input = readStdin(io)
  if ('why' in input) throw refused(input.why)
  let value: unknown
  try {
    value = JSON.parse(input.text)
  } catch (error) {
    throw refused(`stdin is not JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused('stdin: expected a JSON object')
  const payload = value as Payload
  const own = payload['hook_event_name']
  if (named === undefined && typeof own !== 'string') {
    throw refused('the payload has no `hook_event_name`: expected it, or `--event`')
  }
  const from = typeof payload['cwd'] === 'string' ? { cwd: payload['cwd'] } : {}
  return { event: known(named ?? (own as string)), payload, from }
}

function known(event: string): string {
  if (hookEvent(event) === undefined) throw refused(`\`${event}\` is no event of the settings format`)
  return event
}

function refused(message: string): PolicyError {
  return new PolicyError('bad-arguments', {}, message)
}

function reportText(
  report: HookReport,
  background: readonly BackgroundReport[],
  options: SharedOptions,
  screen: Screen,
): string {
  const here: Here = { cwd: options.cwd, home: options.home ?? '/' }
  const lines = [screen.bold(report.event)]
  for (const outcome of report.outcomes) lines.push(...outcomeLines(outcome, here, screen))
  for (const hook of report.skipped) lines.push(...skippedLines(hook, here, screen))
  if (report.outcomes.length === 0) lines.push(screen.dim('  no hook ran'))
  lines.push(
    '',
    `  ${screen.bold(verdict(report, screen))}${report.reason === null ? '' : `  ${visible(report.reason)}`}`,
  )
  if (!report.continue) lines.push(`  stops the session: ${visible(report.stopReason ?? 'no reason given')}`)
  const said: [string, string | undefined][] = [
    ['input', report.updatedInput === undefined ? undefined : JSON.stringify(report.updatedInput)],
    ['output', report.updatedToolOutput === undefined ? undefined : JSON.stringify(report.updatedToolOutput)],
    ...report.additionalContext.map((text): [string, string] => ['context', text]),
    ...report.systemMessages.map((text): [string, string] => ['message', text]),
    ...report.updatedPermissions.map((update): [string, string] => ['update', JSON.stringify(update)]),
    ...report.warnings.map((text): [string, string] => ['warn', text]),
    ...background.flatMap(({ outcome, context, wake }): [string, string][] => [
      ['later', `${outcome.label}: ${outcome.failure ?? outcome.result}`],
      ...context.map((text): [string, string] => ['context', text]),
      ...(wake === null ? [] : [['wakes', wake] as [string, string]]),
    ]),
  ]
  for (const [name, text] of said) {
    if (text !== undefined) lines.push(...hanging(screen.dim(name.padEnd(9)), text, screen, 9))
  }
  return `${lines.join('\n')}\n`
}

function outcomeLines(outcome: HookOutcome, here: Here, screen: Screen): string[] {
  const words = outcome.effect ?? (outcome.blocks ? 'block' : outcome.result === 'success' ? 'none' : outcome.result)
  const lines = [`  ${words.padEnd(10)} ${cut(visible(outcome.label), screen.width - 13)}`]
  const detail = (name: string, text: string) =>
    lines.push(...hanging(`           ${screen.dim(name.padEnd(8))}`, text, screen, 19))
  lines.push(
    `             ${screen.dim(`${placeOf(outcome, here)}, ${ending(outcome)} in ${Math.round(outcome.durationMs)} ms`)}`,
  )
  if (outcome.failure !== null) detail('failed', outcome.failedOpen ?? outcome.failure)
  if (outcome.reason !== null) detail('reason', outcome.reason)
  if (outcome.stdout.trim() !== '') detail('stdout', outcome.stdout.trim().slice(0, 2000))
  if (outcome.stderr.trim() !== '') detail('stderr', outcome.stderr.trim().slice(0, 2000))
  return lines
}

function ending({ exit, signal, status, result }: HookOutcome): string {
  if (exit !== null) return `exit ${exit}`
  if (signal !== null) return signal
  return status === null ? result : `status ${status}`
}

function skippedLines(hook: SkippedHook, here: Here, screen: Screen): string[] {
  return [
    `  ${'skipped'.padEnd(10)} ${cut(visible(hook.label), screen.width - 13)}`,
    `             ${screen.dim(`${placeOf(hook, here)}: ${visible(hook.detail)}`)}`,
  ]
}

function verdict({ effect, blocked }: HookReport, screen: Screen): string {
  if (effect === 'deny' || effect === 'ask' || effect === 'allow') return screen.effect[effect](effect.toUpperCase())
  return effect === 'defer' ? 'DEFER' : blocked ? screen.effect.deny('BLOCK') : 'NO DECISION'
}
