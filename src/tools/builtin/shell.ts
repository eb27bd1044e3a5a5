import { z } from 'zod'
import { parse } from '../../bash-parser/parse.ts'
import { inFolder } from '../authorize.ts'
import { buildTool } from '../build-tool.ts'
import { type ToolUseContext, withContext } from '../context.ts'
import { ToolError } from '../failure.ts'
import { isShellReadOnly } from '../partition.ts'
import { line, lineOf, span, textLines } from '../render.ts'
import type { ToolResult } from '../tool.ts'
import { type ProcessEnd, startShell } from './bash.ts'
import { invalid, valid } from './paths.ts'

/** Milliseconds a command may run when the model says nothing, and at most (`BASH_DEFAULT_TIMEOUT_MS`, `BASH_MAX_TIMEOUT_MS`). */
const defaultTimeoutMs = 120_000
const maxTimeoutMs = 600_000

/** Progress is reported of commands that run longer than this, and then this often. */
export const progressAfterMs = 2_000
const progressEveryMs = 1_000

/** Output shown while a command runs. */
const progressTailChars = 4_000

/** Longest command: all arguments of a program together are limited by the system (ARG_MAX). */
const maxCommandChars = 400_000

export interface ShellOutput {
  readonly output: string
  readonly exit: number
  /** What the exit code means, where it is no failure (`grep` found nothing). */
  readonly meaning: string | null
  readonly cwd: string
  /** Id of the task in the background; null when it ran here. */
  readonly taskId: string | null
  readonly strays: boolean
}

export interface ShellProgress {
  readonly elapsedMs: number
  /** Characters so far. */
  readonly chars: number
  readonly tail: string
}

export const bashTool = buildTool({
  name: 'Bash',
  shell: true,
  searchHint: 'run shell commands with bash',
  description: (_, context) =>
    'Runs a command with bash. The working folder stays between calls; variables do not. Output beyond 30,000 ' +
    'characters goes to a file. `timeout` is in milliseconds (default 120000, at most 600000). With ' +
    '`run_in_background` the call returns at once with a task id for TaskOutput and TaskStop.' +
    deniedCommands(context),
  inputSchema: z.strictObject({
    command: z.string().min(1).describe('The command'),
    description: z.string().optional().describe('What it does, in a few words'),
    timeout: z.int().min(0).optional().describe('Milliseconds'),
    run_in_background: z.boolean().optional(),
    dangerouslyDisableSandbox: z.boolean().optional(),
  }),
  internalFields: ['_simulatedEdit'],
  maxResultSizeChars: 30_000,
  isReadOnly: (input, context) => isShellReadOnly(input, inFolder(context.permissions, context.cwd), context.system),
  isConcurrencySafe: (input, context) =>
    isShellReadOnly(input, inFolder(context.permissions, context.cwd), context.system),
  isDestructive: (input, context) =>
    !isShellReadOnly(input, inFolder(context.permissions, context.cwd), context.system),

  validateInput({ command }) {
    if (command.includes('\0')) return invalid('the command holds a null byte', 1)
    if (/\p{Surrogate}/u.test(command)) return invalid('the command holds half of a character (a lone surrogate)', 2)
    if (command.length > maxCommandChars) {
      return invalid(`the command is ${command.length} characters long: write a script to a file and run that`, 3)
    }
    return valid
  },

  async call(
    input,
    context,
    _canUseTool,
    _parent,
    onProgress?: (progress: ShellProgress) => void,
  ): Promise<ToolResult<ShellOutput>> {
    const { command } = input
    if (context.system.kind(context.cwd) === undefined) throw backToStart(context)
    const env = { ...context.system.env, ...context.permissions.env }
    if (input.run_in_background === true) {
      const task = context.session.background.add(command, (onOutput) =>
        startShell(command, { cwd: context.cwd, env, timeoutMs: Number.POSITIVE_INFINITY, onOutput }),
      )
      const data = { output: '', exit: 0, meaning: null, cwd: context.cwd, taskId: task.id, strays: false }
      return { data }
    }
    const progress = watchProgress(onProgress)
    const end = await startShell(command, {
      cwd: context.cwd,
      env,
      timeoutMs: timeoutOf(input.timeout, env),
      signal: context.signal,
      onOutput: progress.add,
    }).ended
    progress.stop()
    return finish(command, end, context, timeoutOf(input.timeout, env))
  },

  mapResult({ output, exit, meaning, taskId, strays }, toolUseId) {
    const parts = [output.trimEnd()]
    if (taskId !== null) {
      parts.push(`started in the background as \`${taskId}\`: TaskOutput shows what it prints, TaskStop ends it`)
    }
    if (meaning !== null) parts.push(`(exit code ${exit}: ${meaning})`)
    if (strays) parts.push('(processes it left running were ended; `run_in_background` keeps a command running)')
    return { type: 'tool_result', tool_use_id: toolUseId, content: parts.filter((part) => part !== '').join('\n') }
  },

  renderToolUse: ({ command, run_in_background }, options) => {
    const [first = '', ...rest] = (command ?? '').split('\n')
    const background = run_in_background === true ? [span(' in the background', 'dim')] : []
    const head = lineOf([span('Bash', 'name'), span(` ${first}`), ...background])
    if (rest.length === 0) return [head]
    return options.verbose === true
      ? [head, ...rest.map((each) => line(each, 'plain', 2))]
      : [head, line('...', 'dim', 2)]
  },
  renderProgress: (events: readonly ShellProgress[]) => {
    const last = events.at(-1)
    if (last === undefined) return []
    const tail = last.tail.trimEnd().split('\n').slice(-3)
    return [
      ...tail.filter((each) => each !== '').map((each) => line(each, 'dim', 1)),
      line(`running for ${Math.round(last.elapsedMs / 1000)} s, ${last.chars} characters so far`, 'dim', 1),
    ]
  },
  renderResult: ({ output, taskId, meaning }, options) => {
    if (taskId !== null) return [line(`running as ${taskId}`, 'dim', 1)]
    const lines = output.trim() === '' ? [line('(no output)', 'dim', 1)] : textLines(output, options)
    return meaning === null ? lines : [...lines, line(meaning, 'dim', 1)]
  },
  isResultTruncated: ({ output }) => output.trimEnd().split('\n').length > 5,
})

