import type { ToolCall } from '../call.ts'
import type { Decision, Effect } from '../decision.ts'
import type { PermissionContext, RuleEntry } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import { type CompiledRule, compileRule, type DeadRule, parseRule, type RuleText } from '../rules/rule.ts'
import { canonicalTool } from '../rules/specifiers/tool.ts'
import { type Document, positionOf } from '../settings/positions.ts'
import type { System } from '../system.ts'
import { everyRule, withRules } from './bench.ts'
import type { Fix, Found, Witness } from './finding.ts'

/** One entry of the settings with what the engine makes of it. */
export interface LintRule {
  readonly entry: RuleEntry
  /** null where the text could not be taken apart. */
  readonly parsed: RuleText | null
  /** null where it can never match. */
  readonly compiled: CompiledRule | null
  readonly dead: DeadRule['dead'] | null
}

/** All that a check may look at, and the engine to ask. */
export interface LintInput {
  readonly context: PermissionContext
  readonly system: System
  readonly rules: readonly LintRule[]
  /** Decides a call by these rules and no others; in default mode, on the settings as they are, unless told otherwise. */
  decide(call: ToolCall, rules: readonly RuleEntry[], changed?: Partial<PermissionContext>): Decision
  /** Every rule, in the order the engine looks at them. */
  readonly all: readonly RuleEntry[]
  /** Every rule but this one. */
  without(entry: RuleEntry): readonly RuleEntry[]
  /** Deny and ask rules, and this one. */
  alone(entry: RuleEntry): readonly RuleEntry[]
  /** Where a value of a settings file stands. */
  placeOf(file: string, pointer: string): Found['at']
}

export function lintInput(settings: PermissionContext, system: System): LintInput {
  const context: PermissionContext = Object.freeze({ ...settings, mode: 'default', headless: false })
  const all = everyRule(context)
  const strict = all.filter(({ effect }) => effect !== 'allow')
  const contexts = new WeakMap<readonly RuleEntry[], PermissionContext>()
  const withoutOf = new Map<RuleEntry, readonly RuleEntry[]>()
  const aloneOf = new Map<RuleEntry, readonly RuleEntry[]>()
  const documents = new Map<string, Document | undefined>()
  return {
    context,
    system,
    rules: all.map((entry) => lintRule(entry, context)),
    decide(call, rules, changed) {
      if (changed !== undefined) return evaluate(call, withRules({ ...context, ...changed }, rules), system)
      const judged = contexts.get(rules) ?? withRules(context, rules)
      contexts.set(rules, judged)
      return evaluate(call, judged, system)
    },
    placeOf(file, pointer) {
      if (!documents.has(file)) documents.set(file, documentOf(file, system))
      return { file, pointer, ...positionOf(documents.get(file), pointer) }
    },
    all,
    without(entry) {
      const rules = withoutOf.get(entry) ?? all.filter((other) => other !== entry)
      withoutOf.set(entry, rules)
      return rules
    },
    alone(entry) {
      const rules = aloneOf.get(entry) ?? [...strict.filter((other) => other !== entry), entry]
      aloneOf.set(entry, rules)
      return rules
    },
  }
}

/** The text of a settings file; undefined for settings that were no file. */
function documentOf(file: string, system: System): Document | undefined {
  try {
    const text = system.readText(file)
    return text === undefined ? undefined : { text: text.replace(/^\ufeff/, '') }
  } catch {
    return undefined
  }
}

export function lintRule(entry: RuleEntry, context: PermissionContext): LintRule {
  const parsed = parseRule(entry.text)
  const compiled = compileRule(entry, context)
  const isDead = 'dead' in compiled
  return {
    entry,
    parsed: 'dead' in parsed ? null : parsed,
    compiled: isDead ? null : compiled,
    dead: isDead ? compiled.dead : null,
  }
}

/** The tool a rule is written for, under its present name; empty where the text could not be taken apart. */
export function toolName({ parsed }: LintRule): string {
  return parsed === null ? '' : canonicalTool(parsed.tool)
}

/** The effects of a call with the settings as they are, without the entry, and with another text in its place. */
export function witnessOf(input: LintInput, call: ToolCall, entry: RuleEntry, fixed?: string): Witness {
  const without = input.without(entry)
  const effect = (rules: readonly RuleEntry[]): Effect => input.decide(call, rules).effect
  return {
    call,
    with: effect(input.all),
    without: effect(without),
    ...(fixed === undefined ? {} : { fixed: effect(replaced(input.all, entry, fixed)) }),
  }
}

export function replaced(rules: readonly RuleEntry[], entry: RuleEntry, text: string): readonly RuleEntry[] {
  return rules.map((other) => (other === entry ? { ...other, text } : other))
}

/** The fix that gives a rule another text, or takes it away. */
export function ruleFix({ source }: RuleEntry, text: string | undefined, safe: boolean): Fix {
  return {
    title: text === undefined ? 'remove the rule' : `write \`${text}\``,
    safe,
    edits: [{ file: source.file, pointer: source.pointer, value: text }],
  }
}
