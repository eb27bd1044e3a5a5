import type { CheckContext } from '../call.ts'
import type { Effect } from '../decision.ts'
import type { Issue } from '../errors.ts'
import type { HookEntry, PermissionContext, RuleEntry } from '../rules/context.ts'
import { reasonsIn } from './because.ts'
import { workingDirectory } from './directories.ts'
import { issueAt } from './faults.ts'
import { hookEntries } from './handlers.ts'
import { asList, asObject, kindOf } from './json.ts'
import { hooksDisabledBy, lock, mergedEnv, mergedSandbox, pluginHooksOnly, restriction } from './keys.ts'
import { type ReadLayer, shown } from './layers.ts'
import { startMode } from './modes.ts'
import { keyFaults } from './scope.ts'
import { sourceAt } from './source.ts'

/** What is known about a session besides its settings. */
export interface Session extends Omit<CheckContext, 'mode' | 'trusted'> {
  readonly configDir: string
  /** As asked for by the host; the files' `defaultMode` when undefined. */
  readonly mode: string | undefined
  /** A function where the answer needs a file that may be large: asked once, and only when something depends on it. */
  readonly trusted: boolean | (() => boolean)
  readonly additionalDirectories: readonly string[]
  readonly bypassAvailable: boolean
  readonly headless: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Merges layers into the context that decisions are made from. `reads` come in the order managed (in file order), cli, local,
 * project, user, session; rules keep that order, of a scalar the highest layer's value counts.
 */
export function mergeLayers(reads: readonly ReadLayer[], session: Session, issues: Issue[]): PermissionContext {
  const precedence = byPrecedence(reads)
  const standing = precedence.some((read) => read.dropped) ? precedence.filter((read) => !read.dropped) : precedence
  const managed = precedence.filter((read) => read.layer === 'managed')
  for (const read of reads) reportKeys(read, issues)

  const refuses = reportRefusals(reads, issues)
  const managedRulesOnly = lock(managed, 'allowManagedPermissionRulesOnly', issues)
  const managedHooksOnly = lock(managed, 'allowManagedHooksOnly', issues) || pluginHooksOnly(managed)
  const bypassDisabled = refuses || reads.some((read) => permission(read, 'disableBypassPermissionsMode') === 'disable')
  const autoDisabled = reads.some(
    (read) => permission(read, 'disableAutoMode') === 'disable' || read.settings['disableAutoMode'] === 'disable',
  )
  const blockReadsOutside = reads.some((read) => permission(read, 'blockReadsOutsideWorkingDirectories') === true)
  const mode = startMode(precedence, { asked: session.mode, bypassDisabled, autoDisabled, refuses }, issues)

  const rules = { deny: [] as RuleEntry[], ask: [] as RuleEntry[], allow: [] as RuleEntry[] }
  const directories = new Set([session.cwd])
  for (const text of session.additionalDirectories) {
    const directory = workingDirectory(text, session)
    if (directory !== undefined) directories.add(directory)
    else
      issues.push(issueAt({ file: '--add-dir', document: undefined }, '', 'refused-directory', 'error', refused(text)))
  }
  const anchors: Record<string, string> = Object.create(null)
  for (const read of reads) {
    anchors[read.file] = read.anchor
    const permissions = asObject(read.settings['permissions'])
    if (permissions === undefined && read.hidden.length === 0) continue
    const mayLoosen = !read.dropped && !refuses && !waitsForTrust(read, session, issues)
    collectRules(read, rules, { managedRulesOnly, mayLoosen }, issues)
    const counts = mayLoosen && !(blockReadsOutside && suppliedByRepository(read))
    collectDirectories(read, session, counts ? directories : undefined, issues)
  }

  const off = hooksDisabledBy(standing)
  const { cwd, home, platform, configDir, headless } = session
  const context = {
    cwd,
    home,
    mode,
    platform,
    trusted: session.trusted === true,
    configDir,
    layers: Object.freeze(reads.map(shown)),
    rules: Object.freeze({
      deny: Object.freeze(rules.deny),
      ask: Object.freeze(rules.ask),
      allow: Object.freeze(rules.allow),
    }),
    anchors: Object.freeze(anchors),
    workingDirectories: Object.freeze([...directories]),
    hooks: Object.freeze(allowedHooks(hookEntries(reads, issues), off, managedHooksOnly)),
    disableAllHooks: off !== undefined,
    managedHooksOnly,
    allowedHttpHookUrls: restriction(precedence, 'allowedHttpHookUrls', issues),
    httpHookAllowedEnvVars: restriction(precedence, 'httpHookAllowedEnvVars', issues),
    env: mergedEnv(standing, issues),
    sandbox: mergedSandbox(standing, session.env),
    blockReadsOutside,
    bypassDisabled,
    bypassAvailable: session.bypassAvailable && !bypassDisabled,
    managedRulesOnly,
    headless,
    issues: Object.freeze(issues),
  }
  if (typeof session.trusted === 'function') {
    Object.defineProperty(context, 'trusted', { get: session.trusted, enumerable: true })
  }
  return Object.freeze(context)
}

/** Highest first. Of managed files the later one wins; what the host added while running stands just below them. */
function byPrecedence(reads: readonly ReadLayer[]): readonly ReadLayer[] {
  if (reads.length < 2) return reads
  const managed = reads.filter((read) => read.layer === 'managed').reverse()
  const session = reads.filter((read) => read.layer === 'session')
  const between = reads.filter((read) => read.layer !== 'managed' && read.layer !== 'session')
  return [...managed, ...session, ...between]
}

function permission(read: ReadLayer, key: string): unknown {
  return asObject(read.settings['permissions'])?.[key]
}

/** The reference client does not start on a managed or command-line layer it cannot read: then nothing is approved by rule. */
function reportRefusals(reads: readonly ReadLayer[], issues: Issue[]): boolean {
  let refuses = false
  for (const read of reads) {
    if (!read.unusable || (read.layer !== 'managed' && read.layer !== 'cli')) continue
    refuses = true
    issues.push(issueAt(read, '', 'refuses-to-start', 'error', { layer: read.layer }))
  }
  return refuses
}

function suppliedByRepository(read: ReadLayer): boolean {
  return (read.layer === 'project' || read.layer === 'local') && read.fromRepository()
}

/** Whether the allow rules and directories of a layer wait for trust; looks for trust only when it has some. */
function waitsForTrust(read: ReadLayer, session: Session, issues: Issue[]): boolean {
  if (read.layer !== 'project' && read.layer !== 'local') return false
  const rules = asList(permission(read, 'allow')).length
  const directories = asList(permission(read, 'additionalDirectories')).length
  if (rules + directories === 0) return false
  const trusted = typeof session.trusted === 'function' ? session.trusted() : session.trusted
  if (trusted || !read.fromRepository()) return false
  issues.push(issueAt(read, '/permissions', 'untrusted', 'warning', { rules, directories }))
  return true
}

interface Counting {
  readonly managedRulesOnly: boolean
  readonly mayLoosen: boolean
}

type Collected = Record<Effect, RuleEntry[]>

function collectRules(
  read: ReadLayer,
  rules: Collected,
  { managedRulesOnly, mayLoosen }: Counting,
  issues: Issue[],
): void {
  const locked = managedRulesOnly && read.layer !== 'managed'
  // Under the lock the host's own restrictions and `--disallowedTools` still count (spec/permissions.md 1.7).
  if (!locked || read.layer === 'session' || read.flag) {
    collectEffect(read, 'deny', rules.deny, issues)
    collectEffect(read, 'ask', rules.ask, issues)
    for (const entry of read.hidden) rules[entry.effect].push(entry)
  }
  if (mayLoosen && !locked) collectEffect(read, 'allow', rules.allow, issues)
}

function collectEffect(read: ReadLayer, effect: Effect, into: RuleEntry[], issues: Issue[]): void {
  const value = permission(read, effect)
  const reasonOf = reasonsIn(read.settings)
  const entry = (text: string, pointer: string): RuleEntry => {
    const because = reasonOf(text)
    return Object.freeze({
      effect,
      text,
      ...(because === undefined ? {} : { because }),
      source: sourceAt(read, pointer),
    })
  }
  // A lone text where a list belongs drops the file; as a restriction it can still be read.
  if (typeof value === 'string' && effect !== 'allow') {
    into.push(entry(value, `/permissions/${effect}`))
  }
  const list = asList(value)
  for (let i = 0; i < list.length; i++) {
    const text = list[i]
    const pointer = `/permissions/${effect}/${i}`
    if (typeof text === 'string') into.push(entry(text, pointer))
    else issues.push(issueAt(read, pointer, 'invalid-entry', 'error', { expected: 'a rule', found: kindOf(text) }))
  }
}

function collectDirectories(read: ReadLayer, session: Session, into: Set<string> | undefined, issues: Issue[]): void {
  const list = asList(permission(read, 'additionalDirectories'))
  for (let i = 0; i < list.length; i++) {
    const text = list[i]
    const directory = typeof text === 'string' ? workingDirectory(text, session) : undefined
    if (directory !== undefined) into?.add(directory)
    else
      issues.push(
        issueAt(read, `/permissions/additionalDirectories/${i}`, 'refused-directory', 'warning', refused(text)),
      )
  }
}

function refused(found: unknown): Record<string, unknown> {
  return { found: kindOf(found), expected: 'a local path: absolute, `~/...` or relative' }
}

/** Managed settings turn everything off; anybody else only what is not managed. */
function allowedHooks(hooks: HookEntry[], off: ReadLayer | undefined, managedOnly: boolean): HookEntry[] {
  if (off?.layer === 'managed') return []
  return off !== undefined || managedOnly ? hooks.filter((hook) => hook.source.layer === 'managed') : hooks
}

function reportKeys(read: ReadLayer, issues: Issue[]): void {
  keyFaults(read.layer, read.settings, ({ pointer, key, allowed, belongs }) => {
    const code = belongs === undefined ? 'key-not-here' : 'misplaced-key'
    issues.push(issueAt(read, pointer, code, 'warning', { key, layer: read.layer, allowed, belongs }))
  })
  const permissions = asObject(read.settings['permissions'])
  for (const key of ['disableBypassPermissionsMode', 'disableAutoMode']) {
    const found = permissions?.[key]
    if (found === undefined || found === 'disable') continue
    issues.push(
      issueAt(read, `/permissions/${key}`, 'no-effect', 'warning', {
        key,
        expected: '`disable`',
        found: kindOf(found),
      }),
    )
  }
}
