import type { AnalysedCommand } from '../bash-parser/analysis.ts'
import { segmentMatcher } from '../bash-parser/glob.ts'
import type { Word } from '../bash-parser/script.ts'
import type { Reason } from '../decision.ts'
import { baseName } from '../path.ts'
import { withoutGlobalOptions } from './global-options.ts'
import { type CommandRule, type CompiledRule, compiledRules, type RuleList } from './rule.ts'
import type { Judge } from './shell-judge.ts'

/**
 * What a command may run that a deny rule forbids and nobody can see: a program or sub-command only the running shell knows,
 * a text for a shell, wrappers too deep to look into; null when there is nothing of the kind.
 */
export function hiddenCommand(command: AnalysedCommand, judge: Judge): Reason | null {
  return hiddenIn(command, forbiddenIn(compiledRules(judge.context).deny), command.command.text)
}

/** The words of the deny rules of one list, looked up by the program they name; a rule on files and one on hosts. */
interface Forbidden {
  readonly all: readonly Wanted[]
  readonly byProgram: ReadonlyMap<string, readonly Wanted[]>
  readonly path: CompiledRule | undefined
  readonly domain: CompiledRule | undefined
}

interface Wanted {
  readonly rule: CommandRule
  readonly words: readonly string[]
}

const forbidden = new WeakMap<RuleList, Forbidden>()

function forbiddenIn(list: RuleList): Forbidden {
  const known = forbidden.get(list)
  if (known !== undefined) return known
  const all = list.all.flatMap((rule) =>
    rule.kind === 'command' && !rule.pattern.compound ? [{ rule, words: wordsOf(rule) }] : [],
  )
  const byProgram = new Map<string, Wanted[]>()
  for (const wanted of all) {
    const [program = ''] = wanted.words
    const same = byProgram.get(program)
    if (same === undefined) byProgram.set(program, [wanted])
    else same.push(wanted)
  }
  const path = list.all.find((rule) => rule.kind === 'path' && !rule.path.negated)
  const found = { all, byProgram, path, domain: list.all.find(({ kind }) => kind === 'domain') }
  forbidden.set(list, found)
  return found
}

function wordsOf(rule: CommandRule): readonly string[] {
  if (rule.pattern.words.length > 0) return rule.pattern.words
  const program = /^[\w./-]+/.exec(rule.entry.text.trim().replace(/^\w+\(/, ''))?.[0]
  return program === undefined ? [] : [program]
}

/** Programs that run what their words say. */
const runners = (
  'bash sh dash ksh zsh busybox eval exec command builtin source trap alias mapfile env sudo doas su xargs find parallel timeout ' +
  'nice ionice nohup setsid stdbuf time watch script flock chroot ssh'
).split(' ')

function hiddenIn(node: AnalysedCommand, rules: Forbidden, subject: string): Reason | null {
  if (node.effects.doubt?.code === 'too-deep') {
    return { code: 'cannot-know', subject, detail: 'wrappers inside wrappers' }
  }
  const any = rules.all[0]?.rule ?? rules.path
  if (any !== undefined && !node.remote) {
    if (node.effects.unread !== null) return hides(subject, node.effects.unread, any)
    const [first, ...rest] = node.words
    if (first?.value === null && rest.length > 0 && runners.some((name) => mayBe(first, name)))
      return hides(subject, first.text, any)
    for (const wanted of first?.value === null ? rules.all : (rules.byProgram.get(node.program ?? '') ?? [])) {
      const word = mayName(node, wanted.words)
      if (word !== null) return hides(subject, word.text, wanted.rule)
    }
  }
  for (const inner of node.inner) {
    const reason = hiddenIn(inner, rules, subject)
    if (reason !== null) return reason
  }
  return null
}

/** The reason for something unknown that a rule may speak of. */
export function hides(subject: string | undefined, text: string, rule: CompiledRule): Reason {
  const detail = `\`${text}\` may be what \`${rule.entry.text}\` forbids`
  return { code: 'cannot-know', ...(subject === undefined ? {} : { subject }), detail, rule: rule.entry.text }
}

/** The first word of unknown value that may stand where a rule names a program, a sub-command or an option; null when none may. */
function mayName({ words, program }: AnalysedCommand, [name, ...after]: readonly string[]): Word | null {
  const [first, ...rest] = words
  if (first === undefined || name === undefined) return null
  if (first.value === null) return mayBe(first, name) ? first : null
  if (program !== name || after.length === 0) return null
  const at =
    rest.length -
    (withoutGlobalOptions(
      program,
      rest.map(({ value, text }) => value ?? text),
    )?.length ?? rest.length)
  const global = rest.slice(0, at).find((word) => word.value === null && word.splits)
  if (global !== undefined) return global
  for (const [i, expected] of after.entries()) {
    const word = rest[at + i]
    if (word === undefined) return null
    if (word.value === null) return (expected.startsWith('-') ? mayBeOption(word) : mayBe(word, expected)) ? word : null
    if (word.value !== expected) return null
  }
  return null
}

/** Whether a word of unknown value can turn out to be this name. */
function mayBe(word: Word, name: string): boolean {
  if (word.values !== null) return word.values.some((value) => baseName(value) === name)
  if (word.listed === true) return true
  if (word.glob !== null) {
    // What `find` finds, its starting point and hidden names too.
    const found = /\/\*\*(?:\/(.*))?$/.exec(word.glob)
    const own = found === null ? baseName(word.glob) : found[1]
    return own === undefined || (segmentMatcher(own)?.(name) ?? true)
  }
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
  const rule = forbiddenIn(compiledRules(judge.context).deny).domain
  if (rule === undefined || !reachesUnknown(command)) return null
  return hides(command.command.text, 'a host', rule)
}

/** Programs that connect to the host their words name; others (git, kubectl, npm) to one of their configuration. */
const named = new Set(
  'curl wget wget2 aria2c http https xh lynx w3m ftp sftp scp ssh rsync nc ncat netcat socat telnet'.split(' '),
)

function reachesUnknown({ program, effects, redirects, inner }: AnalysedCommand): boolean {
  const hosts = named.has(program ?? '') ? [...effects.hosts, ...redirects.hosts] : redirects.hosts
  return hosts.includes(null) || inner.some(reachesUnknown)
}

/** A write through a link that the same text has made: nobody has seen where it leads. */
export function linkedWrite({ command, throughLink }: AnalysedCommand): Reason | null {
  return throughLink === null ? null : { code: 'link', subject: command.text, detail: throughLink }
}
