import type { Issue } from '../errors.ts'
import type { Sandbox } from '../rules/context.ts'
import { issueAt } from './faults.ts'
import { asList, asObject, kindOf } from './json.ts'
import type { ReadLayer } from './layers.ts'
import { managedSourceName } from './managed.ts'

// One function per key whose layers do not simply follow "the highest wins". Lists come highest layer first.

/**
 * A managed switch. Of several files the last one counts, of several managed sources the strictest. A wrong type locks too
 * (spec/permissions.md 1.5): whoever wrote the key meant it.
 */
export function lock(managed: readonly ReadLayer[], key: string, issues: Issue[]): boolean {
  const decided = new Map<string, boolean>()
  for (const read of managed) {
    const value = read.settings[key]
    const source = read.file === managedSourceName ? 'host' : 'files'
    if (value === undefined || value === null || decided.has(source)) continue
    decided.set(source, value !== false)
    if (typeof value === 'boolean') continue
    const data = { expected: 'true or false', found: kindOf(value), taken: 'true' }
    issues.push(issueAt(read, `/${key}`, 'wrong-type', 'error', data))
  }
  return decided.get('host') === true || decided.get('files') === true
}

/** `strictPluginOnlyCustomization`: true, or a list that names hooks. */
export function pluginHooksOnly(managed: readonly ReadLayer[]): boolean {
  return managed.some((read) => {
    const value = read.settings['strictPluginOnlyCustomization']
    return value === true || asList(value).includes('hooks')
  })
}

/** The layer whose `disableAllHooks: true` counts; undefined while hooks are on. */
export function hooksDisabledBy(standing: readonly ReadLayer[]): ReadLayer | undefined {
  const read = standing.find((layer) => typeof layer.settings['disableAllHooks'] === 'boolean')
  return read?.settings['disableAllHooks'] === true ? read : undefined
}

/**
 * A list that restricts as soon as any layer has it. A managed value of a wrong type restricts to nothing; the list of a
 * file that is dropped counts only where nobody else has one, because adding to a list would loosen it.
 */
export function restriction(
  precedence: readonly ReadLayer[],
  key: 'allowedHttpHookUrls' | 'httpHookAllowedEnvVars',
  issues: Issue[],
): readonly string[] | null {
  const standing: string[] = []
  const dropped: string[] = []
  let defined: 'no' | 'dropped' | 'standing' = 'no'
  for (const read of precedence) {
    const value = read.settings[key]
    if (value === undefined) continue
    if (!Array.isArray(value)) {
      const taken = read.layer === 'managed' ? 'an empty list' : undefined
      issues.push(issueAt(read, `/${key}`, 'wrong-type', 'error', { expected: 'a list', found: kindOf(value), taken }))
      if (taken === undefined) continue
    }
    const strings = asList(value).filter((entry) => typeof entry === 'string')
    if (read.dropped) dropped.push(...strings)
    else standing.push(...strings)
    if (!read.dropped) defined = 'standing'
    else if (defined === 'no') defined = 'dropped'
  }
  if (defined === 'no') return null
  return Object.freeze([...new Set(defined === 'standing' ? standing : dropped)])
}

/**
 * Variables that a repository's file may not set, because they would move what guards the session
 * (spec/permissions.md 1.7 names the kinds; the names are those of the client's documented variables).
 */
const notFromRepository =
  /^(?:CLAUDE_CONFIG_DIR|TMPDIR|CLAUDE_CODE_TMPDIR|CLAUDE_CODE_PROCESS_WRAPPER|OTEL_.*|CLAUDE_CODE_ENABLE_TELEMETRY)$/

const noVariables: Readonly<Record<string, string>> = Object.freeze(Object.create(null))

/** `env` of all layers, variable by variable. Numbers and truth values are taken as text. */
export function mergedEnv(standing: readonly ReadLayer[], issues: Issue[]): Readonly<Record<string, string>> {
  let env: Record<string, string> | undefined
  for (const read of standing) {
    const map = asObject(read.settings['env'])
    if (map === undefined) continue
    env ??= Object.create(null) as Record<string, string>
    for (const name of Object.keys(map)) {
      const value = map[name]
      if ((read.layer === 'project' || read.layer === 'local') && notFromRepository.test(name)) {
        issues.push(issueAt(read, `/env/${name}`, 'variable-not-here', 'warning', { name, layer: read.layer }))
      } else if (typeof value === 'object') {
        const data = { expected: 'a text', found: kindOf(value) }
        issues.push(issueAt(read, `/env/${name}`, 'invalid-entry', 'warning', data))
      } else env[name] ??= String(value)
    }
  }
  return env === undefined ? noVariables : Object.freeze(env)
}

const noSandbox: Sandbox = Object.freeze({
  enabled: false,
  autoAllowBash: true,
  allowUnsandboxed: true,
  excludedCommands: Object.freeze([]),
})

/** The `sandbox` block. Where an administrator requires the sandbox, a repository cannot loosen it (spec/permissions.md 2.8). */
export function mergedSandbox(
  standing: readonly ReadLayer[],
  env: Readonly<Record<string, string | undefined>>,
): Sandbox {
  const blocks = standing
    .map((read) => ({ layer: read.layer, block: asObject(read.settings['sandbox']) }))
    .filter(({ block }) => block !== undefined)
  if (blocks.length === 0) return noSandbox
  const required = blocks.some(
    ({ layer, block }) => (layer === 'managed' || layer === 'cli') && block!['allowUnsandboxedCommands'] === false,
  )
  const counted = required ? blocks.filter(({ layer }) => layer !== 'project' && layer !== 'local') : blocks
  const flag = (key: string, otherwise: boolean): boolean => {
    const found = counted.find(({ block }) => typeof block![key] === 'boolean')
    return found === undefined ? otherwise : (found.block![key] as boolean)
  }
  const excluded = counted.flatMap(({ block }) => asList(block!['excludedCommands']))
  return Object.freeze({
    enabled: flag('enabled', false),
    // With the environment scrubbed for child processes the client asks again (spec/permissions.md 2.8).
    autoAllowBash: flag('autoAllowBashIfSandboxed', true) && !env['CLAUDE_CODE_SUBPROCESS_ENV_SCRUB'],
    allowUnsandboxed: flag('allowUnsandboxedCommands', true),
    excludedCommands: Object.freeze([...new Set(excluded.filter((entry) => typeof entry === 'string'))]),
  })
}
