import { extname, isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import type { HookEntry, PermissionContext } from '../rules/context.ts'
import { caseFolder } from './case-folder.ts'
import { events } from './events.ts'
import { isObject } from './handler.ts'
import type { HookOutcome, HookReport } from './report.ts'
import { createHookRunner, type HookRunnerOptions } from './runner.ts'

const text = z.string()
const pattern = text.refine(isPattern, { error: 'expected a regular expression' })

const expectation = z
  .strictObject({
    exit: z.number().int().meta({ description: 'Exit code of the hook.' }),
    decision: z
      .enum(['allow', 'deny', 'ask', 'defer', 'block', 'none'])
      .meta({ description: 'What it says about the event: `none` is no opinion, `block` any block.' }),
    reason: pattern.meta({ description: 'Pattern of the reason it gives.' }),
    stdout: pattern.meta({ description: 'Pattern found in what it prints.' }),
    stderr: pattern.meta({ description: 'Pattern found in what it prints to stderr.' }),
    context: pattern.meta({ description: 'Pattern found in the context it adds for the model.' }),
    message: pattern.meta({ description: 'Pattern found in its message to the user.' }),
    input: z.record(text, z.unknown()).nullable().meta({ description: 'The new input as a whole; null: unchanged.' }),
    output: z.unknown().meta({ description: 'The new result as a whole.' }),
    failed: z
      .boolean()
      .meta({ description: 'Whether it fails: cannot start, times out, prints what nobody can read.' }),
    within: z.number().positive().meta({ description: 'Seconds it may take.' }),
  })
  .partial()
  .refine((expected) => Object.keys(expected).length > 0, { error: 'expected at least one fact' })

const surroundings = {
  event: z.enum(Object.keys(events) as [string, ...string[]]).meta({ description: 'PreToolUse when absent.' }),
  files: z
    .record(text, text)
    .refine((files) => Object.keys(files).every((path) => !/^\/|(^|\/)\.\.(\/|$)/.test(path)), {
      error: 'expected relative paths without `..`',
    })
    .meta({
      description: 'Files in the folder of the case, by relative path. `#!` at the start makes one executable.',
    }),
  setup: text.meta({ description: 'Shell commands run in that folder before the hook.' }),
  env: z.record(text, text).meta({ description: 'Variables of the hook; `${cwd}` stands for the folder.' }),
  timeout: z.number().positive().meta({ description: 'Seconds after which the hook is ended; 30 when absent.' }),
}

const optional = Object.fromEntries(Object.entries(surroundings).map(([key, shape]) => [key, shape.optional()])) as {
  [K in keyof typeof surroundings]: z.ZodOptional<(typeof surroundings)[K]>
}

/** `*.test.yaml` beside a hook script: payloads, and what the hook must do with each. */
export const hookFileShape = z.strictObject({
  about: text.optional(),
  hook: z
    .union([text, z.record(text, z.unknown())], { error: 'expected a path or a handler as in settings' })
    .meta({ description: 'The script, relative to this file, or a handler as in settings.' }),
  ...optional,
  cases: z
    .array(
      z.strictObject({
        name: text,
        payload: z.record(text, z.unknown()).meta({ description: '`${cwd}` in it stands for the folder of the case.' }),
        ...optional,
        expect: expectation,
      }),
    )
    .min(1),
})

export type HookFile = z.infer<typeof hookFileShape>
export type HookCase = HookFile['cases'][number]

/** What one case showed. */
export interface HookCaseResult {
  readonly name: string
  readonly passed: boolean
  /** One line for each expectation that was not met; empty when it passed. */
  readonly failures: readonly string[]
  readonly outcome: HookOutcome | null
  readonly report: HookReport
}

/** What a hook needs to be tested: settings without hooks for a folder, and how a shell command is run there. */
export interface TestBench {
  readonly contextFor: (folder: string) => PermissionContext
  readonly options?: HookRunnerOptions
}

/** Runs one case for real, in a temporary folder of its own. */
export async function runHookCase(
  file: string,
  suite: HookFile,
  one: HookCase,
  bench: TestBench,
): Promise<HookCaseResult> {
  const files = { ...suite.files, ...one.files }
  const root = '/case'
  const folder = caseFolder(
    root,
    Object.fromEntries(Object.entries(files).map(([path, body]) => [`${root}/${path}`, body])),
  )
  const event = one.event ?? suite.event ?? 'PreToolUse'
  const here = (value: unknown) => inFolder(value, folder.cwd)
  const env = { ...bench.options?.env, ...(here({ ...suite.env, ...one.env }) as Record<string, string>) }
  const context = bench.contextFor(folder.cwd)
  const entry = entryOf(file, suite, event, one.timeout ?? suite.timeout ?? 30)
  const runner = createHookRunner(
    { ...context, hooks: [entry], disableAllHooks: false, managedHooksOnly: false, allowedHttpHookUrls: null },
    { ...bench.options, env, cwd: folder.cwd, projectDir: folder.cwd },
  )
  try {
    const problem = await prepare(one.setup ?? suite.setup, folder.cwd, env)
    const report = await runner.run(event, here(one.payload) as Record<string, unknown>)
    const outcome = report.outcomes[0] ?? null
    const failures = [...problem, ...unmet(here(one.expect) as HookCase['expect'], report, outcome)]
    return { name: one.name, passed: failures.length === 0, failures, outcome, report }
  } finally {
    await runner.close()
    folder.dispose()
  }
}

/** How a script is started, by its ending; anything else by its own first line. */
const interpreters: Readonly<Record<string, string>> = {
  '.mjs': 'node',
  '.js': 'node',
  '.cjs': 'node',
  '.py': 'python3',
  '.sh': 'sh',
}

function entryOf(file: string, suite: HookFile, event: string, timeout: number): HookEntry {
  const source = { layer: 'cli', file, pointer: '/hook', line: 1, column: 1 } as const
  if (typeof suite.hook !== 'string') {
    return { event, matcher: undefined, handler: { timeout, ...suite.hook }, source }
  }
  const path = isAbsolute(suite.hook) ? suite.hook : resolve(file, '..', suite.hook)
  const interpreter = interpreters[extname(path)]
  const line = interpreter === undefined ? { command: path, args: [] } : { command: interpreter, args: [path] }
  return { event, matcher: undefined, handler: { type: 'command', timeout, ...line }, source }
}

async function prepare(setup: string | undefined, cwd: string, env: Readonly<Record<string, string | undefined>>) {
  if (setup === undefined) return []
  const { runProcess } = await import('./run.ts')
  const variables = Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
  const done = await runProcess({ file: 'sh', args: ['-ec', setup], cwd, env: variables, input: '', timeoutMs: 60_000 })
  if (done.kind === 'exited' && done.exit === 0) return []
  const said = 'stderr' in done ? done.stderr.trim() : done.message
  return [`setup failed: ${said.split('\n').at(-1) ?? done.kind}`]
}

/** `${cwd}` in every text of a value. */
function inFolder(value: unknown, cwd: string): unknown {
  if (typeof value === 'string') return value.replaceAll('${cwd}', cwd)
  if (Array.isArray(value)) return value.map((item) => inFolder(item, cwd))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inFolder(item, cwd)]))
}

