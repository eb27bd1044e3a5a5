import type { AnalysedCommand } from '../bash-parser/analysis.ts'
import { runsNothing } from '../bash-parser/precheck.ts'
import type { Doubt } from '../bash-parser/script.ts'
import type { Reason, StricterCode } from '../decision.ts'
import { ruleBeyond } from './client-view.ts'
import { coversCommand } from './command-match.ts'
import { criticalTarget } from './critical.ts'
import { type CompiledRule, compiledRules } from './rule.ts'
import { coversCall, type Judge } from './shell-judge.ts'
import { firstWords } from './shell-text.ts'
import type { Subject } from './subject.ts'

const noWords: ReadonlySet<string> = new Set()

/** The text itself, where it may hold commands that nobody could name, or changes what its names mean. */
export function doubtSubject(judge: Judge, doubt: Doubt | null): Subject {
  const { analysis, context } = judge
  const { script, wide: commands } = analysis
  const detail = doubt === null ? '' : `${doubt.code}: ${doubt.detail}`
  const suspected = script.doubt === null ? null : suspectedRule(judge)
  const hidden = script.doubt === null ? null : forbiddenUnread(judge, detail)
  const critical = commands
    .map((command) => criticalTarget(command, script, context, judge.system))
    .find((found) => found !== null)
  return {
    label: script.text,
    covers: (rule, effect) => {
      if (coversCall(rule, judge)) return true
      if (effect === 'allow') {
        return (
          rule.kind === 'command' &&
          rule.pattern.kind === 'exact' &&
          judge.whole.some((text) => rule.pattern.matches(text))
        )
      }
      return commands.some((command) => coversCommand(rule, effect, command, judge))
    },
    words: (effect) =>
      new Set([
        ...judge.wholeWords,
        ...commands.flatMap((command) => [...firstWords(command, effect, script, noWords)]),
      ]),
    stricter: (rule) => textRuleBeyond(rule, judge),
    stricterAsk: (by) => (by === 'locked' && critical === undefined ? 'deny-in-unreadable-text' : undefined),
    locked:
      critical !== undefined
        ? { code: 'critical-path', subject: critical ?? '' }
        : suspected !== null
          ? { code: 'cannot-know', detail: `${detail}; it may hold what \`${suspected}\` forbids`, rule: suspected }
          : hidden,
    guarded: null,
    writes: true,
    approval: null,
    otherwise: { code: 'cannot-know', subject: script.text.slice(0, 200), detail },
    refused: null,
  }
}

/** Limits of our readers: the client sees the commands of such a text. */
const ownDoubts = new Set<Doubt['code']>(['too-deep', 'unknown-construct', 'no-grammar'])

/** How a rule that covers the text goes beyond the client, which compares what stands at its beginning. */
function textRuleBeyond(rule: CompiledRule, judge: Judge): StricterCode | undefined {
  if (coversCall(rule, judge)) return undefined
  const { wide, script } = judge.analysis
  if (script.doubt === null || ownDoubts.has(script.doubt.code)) {
    const codes = wide
      .filter((command) => coversCommand(rule, rule.entry.effect, command, judge))
      .map((command) => ruleBeyond(rule, command, judge))
    return codes.includes(undefined) ? undefined : codes[0]
  }
  const start = script.text.replace(/^(\s*(#.*)?\n)+/, '').trim()
  return rule.kind === 'command' && rule.pattern.matches(start) ? undefined : 'deny-in-unreadable-text'
}

function isPlain({ command, words, effects, inner }: AnalysedCommand): boolean {
  const { redirects, assignments } = command
  return (
    redirects.length + assignments.length + inner.length === 0 &&
    effects.unread === null &&
    words.every((word) => word.value !== null)
  )
}

/** A deny rule on what shells do, where a text runs in ways that nobody could read; null when there is none. */
function forbiddenUnread({ analysis, context }: Judge, detail: string): Reason | null {
  const { text, doubt } = analysis.script
  if (doubt !== null && runsNothing(text, doubt)) return null
  // What is merely long is read all the same; plain words in it hide nothing.
  if (doubt?.code === 'too-long' && analysis.wide.every(isPlain)) return null
  const rule = compiledRules(context).deny.all.find(
    ({ kind }) => kind === 'command' || kind === 'path' || kind === 'domain',
  )
  if (rule === undefined) return null
  return {
    code: 'cannot-know',
    detail: `${detail}; it may hold what \`${rule.entry.text}\` forbids`,
    rule: rule.entry.text,
  }
}

/** A deny rule whose plain words all occur somewhere in a text that could not be read; null when none does. */
function suspectedRule({ analysis, context }: Judge): string | null {
  const { text } = analysis.script
  // Folding is what a shell does to line ends inside words, and what an attacker puts between the letters.
  const folded = text.replace(/\\\n/g, '').replace(/[\u200b-\u200f\u2060\ufeff'"\\]/g, '')
  for (const rule of compiledRules(context).deny.all) {
    if (rule.kind !== 'command' || rule.pattern.compound) continue
    const words = rule.entry.text
      .replace(/^\s*Bash\((.*)\)\s*$/s, '$1')
      .replace(/:\*$/, '')
      .split(/\s+/)
      .filter((word) => /^[\w./-]+$/.test(word))
    const occurs = (word: string) => {
      const pattern = new RegExp(`(^|[^\\w.-])${word.replace(/[.+]/g, '\\$&')}($|[^\\w.-])`)
      return pattern.test(folded) || pattern.test(text)
    }
    if (words.length > 0 && words.every(occurs)) return rule.entry.text
  }
  return null
}

/** A text without any command: comments, blanks. */
export function emptySubject(judge: Judge): Subject {
  const label = judge.analysis.script.text
  return {
    label,
    covers: (rule) => coversCall(rule, judge),
    locked: null,
    guarded: null,
    writes: false,
    approval: { code: 'read-only', subject: label },
    otherwise: { code: 'no-rule', subject: label },
    refused: null,
  }
}
