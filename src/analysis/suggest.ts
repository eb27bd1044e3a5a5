import type { ToolCall } from '../call.ts'
import type { PermissionContext, RuleEntry } from '../rules/context.ts'
import type { System } from '../system.ts'
import { everyRule, withRules } from './bench.ts'
import { candidates } from './candidates.ts'
import { dangers } from './dangers.ts'
import { acceptsText } from './languages/automaton.ts'
import { lint } from './lint.ts'
import { type Replayed, replay } from './replay.ts'
import type { Transcript } from './transcript.ts'

/** A rule worth adding, and what it does for the sessions that were read. */
export interface Suggestion {
  readonly rule: string
  /** Calls that were asked about and would no longer be, thanks to this rule and those before it. */
  readonly spares: number
  readonly example: ToolCall
}

export interface Suggestions {
  readonly rules: readonly Suggestion[]
  readonly before: number
  readonly after: number
  /** Commands that are asked about and left to a person, with why. */
  readonly left: readonly { readonly command: string; readonly why: string; readonly count: number }[]
}

/** More rules than a person will read. */
const maxRules = 40

/**
 * The smallest rules that spare the most questions: chosen one by one by what each still spares, dropped again where the
 * others do without it. A rule is only suggested if lint finds nothing about it, and if nothing that was refused or that a
 * rule asks about, and no dangerous command, is let through.
 */
export function suggest(transcripts: readonly Transcript[], context: PermissionContext, system: System): Suggestions {
  const all = replay(transcripts, context, system)
  const { pool, left } = survey(all, context)
  const stands = new Set(everyRule(context).map(({ text }) => text))
  const held = unique(all.filter(isHeld))
  const options = [...pool].flatMap(([rule, calls]): Option[] => {
    if (stands.has(rule) || !isSound(rule, context, system)) return []
    const alone = adding(context, [rule])
    if (replay(again(held), alone, system).some(({ decision }) => decision.effect === 'allow')) return []
    const parts = new Map<string, number>()
    for (const { one, count } of calls.values()) {
      const [after] = replay(again([one]), alone, system)
      one.decision.parts.forEach((part, at) => {
        if (part.effect === 'ask' && after?.decision.parts[at]?.effect === 'allow')
          parts.set(`${keyOf(one)} ${at}`, count)
      })
    }
    return parts.size === 0 ? [] : [{ rule, parts, example: [...calls.values()][0]!.one.call }]
  })
  const chosen = cover(options)
  const count = (rules: readonly Option[]) =>
    questions(
      replay(
        transcripts,
        adding(
          context,
          rules.map(({ rule }) => rule),
        ),
        system,
      ),
    )
  const needed = chosen.reduceRight((kept: readonly Option[], option) => {
    const others = kept.filter((other) => other !== option)
    return count(others) > count(kept) ? kept : others
  }, chosen)
  const rules = needed.map(({ rule, example }, i) => ({
    rule,
    spares: count(needed.slice(0, i)) - count(needed.slice(0, i + 1)),
    example,
  }))
  return { rules, before: questions(all), after: count(needed), left }
}

/** A rule, the parts of calls it would approve with how often each occurred, and a call. */
interface Option {
  readonly rule: string
  readonly parts: ReadonlyMap<string, number>
  readonly example: ToolCall
}

type Calls = Map<string, { one: Replayed; count: number }>

/** Rules that could spare questions, with the calls each could spare; and what is left to a person. */
function survey(all: readonly Replayed[], context: PermissionContext) {
  const pool = new Map<string, Calls>()
  const left = new Map<string, { command: string; why: string; count: number }>()
  for (const one of all) {
    if (one.decision.effect !== 'ask') continue
    for (const part of one.decision.parts) {
      if (part.effect !== 'ask') continue
      const why = part.reason.code === 'rule' ? `\`${part.reason.rule}\` asks about it` : riskOf(one, part.subject)
      if (why !== null) {
        const known = left.get(part.subject) ?? { command: part.subject, why, count: 0 }
        left.set(part.subject, { ...known, count: known.count + 1 })
        continue
      }
      const root = one.root ?? context.cwd
      const place = { root, cwd: one.cwd ?? root, home: context.home, platform: context.platform }
      for (const rule of candidates(one.call, part, place)) {
        const calls: Calls = pool.get(rule) ?? new Map()
        pool.set(rule, calls)
        calls.set(keyOf(one), { one, count: (calls.get(keyOf(one))?.count ?? 0) + 1 })
      }
    }
  }
  return { pool, left: [...left.values()].sort((a, b) => b.count - a.count || (a.command < b.command ? -1 : 1)) }
}

