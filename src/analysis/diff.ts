import type { ToolCall } from '../call.ts'
import { compareEffects, type Effect } from '../decision.ts'
import type { PermissionContext, RuleEntry } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import { type CompiledRule, compileRule } from '../rules/rule.ts'
import type { System } from '../system.ts'
import { everyRule } from './bench.ts'
import { dangers } from './dangers.ts'
import { exampleCalls } from './example-calls.ts'
import { findText } from './languages/automaton.ts'
import { ruleLanguage, toolOf } from './languages/rule-language.ts'

/** A call that two settings decide otherwise. */
export interface Changed {
  readonly call: ToolCall
  readonly before: Effect
  readonly after: Effect
  /** The rule behind each effect; null where none is. */
  readonly beforeRule: string | null
  readonly afterRule: string | null
}

export interface Difference {
  readonly added: readonly RuleEntry[]
  readonly removed: readonly RuleEntry[]
  /** Single values that differ: the mode, sandbox and hook switches. */
  readonly values: readonly { readonly what: string; readonly before: unknown; readonly after: unknown }[]
  /** Calls that are let through more easily, then calls that are held back more. */
  readonly looser: readonly Changed[]
  readonly stricter: readonly Changed[]
}

/**
 * What changes between two settings, by rule and by call. Calls are made up from the rules of both: examples of each, and for
 * each rule the shortest command that it covers and no rule of its list on the other side does; then known dangers, and
 * whatever calls are given.
 */
export function diff(
  before: PermissionContext,
  after: PermissionContext,
  system: System,
  calls: readonly ToolCall[] = [],
): Difference {
  const changes = unique([
    ...calls,
    ...boundaryCalls(before, after),
    ...boundaryCalls(after, before),
    ...dangerousCalls(),
  ])
    .map((call): Changed => {
      const old = evaluate(call, before, system)
      const now = evaluate(call, after, system)
      return {
        call,
        before: old.effect,
        after: now.effect,
        beforeRule: old.reason.rule ?? null,
        afterRule: now.reason.rule ?? null,
      }
    })
    .filter((change) => change.before !== change.after)
  return {
    added: missingFrom(before, after),
    removed: missingFrom(after, before),
    values: values(before, after),
    looser: changes.filter((change) => compareEffects(change.before, change.after) < 0),
    stricter: changes.filter((change) => compareEffects(change.before, change.after) > 0),
  }
}

function missingFrom(some: PermissionContext, other: PermissionContext): RuleEntry[] {
  const known = new Set(everyRule(some).map(({ effect, text }) => `${effect} ${text}`))
  return everyRule(other).filter(({ effect, text }) => !known.has(`${effect} ${text}`))
}

function values(before: PermissionContext, after: PermissionContext) {
  const facts = ({
    mode,
    sandbox,
    disableAllHooks,
    managedHooksOnly,
    blockReadsOutside,
    bypassDisabled,
    hooks,
  }: PermissionContext) => ({
    mode,
    'sandbox.enabled': sandbox.enabled,
    'sandbox.autoAllowBashIfSandboxed': sandbox.autoAllowBash,
    disableAllHooks,
    allowManagedHooksOnly: managedHooksOnly,
    blockReadsOutsideWorkingDirectories: blockReadsOutside,
    disableBypassPermissionsMode: bypassDisabled,
    hooks: hooks.length,
  })
  const [old, now] = [facts(before), facts(after)]
  return (Object.keys(old) as (keyof typeof old)[])
    .filter((what) => old[what] !== now[what])
    .map((what) => ({ what, before: old[what], after: now[what] }))
}

/** Calls of each rule of `context`, plain ones and such as no rule of the same list on the other side covers. */
function boundaryCalls(context: PermissionContext, other: PermissionContext): ToolCall[] {
  const theirs = everyRule(other).flatMap((entry) => live(entry, other))
  return everyRule(context).flatMap((entry) =>
    live(entry, context).flatMap((rule) => {
      const examples = exampleCalls(rule, context)
      const language = ruleLanguage(rule)
      if (rule.kind !== 'command' || language === null) return examples
      const rivals = theirs
        .filter((one) => one.entry.effect === entry.effect && one.kind === 'command')
        .flatMap((one) => ruleLanguage(one)?.machine ?? [])
      // All at once would be the exact question, and can be too large; one at a time misses nothing of a pair.
      const texts = rivals.slice(0, 20).flatMap((rival) => {
        const found = findText([language.machine, ...language.texts], [rival])
        return found.found === 'text' ? [found.text] : []
      })
      return [...examples, ...texts.map((command) => ({ tool: toolOf(rule), input: { command } }))]
    }),
  )
}

function live(entry: RuleEntry, context: PermissionContext): CompiledRule[] {
  const rule = compileRule(entry, context)
  return 'dead' in rule ? [] : [rule]
}

function dangerousCalls(): ToolCall[] {
  return dangers()
    .filter(({ pattern }) => !pattern.includes('*'))
    .map(({ pattern }) => ({ tool: 'Bash', input: { command: pattern } }))
}

function unique(calls: readonly ToolCall[]): ToolCall[] {
  return [...new Map(calls.map((call) => [JSON.stringify([call.tool, call.input]), call])).values()]
}
