import type { AnalysedCommand, AnalysedRedirect } from '../bash-parser/analysis.ts'
import type { PathUse } from '../bash-parser/effects.ts'
import type { Folders } from '../bash-parser/folders.ts'
import type { Nesting, SimpleCommand, Word } from '../bash-parser/script.ts'
import type { StricterCode } from '../decision.ts'
import { absolutePath } from '../path.ts'
import { isInWorkingDirectories, type NamedPath, namePath, onlyBelowOthers, pathRuleCovers } from './paths.ts'
import { type CommandRule, type CompiledRule, compiledRules, type PathRule } from './rule.ts'
import { coversCall, type Judge } from './shell-judge.ts'
import { namedPaths, touches } from './shell-paths.ts'
import { clientTexts, denyTexts, sameWordsInAnyOrder, timeBefore } from './shell-text.ts'

// What the reference client was seen to look at. Each list is recorded behaviour: client-rules `deny-prefix-colon/*`,
// client-paths `pb-*`, client-follow3 `k-cp`, client-bash-ro2 `r2f-*`; spec/permissions.md 3.2.3 and 3.2.6.

/** Wrappers whose command its deny and ask rules see. */
const commandWrappers = new Set(
  'timeout time nice nohup stdbuf command builtin noglob exec env sudo doas setsid ionice strace watch flock xargs'.split(
    ' ',
  ),
)

/** Wrappers whose command its path rules see. */
const pathWrappers = new Set('timeout time nice nohup stdbuf command builtin env'.split(' '))

/** Programs it asks for the files they read. */
const readers = new Set(
  (
    'cd cat head tail grep egrep fgrep rg ls find wc diff cmp sed jq sort file stat strings awk cp mv tee base64 md5sum ' +
    'sha1sum sha256sum nl od hexdump cut uniq tac column comm expand unexpand fmt fold paste pr tsort'
  ).split(' '),
)

/** Programs it asks for the files they write. */
const writers = new Set('touch mkdir rm rmdir mv cp sed tee'.split(' '))

/** Where its path rules do not look for commands. */
const unseenPlaces = new Set<Nesting>(['substitution', 'process-substitution', 'here-document', 'coproc'])

/** The command itself and what plain wrappers in it run. */
function seenNodes(node: AnalysedCommand, wrappers: ReadonlySet<string>): readonly AnalysedCommand[] {
  const { program, words, inner } = node
  const opaque = !wrappers.has(program ?? '') || (program === 'xargs' && words[1]?.text.startsWith('-') === true)
  return opaque ? [node] : [node, ...inner.flatMap((each) => seenNodes(each, wrappers))]
}

/** How a deny or ask rule that covers a command goes beyond the client; undefined when it does not. */
export function ruleBeyond(rule: CompiledRule, command: AnalysedCommand, judge: Judge): StricterCode | undefined {
  if (coversCall(rule, judge)) return undefined
  if (rule.kind === 'domain') return 'domain-rule-on-shell-command'
  if (rule.kind === 'command') return commandRuleBeyond(rule, command, judge)
  return rule.kind === 'path' ? pathRuleBeyond(rule, command, judge) : undefined
}

