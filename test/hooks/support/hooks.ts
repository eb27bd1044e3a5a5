import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { toVerdict } from '../../../src/hooks/combine.ts'
import type { HookReport } from '../../../src/hooks/report.ts'
import {
  createHookRunner,
  type HookRunner,
  type HookRunnerOptions,
  type RunOptions,
} from '../../../src/hooks/runner.ts'
import type { PermissionContext } from '../../../src/rules/context.ts'
import { evaluate } from '../../../src/rules/evaluate.ts'
import { ifMatches } from '../../../src/rules/if-filter.ts'
import { type CreateOptions, createContext } from '../../../src/settings/load.ts'
import { memorySystem } from '../../../src/system.ts'

export type Handler = Record<string, unknown>
export type Hooks = Record<string, readonly { matcher?: string; hooks: readonly Handler[] }[]>

const runners: HookRunner[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

/** A folder that is gone after the test. */
export function tempFolder(): string {
  const folder = fs.mkdtempSync(join(os.tmpdir(), 'hooks-test-'))
  folders.push(folder)
  return folder
}

/** A shell command as a handler. */
export function command(text: string, fields: Handler = {}): Handler {
  return { type: 'command', command: text, ...fields }
}

/** A handler that prints an object as JSON, then exits. */
export function says(output: unknown, fields: Handler = {}, exit = 0): Handler {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  return command(`printf '%s' '${text.replaceAll("'", `'\\''`)}'; exit ${exit}`, fields)
}

/** The `hookSpecificOutput` of PreToolUse around some fields. */
export function pre(fields: Handler): Handler {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } }
}

/** A handler that answers `allow`, `deny`, `ask` or `defer`. */
export function decides(permissionDecision: string, fields: Handler = {}): Handler {
  return says(pre({ permissionDecision, permissionDecisionReason: `says ${permissionDecision}`, ...fields }))
}

/** Hooks of one event that all match. */
export function on(event: string, ...hooks: Handler[]): Hooks {
  return { [event]: [{ hooks }] }
}

export function contextOf(hooks: Hooks, options: CreateOptions = {}, settings: Handler = {}): PermissionContext {
  return createContext({
    cwd: os.tmpdir(),
    home: '/home/dev',
    platform: 'linux',
    ...options,
    layers: { project: { hooks, ...settings }, ...options.layers },
  })
}

export function runnerOf(context: PermissionContext, options: HookRunnerOptions = {}): HookRunner {
  const runner = createHookRunner(context, { system: memorySystem({}), env: process.env, ifMatches, ...options })
  runners.push(runner)
  return runner
}

export const bash = (text: string) => ({ tool_name: 'Bash', tool_input: { command: text } })

/** Runs the hooks of one event. */
export function report(
  event: string,
  hooks: Hooks,
  payload: Record<string, unknown> = bash('make'),
  options: HookRunnerOptions & RunOptions = {},
): Promise<HookReport> {
  return runnerOf(contextOf(hooks), options).run(event, payload, options)
}

/** The effect of a call under hooks and rules, as `check` would say it. */
export async function effect(
  hooks: Hooks,
  settings: {
    deny?: string[]
    ask?: string[]
    allow?: string[]
    mode?: 'default' | 'dontAsk' | 'bypassPermissions'
  } = {},
  payload = bash('make'),
  run: RunOptions = {},
): Promise<string> {
  const { mode, ...permissions } = settings
  const context = contextOf(hooks, mode === undefined ? {} : { mode }, { permissions })
  const said = await runnerOf(context).run('PreToolUse', payload, run)
  const input = said.updatedInput ?? payload.tool_input
  return evaluate({ tool: payload.tool_name, input }, context, memorySystem({}), toVerdict(said)).effect
}

/** Ids of processes whose command line holds a text. */
export function processesWith(text: string): number[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      return fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}
