import { resolvePaths } from '../bash-parser/bounds.ts'
import { type AnalysedCommand, type AnalysedRedirect, type Analysis, classify } from '../bash-parser/classify.ts'
import type { CommandEffects, PathUse } from '../bash-parser/effects.ts'
import type { Folders } from '../bash-parser/folders.ts'
import { segmentMatcher } from '../bash-parser/glob.ts'
import { parse } from '../bash-parser/parse.ts'
import type { SimpleCommand, Word } from '../bash-parser/script.ts'
import type { ToolCall } from '../call.ts'
import type { Effect, Reason } from '../decision.ts'
import { baseName } from '../path.ts'
import type { System } from '../system.ts'
import { acceptsEdit } from './accept-edits.ts'
import type { PermissionContext } from './context.ts'
import { criticalTarget } from './critical.ts'
import { showsEnvironment } from './environment.ts'
import { isInWorkingDirectories, pathRuleCovers, writeGuard } from './paths.ts'
import { type CompiledRule, compiledRules } from './rule.ts'
import { namedPaths, touches } from './shell-paths.ts'
import { allowTexts, denyTexts, firstWordOf, firstWords, sameWordsInAnyOrder, wholeTexts } from './shell-text.ts'
import type { Subject } from './subject.ts'

/** Everything a shell command line touches, each as a subject of its own. */
export interface ShellFacts {
  readonly analysis: Analysis
  readonly subjects: readonly Subject[]
}

export function shellFacts(call: ToolCall, command: string, context: PermissionContext, system: System): ShellFacts {
  const script = parse(command, { home: context.home })
  const readable = compiledRules(context).allow.paths
  const mayRead = (name: string) => readable.some((rule) => rule.path.matches(name, system))
  const { cwd, home, platform, workingDirectories } = context
  const analysis = classify(script, { cwd, home, platform, workingDirectories, mayRead, system })
  const judge: Judge = { call, analysis, context, system, whole: wholeTexts(script) }
  const subjects = analysis.commands.flatMap((each) => commandSubjects(each, judge))
  for (const redirect of analysis.redirects)
    subjects.push(...redirectSubjects(redirect.effects, redirect.folders, redirect, judge))
  if (script.doubt !== null) subjects.push(doubtSubject(judge))
  if (subjects.length === 0) subjects.push(emptySubject(judge))
  return { analysis, subjects }
}

interface Judge {
  readonly call: ToolCall
  readonly analysis: Analysis
  readonly context: PermissionContext
  readonly system: System
  /** Spellings of the whole text, for rules that speak of it. */
  readonly whole: readonly string[]
}

function commandSubjects(command: AnalysedCommand, judge: Judge): Subject[] {
  const redirects = redirectSubjects(command.redirects, command.folders, command.command, judge)
  if (command.words.length === 0 && command.command.assignments.length === 0) return redirects
  return [commandSubject(command, judge), ...redirects]
}

function commandSubject(command: AnalysedCommand, judge: Judge): Subject {
  const { analysis, context, system } = judge
  const source = command.command
  const label = source.text
  const poisoned = analysis.poison !== null
  const critical = criticalTarget(command, analysis.script, context)
  const because = analysis.script.doubt ?? command.because ?? analysis.poison
  // Its redirects are subjects of their own; here only what its words do counts.
  const shows = showsEnvironment(command.command, analysis.script)
  const readOnly = command.becauseOfWords === null && !poisoned && analysis.script.doubt === null && shows === null
  const accepts =
    context.mode === 'acceptEdits' &&
    !poisoned &&
    analysis.script.doubt === null &&
    acceptsEdit(command, context, system)
  const approval: Reason | null = readOnly
    ? { code: 'read-only', subject: label }
    : accepts
      ? { code: 'accept-edits', subject: label }
      : null
  return {
    label,
    start: source.start,
    end: source.end,
    covers: (rule, effect) => coversCommand(rule, effect, command, judge),
    words: (effect) => firstWords(command, effect, analysis.script, judge.whole),
    stricter: (rule) => howStricter(rule, command),
    locked:
      critical !== null
        ? { code: 'critical-path', subject: label, detail: critical }
        : command.because?.code === 'too-deep'
          ? { code: 'cannot-know', subject: label, detail: 'wrappers inside wrappers' }
          : hiddenCommand(command, judge),
    guarded: movedCall(judge.call) ?? guardedWrite(command, judge),
    writes: command.becauseOfWords !== null,
    approval,
    otherwise: {
      code: (because === null && shows === null) || because?.code === 'unknown-program' ? 'no-rule' : 'cannot-know',
      subject: label,
      ...(because !== null
        ? { detail: `${because.code}: ${because.detail}` }
        : shows !== null
          ? { detail: `environment: ${shows}` }
          : {}),
    },
    refused: null,
  }
}

