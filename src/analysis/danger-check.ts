import type { ToolCall } from '../call.ts'
import type { RuleEntry } from '../rules/context.ts'
import type { Check } from './check.ts'
import { type Danger, type DangerKind, dangerousText, dangers } from './dangers.ts'
import { decides, notAllowing } from './deciding.ts'
import { automaton } from './languages/automaton.ts'
import { commandPattern } from './languages/command-language.ts'
import { ruleLanguage } from './languages/rule-language.ts'
import { type LintInput, type LintRule, ruleFix } from './lint-input.ts'

interface Worst {
  readonly danger: Danger
  readonly call: ToolCall
}

const known = new WeakMap<LintInput, Map<RuleEntry, Worst | null>>()

/** The check of one kind of danger: allow rules whose worst command is of that kind, one finding a rule. */
export function dangerCheck(code: string, kind: DangerKind): Check {
  return {
    code,
    severity: 'warning',
    *find(input) {
      for (const rule of input.rules) {
        const worst = worstOf(rule, input)
        if (worst === null || worst.danger.kind !== kind) continue
        const { entry } = rule
        const { call } = worst
        const witness = {
          call,
          with: input.decide(call, input.all).effect,
          without: input.decide(call, notAllowing(input, call)).effect,
        }
        yield {
          at: entry.source,
          data: { rule: entry.text, command: call.input['command'] },
          witness,
          fix: { ...ruleFix(entry, undefined, false), title: 'name the commands that are needed, or remove the rule' },
        }
      }
    },
  }
}

/** The worst command that a rule alone decides to allow; asked of the engine, so that what it holds back is no finding. */
function worstOf(rule: LintRule, input: LintInput): Worst | null {
  const found = known.get(input) ?? new Map<RuleEntry, Worst | null>()
  known.set(input, found)
  const before = found.get(rule.entry)
  if (before !== undefined) return before
  const worst = search(rule, input)
  found.set(rule.entry, worst)
  return worst
}

function search({ entry, compiled }: LintRule, input: LintInput): Worst | null {
  if (entry.effect !== 'allow' || compiled?.kind !== 'command' || compiled.pattern.kind === 'exact') return null
  // One that begins with `*` is the finding of `allow-leading-wildcard`.
  if (compiled.pattern.literal.startsWith('*')) return null
  const { folder, literal } = withoutFolder(compiled.pattern.literal)
  const machine = folder === '' ? ruleLanguage(compiled)?.machine : automaton([commandPattern(literal)])
  if (machine === undefined) return null
  const head = headOf(literal)
  for (const danger of dangers()) {
    if (!mayMeet(head, headOf(danger.pattern))) continue
    // A rule that says in so many words that it publishes is no surprise.
    if (danger.kind === 'publishes' && head.trimEnd().startsWith(danger.pattern)) continue
    const command = dangerousText(danger, machine)
    if (command === null) continue
    const call = { tool: 'Bash', input: { command: folder + command } }
    if (input.decide(call, input.all).effect === 'allow' && decides(input, call, entry)) return { danger, call }
  }
  return null
}

/** `.venv/bin/python` is `python`, wherever it stands. */
function withoutFolder(literal: string): { readonly folder: string; readonly literal: string } {
  const [, folder = '', rest = literal] = /^((?:[\w.~-]*\/)+)([\w.-]+.*)$/s.exec(literal) ?? []
  // A folder of scripts is the finding of `allow-path-climbs`; `./gradlew` is a name of its own.
  return rest.startsWith('*') || literal.startsWith('./gradlew') ? { folder: '', literal } : { folder, literal: rest }
}

/** What every text of a pattern begins with. */
function headOf(pattern: string): string {
  return pattern.split(/:\*$|\*/)[0] as string
}

function mayMeet(a: string, b: string): boolean {
  const length = Math.min(a.trimEnd().length, b.trimEnd().length)
  return a.slice(0, length) === b.slice(0, length)
}
