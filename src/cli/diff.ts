import { basename, resolve } from 'node:path'
import { showCall } from '../analysis/call-notation.ts'
import { type Changed, type Difference, diff } from '../analysis/diff.ts'
import { loadGrammar } from '../bash-parser/parse.ts'
import { PolicyError, sortIssues } from '../errors.ts'
import { issueSentence } from '../explain.ts'
import type { PermissionContext } from '../rules/context.ts'
import { loadContext } from '../settings/load.ts'
import { nodeSystem } from '../system.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { visible } from './screen.ts'
import type { SharedOptions } from './shared-options.ts'
import { readTranscripts } from './transcripts.ts'

/** `policy diff`: what changes between two settings files. */
export async function diffCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'diff',
    summary:
      'Says what changes between two settings files: rules, single values, and calls that would be decided otherwise. ' +
      'Exit: 0 nothing changes, 2 something does, 1 a file could not be read.',
    examples: [
      'policy diff old.json .claude/settings.json',
      'policy diff old.json new.json --transcripts session.jsonl',
    ],
  })
    .argument('<old>', 'settings file')
    .argument('<new>', 'settings file')
    .option('--transcripts <files...>', 'try the calls of past sessions too')
  return run(withSharedOptions(command, io), argv, io, async (operands, given) => {
    const options = sharedOptions(given, io)
    await loadGrammar()
    const [before, after] = operands.map((file) => contextOf(resolve(io.cwd, file), options)) as [
      PermissionContext,
      PermissionContext,
    ]
    const files = ((given['transcripts'] ?? []) as string[]).map((file) => resolve(io.cwd, file))
    const calls = readTranscripts(files, io).transcripts.flatMap((transcript) =>
      transcript.calls.map(({ call }) => call),
    )
    const difference = diff(before, after, nodeSystem, calls)
    if (options.json) io.stdout.write(`${JSON.stringify({ schema: 1, ...plain(difference) }, null, 2)}\n`)
    else if (!options.quiet) io.stdout.write(text(difference))
    const { added, removed, values, looser, stricter } = difference
    return added.length + removed.length + values.length + looser.length + stricter.length > 0 ? 2 : 0
  })
}

/** One file as the project's settings, and nothing else. A file that cannot be read whole compares to nothing. */
function contextOf(file: string, options: SharedOptions): PermissionContext {
  const { user: _, local: __, settings: ___, settingSources: ____, ...rest } = options
  const context = loadContext(
    { ...rest, trusted: true, settingSources: [], layers: { managed: {} }, project: file },
    nodeSystem,
  )
  const [fault] = sortIssues(context.issues.filter(({ severity }) => severity === 'error'))
  if (fault !== undefined) {
    throw new PolicyError(
      'bad-settings',
      { file },
      `\`${basename(file)}:${fault.line}:${fault.column}\`: ${issueSentence(fault)}`,
    )
  }
  return context
}

function text({ added, removed, values, looser, stricter }: Difference): string {
  const lines = [
    ...removed.map((entry) => `- ${entry.effect.padEnd(5)} ${entry.text}`),
    ...added.map((entry) => `+ ${entry.effect.padEnd(5)} ${entry.text}`),
    ...values.map(({ what, before, after }) => `~ ${what}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`),
    ...section('looser', looser),
    ...section('stricter', stricter),
  ]
  const what = `${looser.length} calls looser, ${stricter.length} stricter, of those tried`
  return `${[...lines, lines.length === 0 ? 'nothing changes' : what].join('\n')}\n`
}

function section(title: string, changes: readonly Changed[]): string[] {
  if (changes.length === 0) return []
  const by = (rule: string | null) => (rule === null ? '' : ` by ${rule}`)
  return [
    `${title}:`,
    ...changes.map((change) => {
      const { call, before, after, beforeRule, afterRule } = change
      return `  ${visible(showCall(call))}: ${before}${by(beforeRule)} -> ${after}${by(afterRule)}`
    }),
  ]
}

function plain({ added, removed, values, looser, stricter }: Difference) {
  const rule = ({ effect, text: written }: { effect: string; text: string }) => ({ effect, rule: written })
  return { added: added.map(rule), removed: removed.map(rule), values, looser, stricter }
}