function commandRuleBeyond(rule: CommandRule, command: AnalysedCommand, judge: Judge): StricterCode | undefined {
  if (rule.pattern.compound && judge.whole.some((text) => rule.pattern.matches(text))) return undefined
  const names = (texts: readonly string[]) => texts.some((text) => rule.pattern.matches(text))
  // To the client `coproc` is a program, and what arithmetic holds is none: it asks.
  if (command.command.place.nesting.includes('coproc')) {
    return names(clientTexts(command).map((text) => `coproc ${text}`)) ? undefined : 'rule-through-wrapper'
  }
  if (/\$\(\([^)]*$/.test(judge.analysis.script.text.slice(0, command.command.start))) {
    return rule.entry.effect === 'deny' ? 'rule-through-wrapper' : undefined
  }
  const time = timeBefore(command, judge.analysis.script)
  if (time !== '' && names(clientTexts(command).map((text) => time + text))) return undefined
  const nodes = seenNodes(command, commandWrappers)
  if (nodes.some((node) => names(clientTexts(node)))) return undefined
  const respelled = nodes.some((node) => names(denyTexts(node)) || sameWordsInAnyOrder(rule.pattern.words, node.words))
  return respelled ? 'rule-on-other-spelling' : 'rule-through-wrapper'
}

function pathRuleBeyond(rule: PathRule, command: AnalysedCommand, judge: Judge): StricterCode | undefined {
  if (rule.entry.effect === 'ask') return 'ask-path-rule-on-shell-command'
  const nodes = seenFileNodes(command)
  const listed = nodes.filter((node) => isAsked(node, rule.access))
  const beyond = listed.flatMap((node) =>
    usesOf(node, rule.access).map((use) =>
      useBeyond(rule, use, readWord(use, node.words, command.command), node.folders, judge),
    ),
  )
  if (beyond.includes(undefined)) return undefined
  const named = beyond.find((code) => code !== 'path-rule-on-pattern' && code !== null)
  if (named != null) return named
  const rules = compiledRules(judge.context).deny.all
  const touching = nodes.filter((node) => touches(rule, node, rules, judge.context, judge.system))
  if (touching.length === 0) return 'path-rule-through-wrapper'
  return touching.some((node) => listed.includes(node)) ? 'path-rule-on-pattern' : 'path-rule-on-program'
}

/** The same for the file that a redirect opens. */
export function redirectRuleBeyond(
  rule: PathRule,
  use: PathUse,
  folders: Folders,
  place: SimpleCommand | AnalysedRedirect,
  judge: Judge,
): StricterCode | undefined {
  if (rule.entry.effect === 'ask') return 'ask-path-rule-on-shell-command'
  if ('redirect' in place || isUnseen(place)) return 'path-rule-through-wrapper'
  const targets = place.redirects.map(({ target }) => target)
  const code = useBeyond(rule, use, readWord(use, targets, place), folders, judge)
  return code === null ? 'path-rule-on-pattern' : code
}

/** A write to a protected path that the client does not see as one. */
export function isUnseenWrite(command: AnalysedCommand, isGuarded: (node: AnalysedCommand) => boolean): boolean {
  return !seenFileNodes(command).some((node) => writers.has(node.program ?? '') && isGuarded({ ...node, inner: [] }))
}

/** Programs that read outside the working directories without a question. */
const unbounded = /^(du|tree|git (blame|show|log)|fd(find)? .*--search-path\b.*)( |$)/

/** A command that the client takes for read-only although what it reads lies outside, by name or behind links below a folder. */
export function isUnboundedRead(command: AnalysedCommand, { context, system }: Judge): boolean {
  const { effects, inner, words, program } = command
  const { reads, writes, deletes, hosts, changes, runs, doubt } = effects
  const more = writes.length + deletes.length + hosts.length + changes.length + runs.length + inner.length
  if (more > 0 || doubt !== null || command.command.place.nesting.some((each) => each !== 'pipeline')) return false
  if (unbounded.test([program, ...words.slice(1).map(({ text }) => text)].join(' '))) return true
  const isInside = (path: NamedPath) => isInWorkingDirectories(path, context, system)
  return (
    readers.has(program ?? '') &&
    reads.some(({ tree, follows }) => tree && follows === true) &&
    reads.every((use) => namedPaths(use, command.folders, context, system).every(isInside))
  )
}

function seenFileNodes(command: AnalysedCommand): readonly AnalysedCommand[] {
  return isUnseen(command.command) ? [] : seenNodes(command, pathWrappers)
}

function isUnseen({ place }: SimpleCommand): boolean {
  return place.nesting.some((each) => unseenPlaces.has(each))
}

function isAsked({ program, words }: AnalysedCommand, access: PathRule['access']): boolean {
  if (access === 'edit') return writers.has(program ?? '')
  return readers.has(program ?? '') || (program === 'git' && /^(diff|grep)$/.test(words[1]?.value ?? ''))
}

function usesOf({ effects }: AnalysedCommand, access: PathRule['access']): readonly PathUse[] {
  return access === 'read' ? effects.reads : [...effects.writes, ...effects.deletes]
}

/** The word that names a file, where the client reads its value; undefined when it does not, or no word names the file. */
function readWord(use: PathUse, words: readonly Word[], { place }: SimpleCommand): Word | undefined {
  const word = words.find(({ start, end }) => start === use.start && end === use.end)
  if (word === undefined || word.brace || /\$(\(|'|\{?PWD\b)|`/.test(word.text)) return undefined
  return word.text.includes('$') && place.nesting.includes('loop') ? undefined : word
}

/** How a rule goes beyond the client in covering one file; null when it does not cover it by a name the client would read. */
function useBeyond(
  rule: PathRule,
  use: PathUse,
  word: Word | undefined,
  folders: Folders,
  { context, system }: Judge,
): StricterCode | null | undefined {
  if (word === undefined) return null
  const path = use.path ?? folderOf(use.glob)
  if (path === null || (use.path !== null && word.value === null)) return null
  const name = use.home === true || !path.startsWith('~') ? path : `./${path}`
  const rules = compiledRules(context).deny.all
  const covers = (named: NamedPath) => pathRuleCovers(rule, named, rules, system)
  const plain = (folders ?? [context.cwd])
    .map((folder) => namePath(absolutePath(name, folder, context.home, context.platform), context, system))
    .filter(covers)
  if (plain.some((named) => !onlyBelowOthers(rule, named))) return undefined
  if (plain.length > 0) return 'rule-below-additional-directory'
  const climbs = path.includes('..') && namedPaths(use, folders, context, system).some(covers)
  return climbs ? 'path-behind-link' : null
}

/** What stands before the first wildcard; null when a pattern begins with one. */
function folderOf(glob: string | null): string | null {
  if (glob === null) return null
  const segments = glob.split('/')
  const head = segments
    .slice(
      0,
      segments.findIndex((segment) => /[*?[]/.test(segment)),
    )
    .join('/')
  return head === '' ? null : head.replaceAll('\\', '')
}
