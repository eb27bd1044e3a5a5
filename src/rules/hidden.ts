import type { AnalysedCommand } from '../bash-parser/classify.ts'
import { segmentMatcher } from '../bash-parser/glob.ts'
import type { Word } from '../bash-parser/script.ts'
import type { Reason } from '../decision.ts'
import { baseName } from '../path.ts'
import { type CompiledRule, compiledRules } from './rule.ts'
import type { Judge } from './shell-judge.ts'
import { withoutGlobalOptions } from './shell-text.ts'

type CommandRule = Extract<CompiledRule, { kind: 'command' }>

/**
 * What a command may run that a deny rule on commands forbids and nobody can see: a program or sub-command only the running
 * shell knows, a text for a shell, wrappers too deep to look into; null when there is nothing of the kind.
 */
export function hiddenCommand(command: AnalysedCommand, judge: Judge): Reason | null {
  const rules = compiledRules(judge.context).deny.all.filter(
    (rule): rule is CommandRule => rule.kind === 'command' && !rule.pattern.compound,
  )
  return hiddenIn(command, rules, command.command.text)
}

function hiddenIn(node: AnalysedCommand, rules: readonly CommandRule[], subject: string): Reason | null {
  if (node.effects.doubt?.code === 'too-deep') {
    return { code: 'cannot-know', subject, detail: 'wrappers inside wrappers' }
  }
  const [any] = rules
  if (any !== undefined && !node.remote) {
    if (node.effects.unread !== null) return hides(subject, node.effects.unread, any)
    for (const rule of rules) {
      const word = mayName(node, rule)
      if (word !== null) return hides(subject, word.text, rule)
    }
  }
  for (const inner of node.inner) {
    const reason = hiddenIn(inner, rules, subject)
    if (reason !== null) return reason
  }
  return null
}

function hides(subject: string, text: string, rule: CompiledRule): Reason {
  const detail = `\`${text}\` may be what \`${rule.entry.text}\` forbids`
  return { code: 'cannot-know', subject, detail, rule: rule.entry.text }
}

/** The first word of unknown value that may stand where a rule names a program, a sub-command or an option; null when none may. */
function mayName({ words, program }: AnalysedCommand, rule: CommandRule): Word | null {
  const [first, ...rest] = words
  if (first === undefined) return null
  const wanted = rule.pattern.words.length > 0 ? rule.pattern.words : leadingWord(rule)
  const [name, ...after] = wanted
  if (name === undefined) return null
  if (first.value === null) return mayBe(first, name) ? first : null
  if (program !== name) return null
  const at =
    rest.length -
    (withoutGlobalOptions(
      program,
      rest.map(({ value, text }) => value ?? text),
    )?.length ?? rest.length)
  const global = rest.slice(0, at).find((word) => word.value === null && word.splits)
  if (global !== undefined && after.length > 0) return global
  for (const [i, expected] of after.entries()) {
    const word = rest[at + i]
    if (word === undefined) return null
    if (word.value === null) return (expected.startsWith('-') ? mayBeOption(word) : mayBe(word, expected)) ? word : null
    if (word.value !== expected) return null
  }
  return null
}

function leadingWord(rule: CommandRule): readonly string[] {
  const program = /^[\w./-]+/.exec(rule.entry.text.trim().replace(/^\w+\(/, ''))?.[0]
  return program === undefined ? [] : [program]
}

/** Whether a word of unknown value can turn out to be this name. */
function mayBe(word: Word, name: string): boolean {
  if (word.values !== null) return word.values.some((value) => baseName(value) === name)
  if (word.glob !== null) return segmentMatcher(baseName(word.glob))?.(name) ?? true
  const start = baseName(word.prefix)
  return start.startsWith(name) || name.startsWith(start)
}

/** Quoted, a value of a variable is an operand to whoever wrote it; unquoted it may be any words. */
function mayBeOption({ values, glob, prefix, splits }: Word): boolean {
  if (values !== null) return values.some((value) => value.startsWith('-'))
  return prefix.startsWith('-') || (splits && glob === null && prefix === '')
}

/** A host only the running shell knows, where a rule forbids one; null when there is none. */
export function hiddenHost(command: AnalysedCommand, judge: Judge): Reason | null {
  const rule = compiledRules(judge.context).deny.all.find(({ kind }) => kind === 'domain')
  if (rule === undefined || !reachesUnknown(command)) return null
  return hides(command.command.text, 'a host', rule)
}

function reachesUnknown({ effects, redirects, inner }: AnalysedCommand): boolean {
  return [...effects.hosts, ...redirects.hosts].includes(null) || inner.some(reachesUnknown)
}

/** A write through a link that the same text has made: nobody has seen where it leads. */
export function linkedWrite({ command, throughLink }: AnalysedCommand): Reason | null {
  return throughLink === null ? null : { code: 'link', subject: command.text, detail: throughLink }
}