/** The call was judged for a folder that is gone: it is not run elsewhere. The next one is, where the session began. */
function backToStart({ cwd, permissions }: ToolUseContext): ToolError {
  const text = `the folder \`${cwd}\` is gone: the shell is back in \`${permissions.cwd}\``
  return new ToolError(text, (later) => withContext(later, { cwd: later.permissions.cwd }))
}

function finish(command: string, end: ProcessEnd, context: ToolUseContext, timeoutMs: number): ToolResult<ShellOutput> {
  const cwd = end.cwd ?? context.cwd
  const moved = cwd === context.cwd ? undefined : (later: ToolUseContext) => withContext(later, { cwd })
  const said = end.output.trimEnd()
  const fail = (why: string) => new ToolError(said === '' ? why : `${said}\n${why}`, moved)
  if (end.why === 'not-started') throw fail(`bash could not be started: ${end.message}`)
  if (end.why === 'timed-out') throw fail(`(ended after its timeout of ${timeoutMs} ms)`)
  if (end.why === 'aborted') throw fail('(cancelled)')
  if (end.exit === null) throw fail(`(ended by the signal ${end.signal})`)
  const meaning = harmlessExit(command, end.exit)
  if (end.exit !== 0 && meaning === null) throw fail(`(exit code ${end.exit})`)
  const data = { output: end.output, exit: end.exit, meaning, cwd, taskId: null, strays: end.strays }
  return moved === undefined ? { data } : { data, contextModifier: moved }
}

/** Programs whose exit code 1 is an answer, and what it says. */
const answers: Readonly<Record<string, string>> = {
  grep: 'nothing matches',
  egrep: 'nothing matches',
  fgrep: 'nothing matches',
  rg: 'nothing matches',
  diff: 'the files differ',
  cmp: 'the files differ',
  test: 'the condition is false',
  '[': 'the condition is false',
}

function harmlessExit(command: string, exit: number): string | null {
  if (exit !== 1) return null
  const last = parse(command).commands.at(-1)?.words[0]?.value ?? ''
  return Object.hasOwn(answers, last) ? (answers[last] as string) : null
}

function timeoutOf(asked: number | undefined, env: Readonly<Record<string, string | undefined>>): number {
  const setting = (name: string, fallback: number) => {
    const value = Number(env[name])
    return Number.isSafeInteger(value) && value > 0 ? value : fallback
  }
  const most = setting('BASH_MAX_TIMEOUT_MS', maxTimeoutMs)
  return Math.min(
    asked === undefined || asked === 0 ? setting('BASH_DEFAULT_TIMEOUT_MS', defaultTimeoutMs) : asked,
    most,
  )
}

/** Reports nothing of a short command; of a long one, how long it runs and what it printed last. */
function watchProgress(onProgress: ((progress: ShellProgress) => void) | undefined) {
  const begun = performance.now()
  let chars = 0
  let tail = ''
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    onProgress?.({ elapsedMs: performance.now() - begun, chars, tail })
    timer = setTimeout(report, progressEveryMs)
  }
  if (onProgress !== undefined) timer = setTimeout(report, progressAfterMs)
  return {
    add(text: string) {
      chars += text.length
      tail = (tail + text).slice(-progressTailChars)
    },
    stop: () => clearTimeout(timer),
  }
}

/** The commands that the settings deny, so that a model need not try them. */
function deniedCommands(context: ToolUseContext): string {
  const texts = context.permissions.rules.deny.map(({ text }) => text).filter((text) => text.startsWith('Bash('))
  return texts.length === 0
    ? ''
    : ` Denied by the settings: ${texts
        .slice(0, 50)
        .map((text) => `\`${text}\``)
        .join(', ')}.`
}