function coversCommand(rule: CompiledRule, effect: Effect, command: AnalysedCommand, judge: Judge): boolean {
  if (rule.kind === 'tool') return rule.tool(judge.call.tool) || isShellRule(rule)
  if (rule.kind === 'parameter') return rule.tool(judge.call.tool) && rule.parameter.matches(judge.call.input)
  if (rule.kind === 'command') {
    if (effect !== 'allow') return wide(command, (node) => namesCommand(rule, node)) || coversWhole(rule, judge)
    if (rule.pattern.kind === 'exact' && judge.whole.some((text) => rule.pattern.matches(text))) return true
    if (judge.analysis.script.doubt !== null) return false
    // Nobody knows what `[f]oo` or `$X` runs, so no prefix names it.
    if (command.words.length > 0 && command.words[0]?.value === null) {
      return rule.pattern.literal === command.command.text
    }
    // A shell variable or function of this very text may stand behind the name.
    if (command.program !== null && judge.analysis.script.defines.includes(command.program)) return false
    return allowTexts(command, judge.analysis.script).some(
      ({ text, exactOnly }) =>
        text === rule.pattern.literal || ((!exactOnly || rule.pattern.kind === 'exact') && rule.pattern.matches(text)),
    )
  }
  if (effect === 'allow') return false
  if (rule.kind === 'path') {
    const rules = compiledRules(judge.context)[effect].all
    return wide(command, (node) => touches(rule, node, rules, judge.context, judge.system))
  }
  if (rule.kind === 'domain') {
    return wide(command, (node) => node.effects.hosts.some((host) => host !== null && rule.matches(host)))
  }
  return false
}

/** A rule on `Bash` holds for Monitor's commands too. */
function isShellRule(rule: CompiledRule): boolean {
  return rule.kind === 'tool' && rule.tool('Bash')
}

function namesCommand(rule: CommandRule, node: AnalysedCommand): boolean {
  return (
    denyTexts(node).some((text) => rule.pattern.matches(text)) || sameWordsInAnyOrder(rule.pattern.words, node.words)
  )
}

type CommandRule = Extract<CompiledRule, { kind: 'command' }>

function coversWhole(rule: CommandRule, judge: Judge): boolean {
  return rule.pattern.compound && judge.whole.some((text) => rule.pattern.matches(text))
}

function wide(command: AnalysedCommand, test: (node: AnalysedCommand) => boolean): boolean {
  return test(command) || command.inner.some((inner) => wide(inner, test))
}

/** A program only the running shell knows, where a deny rule forbids one that it may be; null when none does. */
function hiddenCommand(command: AnalysedCommand, judge: Judge): Reason | null {
  const [first] = command.words
  if (first !== undefined && first.value === null && !command.remote) {
    for (const rule of compiledRules(judge.context).deny.all) {
      const program =
        rule.kind === 'command' && !rule.pattern.compound
          ? (rule.pattern.words[0] ?? /^[\w./-]+/.exec(parsedText(rule))?.[0])
          : undefined
      if (program !== undefined && mayBe(first, program)) {
        return {
          code: 'cannot-know',
          subject: command.command.text,
          detail: `\`${first.text}\` may be what \`${rule.entry.text}\` forbids`,
          rule: rule.entry.text,
        }
      }
    }
  }
  for (const inner of command.inner) {
    const reason = hiddenCommand(inner, judge)
    if (reason !== null) return reason
  }
  return null
}

