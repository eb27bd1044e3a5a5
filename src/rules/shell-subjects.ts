import type { AnalysedCommand, Analysis } from '../bash-parser/analysis.ts'
import { isNowhere } from '../bash-parser/bounds.ts'
import { classify } from '../bash-parser/classify.ts'
import { noEffects } from '../bash-parser/collect.ts'
import { parse } from '../bash-parser/parse.ts'
import type { Doubt, Script, SimpleCommand } from '../bash-parser/script.ts'
import type { ToolCall } from '../call.ts'
import type { Reason, StricterCode } from '../decision.ts'
import type { System } from '../system.ts'
import { acceptsEdit } from './accept-edits.ts'
import { isUnboundedRead, isUnseenWrite, ruleBeyond } from './client-view.ts'
import { coversCommand } from './command-match.ts'
import type { PermissionContext } from './context.ts'
import { criticalTarget } from './critical.ts'
import { doubtSubject, emptySubject } from './doubt-subject.ts'
import { showsEnvironment } from './environment.ts'
import { hiddenCommand, hiddenHost, linkedWrite } from './hidden.ts'
import { hiddenPath } from './hidden-path.ts'
import { writeGuard } from './paths.ts'
import { redirectSubjects } from './redirect-subjects.ts'
import { compiledRules } from './rule.ts'
import { type Judge, startOf } from './shell-judge.ts'
import { namedPaths, usesPaths } from './shell-paths.ts'
import { firstWordOf, firstWords, wholeTexts } from './shell-text.ts'
import type { Subject } from './subject.ts'

/** Everything a shell command line touches, each as a subject of its own. */
export interface ShellFacts {
  readonly analysis: Analysis
  readonly subjects: readonly Subject[]
}

export function shellFacts(call: ToolCall, command: string, context: PermissionContext, system: System): ShellFacts {
  const script = manageable(parse(command, startOf(context, system)))
  const readable = compiledRules(context).allow.paths
  const mayRead = (name: string) => readable.some((rule) => rule.path.matches(name, system))
  const { cwd, home, platform, workingDirectories } = context
  const analysis = classify(script, { cwd, home, platform, workingDirectories, mayRead, system })
  const whole = wholeTexts(script)
  const judge: Judge = { call, analysis, context, system, whole, wholeWords: new Set(whole.map(firstWordOf)) }
  const subjects = analysis.commands.flatMap((each) => commandSubjects(each, judge))
  for (const redirect of analysis.redirects)
    subjects.push(...redirectSubjects(redirect.effects, redirect.folders, redirect, judge))
  const doubt = script.doubt ?? analysis.sets
  if (doubt !== null) subjects.push(doubtSubject(judge, doubt))
  if (subjects.length === 0) subjects.push(emptySubject(judge))
  return { analysis, subjects }
}

/** How many different commands of a text that is too long are looked at one by one; its words are looked at as a whole. */
const maxCommands = 1000

/** A text that nobody can allow is not taken apart for its own sake: what deny and ask rules may see of it is enough. */
function manageable(script: Script): Script {
  if (script.doubt?.code !== 'too-long') return script
  const different = new Map<string, SimpleCommand>()
  for (const command of script.wide) {
    if (!different.has(command.text)) different.set(command.text, command)
    if (different.size >= maxCommands) break
  }
  return { ...script, commands: [], redirects: [], wide: [...different.values()] }
}

function commandSubjects(command: AnalysedCommand, judge: Judge): Subject[] {
  const redirects = redirectSubjects(command.redirects, command.folders, command.command, judge)
  if (command.words.length === 0 && command.command.assignments.length === 0) return redirects
  return [commandSubject(command, judge), ...redirects, ...teeSubjects(command, judge)]
}

/** `tee FILE` is a redirect in the form of a program (spec/permissions.md 3.2.5): its files want a leave of their own. */
function teeSubjects(command: AnalysedCommand, judge: Judge): Subject[] {
  if (command.program !== 'tee' || command.remote) return []
  const writes = command.effects.writes.filter(({ path }) => path === null || !isNowhere(path))
  return redirectSubjects({ ...noEffects, writes }, command.folders, command.command, judge)
}

function commandSubject(command: AnalysedCommand, judge: Judge): Subject {
  const { analysis, context, system } = judge
  const source = command.command
  const label = source.text
  const poisoned = analysis.poison !== null
  const critical = criticalTarget(command, analysis.script, context, system)
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
  const [locked, lockedBeyond] =
    critical === null ? lockOf(command, judge) : [{ code: 'critical-path', subject: label, detail: critical } as const]
  return {
    label,
    start: source.start,
    end: source.end,
    covers: (rule, effect) => coversCommand(rule, effect, command, judge),
    words: (effect) => firstWords(command, effect, analysis.script, judge.wholeWords),
    paths: (effect) => effect !== 'allow' && usesPaths(command),
    stricter: (rule) => ruleBeyond(rule, command, judge),
    stricterAsk: (by) => (by === 'locked' ? lockedBeyond : questionBeyond(by, command, judge)),
    locked,
    guarded: movedCall(judge.call) ?? guardedWrite(command, judge),
    writes: command.becauseOfWords !== null,
    approval,
    otherwise: {
      code: because === null ? (shows === null ? 'no-rule' : 'cannot-know') : codeOf(because),
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

/** Doubts that name an effect leave nothing unknown about a command: nothing approves it, that is all. */
function codeOf({ code }: Doubt): Reason['code'] {
  if (code === 'reads-outside') return 'outside-working-directories'
  return effectCodes.has(code) ? 'no-rule' : 'cannot-know'
}

const effectCodes = new Set<Doubt['code']>(['unknown-program', 'writes', 'deletes', 'network', 'runs', 'changes-state'])

/** What only a person may answer, and how that goes beyond the client. */
function lockOf(command: AnalysedCommand, judge: Judge): readonly [Reason | null, StricterCode?] {
  const hidden = hiddenCommand(command, judge)
  if (hidden !== null) return hidden.rule === undefined ? [hidden] : [hidden, 'rule-on-hidden-command']
  const host = hiddenHost(command, judge)
  if (host !== null) return [host, 'domain-rule-on-shell-command']
  const linked = linkedWrite(command)
  if (linked !== null) return [linked, 'path-behind-link']
  const path = hiddenPath(command, judge)
  return path === null ? [null] : [path, 'path-rule-on-pattern']
}

/** How any other question about a command goes beyond the client; undefined when it does not, or when nobody knows. */
function questionBeyond(by: 'guarded' | 'otherwise', command: AnalysedCommand, judge: Judge): StricterCode | undefined {
  if (by === 'otherwise') {
    const reads = command.because?.code === 'reads-outside' && isUnboundedRead(command, judge)
    return reads ? 'read-outside-working-directories' : undefined
  }
  if (movedCall(judge.call) !== null) return 'unknown-input-field'
  const isGuarded = (node: AnalysedCommand) => guardedWrite(node, judge) !== null
  return isUnseenWrite(command, isGuarded) ? 'protected-path-on-program' : undefined
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
  const opened = command.through.length > 0 ? command.redirects.writes : []
  for (const use of [...command.effects.writes, ...command.effects.deletes, ...opened]) {
    const gone = command.effects.deletes.includes(use)
    for (const path of namedPaths(use, command.folders, judge.context, judge.system)) {
      // A pattern that matches nothing removes nothing.
      if (gone && use.glob !== null && judge.system.kind(path.path) === undefined) continue
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
