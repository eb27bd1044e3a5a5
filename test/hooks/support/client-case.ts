import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Decision } from '../../../src/decision.ts'
import { caseFolder } from '../../../src/hooks/case-folder.ts'
import { toVerdict } from '../../../src/hooks/combine.ts'
import type { HookReport } from '../../../src/hooks/report.ts'
import { createHookRunner, type HookRunnerOptions } from '../../../src/hooks/runner.ts'
import { evaluate } from '../../../src/rules/evaluate.ts'
import { ifMatches } from '../../../src/rules/if-filter.ts'
import { createContext } from '../../../src/settings/load.ts'
import { memorySystem } from '../../../src/system.ts'

/** A recorded call of the reference client, or a bug report, with its expected effects. */
export interface ClientCase {
  readonly id: string
  readonly tool_name: string
  readonly tool_input: Record<string, unknown>
  readonly cwd: string
  readonly home?: string
  readonly mode: string
  readonly trusted: boolean
  readonly headless?: boolean
  readonly layers?: Record<string, unknown>
  readonly files?: Record<string, string>
  readonly symlinks?: Record<string, string>
  readonly strictHooks?: boolean
  readonly observed?: string
  readonly expect?: { readonly effect?: readonly string[]; readonly outcome?: string }
}

const hookScript = fileURLToPath(new URL('./hook.mjs', import.meta.url))

/** Runs the hooks of a case for real, then the rules on what they left of the input. */
export async function decideCase(
  one: ClientCase,
  options: HookRunnerOptions = {},
): Promise<{ decision: Decision; report: HookReport }> {
  const system = memorySystem(one.files ?? {}, one.symlinks ?? {})
  const context = createContext({
    layers: one.layers ?? {},
    cwd: one.cwd,
    home: one.home ?? '/home/dev',
    mode: one.mode as 'default',
    trusted: one.trusted,
    platform: 'linux',
    headless: one.headless === true,
  })
  const folder = caseFolder(one.cwd, one.files, one.symlinks)
  const runner = createHookRunner(context, {
    cwd: folder.cwd,
    projectDir: folder.cwd,
    system,
    env: process.env,
    ifMatches,
    strict: one.strictHooks === true,
    ...options,
  })
  try {
    const payload = { tool_name: one.tool_name, tool_input: one.tool_input }
    const report = await runner.run('PreToolUse', payload)
    const call = { tool: one.tool_name, input: report.updatedInput ?? one.tool_input }
    return { decision: evaluate(call, context, system, toVerdict(report)), report }
  } finally {
    await runner.close()
    folder.dispose()
  }
}

/** Cases of a file of lines, with their disks. */
export function readCases(path: string, fixtures?: string, script: string = hookScript): ClientCase[] {
  const disks = fixtures === undefined ? undefined : JSON.parse(fs.readFileSync(fixtures, 'utf8'))
  return fs
    .readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line.replaceAll('@@HOOK@@', script)))
    .map(({ fixture, ...one }) => ({
      ...(disks === undefined ? {} : { home: disks.home }),
      ...(fixture === undefined ? {} : disks.fixtures[fixture]),
      ...one,
    }))
}