function parsedText(rule: CompiledRule): string {
  return rule.entry.text.trim().replace(/^\w+\(/, '')
}

/** Whether a word of unknown value can turn out to be a program's name. */
function mayBe(word: Word, program: string): boolean {
  if (word.values !== null) return word.values.some((value) => baseName(value) === program)
  if (word.glob !== null) return segmentMatcher(baseName(word.glob))?.(program) ?? true
  const start = baseName(word.prefix)
  return start.startsWith(program) || program.startsWith(start)
}

function howStricter(rule: CompiledRule, command: AnalysedCommand): string | undefined {
  if (rule.kind === 'domain') return 'domain-rule-on-shell-command'
  if (rule.kind !== 'command') return undefined
  if (denyTexts(command).some((text) => rule.pattern.matches(text))) return undefined
  return 'rule-through-wrapper'
}

/** A call that says it runs in another folder or environment: nothing known of this one holds there. */
function movedCall({ tool, input }: ToolCall): Reason | null {
  for (const key of ['cwd', 'workdir', 'working_directory', 'directory', 'env', 'shell']) {
    if (Object.hasOwn(input, key)) return { code: 'invalid-input', subject: tool, detail: key }
  }
  return null
}

/** Known writes of a command that need a person whatever allow rules say. */
function guardedWrite(command: AnalysedCommand, judge: Judge): Reason | null {
  for (const use of [...command.effects.writes, ...command.effects.deletes]) {
    for (const path of namedPaths(use, command.folders, judge.context, judge.system)) {
      const reason = writeGuard(path, judge.context)
      if (reason !== null && reason.code === 'protected-path') return reason
    }
  }
  for (const inner of command.inner) {
    const reason = inner.remote ? null : guardedWrite(inner, judge)
    if (reason !== null) return reason
  }
  return null
}

function redirectSubjects(
  effects: CommandEffects,
  folders: Folders,
  place: SimpleCommand | AnalysedRedirect,
  judge: Judge,
): Subject[] {
  const holder = 'redirect' in place ? place.redirect : place
  const subjects: Subject[] = []
  for (const use of effects.reads) subjects.push(pathSubject(use, 'read', folders, judge))
  for (const use of effects.writes) subjects.push(pathSubject(use, 'edit', folders, judge))
  for (const host of effects.hosts) {
    subjects.push({
      label: host ?? 'a host',
      covers: (rule, effect) =>
        rule.kind === 'tool'
          ? isShellRule(rule)
          : effect !== 'allow' && rule.kind === 'domain' && host !== null && rule.matches(host),
      locked: null,
      guarded: null,
      writes: true,
      approval: null,
      otherwise: { code: 'cannot-know', detail: `network: ${host ?? 'a host'}` },
      refused: null,
      start: holder.start,
      end: holder.end,
    })
  }
  return subjects
}

/** The file a redirect opens: a Read or an Edit of it (spec/permissions.md 3.2.5). */
function pathSubject(use: PathUse, access: 'read' | 'edit', folders: Folders, judge: Judge): Subject {
  const { context, system } = judge
  const resolved = resolvePaths(use, folders, { ...context, system })
  const paths = namedPaths(use, folders, context, system)
  const label = use.path ?? use.glob ?? 'a file only the running shell knows'
  const certain = resolved !== null && use.glob === null && !(use.path?.startsWith('~') ?? false)
  const inside = certain && paths.every((path) => isInWorkingDirectories(path, context, system))
  const accepts = access === 'read' ? inside : inside && context.mode === 'acceptEdits'
  return {
    label: access === 'read' ? `< ${label}` : `> ${label}`,
    start: use.start,
    end: use.end,
    covers: (rule, effect) => {
      if (rule.kind === 'tool') return isShellRule(rule)
      if (rule.kind === 'command')
        return (
          effect === 'allow' && rule.pattern.kind === 'exact' && judge.whole.some((text) => rule.pattern.matches(text))
        )
      if (rule.kind !== 'path') return false
      if (effect === 'allow') {
        const grants = rule.access === access || rule.access === 'edit'
        return (
          grants &&
          certain &&
          paths.every((path) => pathRuleCovers(rule, path, compiledRules(context).allow.all, system))
        )
      }
      return (
        rule.access === access &&
        paths.some((path) => pathRuleCovers(rule, path, compiledRules(context)[effect].all, system))
      )
    },
    words: () => new Set(judge.whole.map(firstWordOf)),
    locked: null,
    guarded:
      access === 'edit'
        ? (paths.map((path) => writeGuard(path, context)).find((reason) => reason !== null) ?? null)
        : null,
    writes: access === 'edit',
    approval: accepts ? { code: access === 'read' ? 'read-only' : 'accept-edits', subject: label } : null,
    otherwise: inside ? { code: 'no-rule', subject: label } : { code: 'outside-working-directories', subject: label },
    refused: null,
  }
}

/** The text itself, where it may hold commands that nobody could name. */
function doubtSubject(judge: Judge): Subject {
  const { analysis, context } = judge
  const { script, wide: commands } = analysis
  const doubt = script.doubt
  const detail = doubt === null ? '' : `${doubt.code}: ${doubt.detail}`
  const suspected = suspectedRule(judge)
  const critical = commands.map((command) => criticalTarget(command, script, context)).find((found) => found !== null)
  return {
    label: script.text,
    covers: (rule, effect) => {
      if (rule.kind === 'tool') return rule.tool(judge.call.tool) || isShellRule(rule)
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
        ...judge.whole.map(firstWordOf),
        ...commands.flatMap((command) => [...firstWords(command, effect, script, judge.whole)]),
      ]),
    stricter: () => 'deny-in-unreadable-text',
    locked:
      critical !== undefined
        ? { code: 'critical-path', subject: critical ?? '' }
        : suspected !== null
          ? { code: 'cannot-know', detail: `${detail}; it may hold what \`${suspected}\` forbids`, rule: suspected }
          : null,
    guarded: null,
    writes: true,
    approval: null,
    otherwise: { code: 'cannot-know', subject: script.text.slice(0, 200), detail },
    refused: null,
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

function emptySubject(judge: Judge): Subject {
  const label = judge.analysis.script.text
  return {
    label,
    covers: (rule) => rule.kind === 'tool' && (rule.tool(judge.call.tool) || isShellRule(rule)),
    locked: null,
    guarded: null,
    writes: false,
    approval: { code: 'read-only', subject: label },
    otherwise: { code: 'no-rule', subject: label },
    refused: null,
  }
}