/** The options with the greatest use first, each judged by what it adds to those before it. */
function cover(options: readonly Option[]): Option[] {
  const chosen: Option[] = []
  const covered = new Set<string>()
  const gain = ({ parts }: Option) => {
    let sum = 0
    for (const [part, count] of parts) if (!covered.has(part)) sum += count
    return sum
  }
  while (chosen.length < maxRules) {
    let best: Option | undefined
    for (const option of options) {
      const more = gain(option) - (best === undefined ? 0 : gain(best))
      // Of two that spare the same the narrower one: the longer text.
      if (more > 0 || (more === 0 && best !== undefined && option.rule.length > best.rule.length)) best = option
    }
    if (best === undefined || gain(best) === 0) break
    chosen.push(best)
    for (const part of best.parts.keys()) covered.add(part)
  }
  return chosen
}

/** Refused, or held back by an ask rule: no suggestion may let it through. */
function isHeld({ decision: { effect, parts } }: Replayed): boolean {
  return effect === 'deny' || parts.some((part) => part.effect === 'ask' && part.reason.code === 'rule')
}

function questions(replayed: readonly Replayed[]): number {
  return replayed.filter(({ decision }) => decision.effect === 'ask').length
}

function keyOf({ call, cwd }: Replayed): string {
  return JSON.stringify([call.tool, call.input, cwd])
}

function unique(replayed: readonly Replayed[]): Replayed[] {
  return [...new Map(replayed.map((one) => [keyOf(one), one])).values()]
}

/** Past calls as transcripts of their own, to be decided again. */
function again(calls: readonly Replayed[]): Transcript[] {
  return calls.map((one) => ({ file: one.file, calls: [one], issues: [], root: one.root }))
}

/** What speaks against approving a part of a past call beforehand; null when nothing does. */
function riskOf({ call, decision }: Replayed, subject: string): string | null {
  if (call.tool !== 'Bash') return null
  if (!decision.known) return 'it cannot be read for sure'
  if (decision.effects.deletes.length > 0) return 'it deletes'
  if (decision.effects.network.length > 0) return 'it talks to the network'
  const runner = runners().find((head) => subject === head || subject.startsWith(`${head} `))
  // `python3 -m pytest` names what it runs.
  if (runner !== undefined && !subject.startsWith(`${runner} -m `)) return `\`${runner}\` runs whatever it is told`
  const danger = dangers().find(({ machine, kind }) => kind !== 'publishes' && acceptsText(machine, subject))
  if (danger !== undefined) return `it is of a kind that lint warns of (allow-${danger.kind})`
  return null
}

/** How commands begin that run what they are told: `npx`, `npm exec`, `python3`. */
function runners(): string[] {
  const heads = dangers()
    .filter(({ kind }) => kind === 'shell' || kind === 'interpreter' || kind === 'runner')
    .map(({ pattern }) =>
      pattern
        .split(' ')
        .slice(0, Math.max(1, pattern.split(' ').findIndex(isPayload)))
        .join(' '),
    )
  return [...new Set(heads)]
}

function isPayload(word: string): boolean {
  return /["'/]|^(?:pkg|box|img)(?:@|$)/.test(word)
}

/** Whether lint finds nothing against a rule, alone beside what the settings have. */
function isSound(rule: string, context: PermissionContext, system: System): boolean {
  const entry = suggested(rule)
  const judged = withRules(context, [...everyRule(context).filter(({ effect }) => effect !== 'allow'), entry])
  return !lint({ ...judged, hooks: [], issues: [], layers: [] }, system).some(
    ({ file, data }) => file === entry.source.file && data['pointer'] === entry.source.pointer,
  )
}

function adding(context: PermissionContext, rules: readonly string[]): PermissionContext {
  return withRules(context, [...everyRule(context), ...rules.map(suggested)])
}

function suggested(text: string): RuleEntry {
  return {
    effect: 'allow',
    text,
    source: { layer: 'local', file: 'suggestion', pointer: `/${text}`, line: 0, column: 0 },
  }
}