function unmet(expected: HookCase['expect'], report: HookReport, outcome: HookOutcome | null): string[] {
  if (outcome === null) return [`the hook did not run: ${report.skipped[0]?.detail ?? 'unknown reason'}`]
  const found: string[] = []
  const same = (what: string, want: unknown, got: unknown) => {
    if (want !== undefined && stable(want) !== stable(got))
      found.push(`${what}: expected ${shown(want)}, got ${shown(got)}`)
  }
  const matches = (what: string, want: string | undefined, got: string) => {
    if (want !== undefined && !new RegExp(want, 's').test(got)) {
      found.push(`${what}: expected to match \`${want}\`, got ${shown(got)}`)
    }
  }
  same('exit', expected.exit, outcome.exit ?? outcome.signal)
  if (expected.decision !== 'block' || !report.blocked) same('decision', expected.decision, decisionOf(report))
  matches('reason', expected.reason, report.reason ?? '')
  matches('stdout', expected.stdout, outcome.stdout)
  matches('stderr', expected.stderr, outcome.stderr)
  matches('context', expected.context, report.additionalContext.join('\n'))
  matches('message', expected.message, report.systemMessages.join('\n'))
  same('input', expected.input, report.updatedInput ?? null)
  if (expected.output !== undefined) same('output', expected.output, report.updatedToolOutput)
  same('failed', expected.failed, outcome.failure !== null)
  if (expected.within !== undefined && outcome.durationMs > expected.within * 1000) {
    found.push(`within: expected ${expected.within} s, took ${(outcome.durationMs / 1000).toFixed(2)} s`)
  }
  // A hook that fails decides nothing; a case that expects just that must say so.
  if (outcome.failure !== null && expected.failed === undefined && expected.exit === undefined) {
    found.push(`the hook failed: ${outcome.failure}`)
  }
  return found
}

function decisionOf(report: HookReport): string {
  return report.effect ?? (report.blocked ? 'block' : 'none')
}

function shown(value: unknown): string {
  const written = typeof value === 'string' ? value : stable(value)
  return written.length > 200 ? `\`${written.slice(0, 200)}…\`` : `\`${written}\``
}

function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'nothing'
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${stable(value[key])}`).join(',')}}`
}

function isPattern(value: string): boolean {
  try {
    new RegExp(value, 's')
    return true
  } catch {
    return false
  }
}
