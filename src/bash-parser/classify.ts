import { baseName, openedPaths } from '../path.ts'
import type { AnalysedCommand, AnalysedRedirect, Analysis } from './analysis.ts'
import { alsoRuns, assignmentDoubt, exportDoubt, setVariable, withVariables } from './assigned.ts'
import { isNowhere, type Surroundings, unboundedRead, withRealPaths } from './bounds.ts'
import { collectEffects, noEffects } from './collect.ts'
import { findProgram } from './commands/index.ts'
import type { CommandEffects, Run } from './effects.ts'
import { type Folders, moves, trackFolders } from './folders.ts'
import { foreignGit, workTree } from './foreign-git.ts'
import { appendedWords, filledWords } from './given.ts'
import type { GlobOptions } from './glob.ts'
import { type Inherited, inheritedFrom } from './inherited.ts'
import {
  inMadeRepository,
  leavesLink,
  linkers,
  makesRepository,
  throughMadeLink,
  writesBelow,
  written,
} from './made.ts'
import { matchedWith, matchingOf } from './matching.ts'
import { withOrigin } from './origins.ts'
import { parse } from './parse.ts'
import { runsNothing } from './precheck.ts'
import { redirectEffects } from './redirects.ts'
import { type Renamed, renamedIn, underNewName } from './renamed.ts'
import type { Doubt, Redirect, Script, SimpleCommand, Word } from './script.ts'
import { stdinText } from './stdin.ts'

/** Wrappers inside wrappers deeper than this are not looked into. */
const maxDepth = 200
/** Words of commands inside wrappers that are looked at for one text; eight characters of a shell text count as one. */
const maxInnerWords = 20_000

/** What is left to be looked at; a text that was made to take for ever ends in `too-deep`. */
interface Budget {
  words: number
}

/** What a script does. Permission and concurrency both ask this one function. */
export function classify(script: Script, given: Surroundings): Analysis {
  const surroundings = { ...given, workingDirectories: withRealPaths(given.workingDirectories, given.system) }
  const text: Text = { script, surroundings, matching: matchingOf(script), budget: { words: maxInnerWords } }
  const commands = analyseAll(text)
  const redirects = script.redirects.map((redirect) => analyseRedirect(redirect, text))
  const wide =
    script.wide === script.commands
      ? commands
      : analyseAll({ ...text, script: { ...script, commands: script.wide }, budget: { words: maxInnerWords } })
  const sets = setVariable(script)
  const poison = sets ?? commands.map(stateChange).find((doubt) => doubt !== null) ?? null
  const because = script.doubt ?? poison ?? firstDoubt(commands) ?? firstDoubt(redirects)
  return { script, commands, redirects, wide, readOnly: because === null, because, sets, poison }
}

/** What holds for all commands of one text. */
interface Text {
  readonly script: Script
  readonly surroundings: Surroundings
  readonly matching: GlobOptions | undefined
  readonly budget: Budget
}

function analyseAll(given: Text): readonly AnalysedCommand[] {
  const { script, surroundings, matching, budget } = given
  const tracker = trackFolders(script, surroundings.cwd, surroundings.home, surroundings.system)
  const moved = (folders: Folders) => folders === null || folders.length > 1 || folders[0] !== surroundings.cwd
  const made: string[] = []
  const links: string[] = []
  let madeRepository = false
  const renamed = renamedIn(script, undefined)
  const through: readonly string[] = []
  return script.commands.map((command) => {
    const folders = tracker.enter(command)
    // Written out: one is made for every command, and a copy of an object costs more than all its fields.
    const scope: Scope = {
      script,
      surroundings,
      folders,
      moved: moved(folders),
      through,
      remote: false,
      inherited: undefined,
      matching,
      renamed,
      budget,
    }
    const read = throughMadeLink(analyseCommand(command, command.words, scope), made, surroundings)
    const throughLink = links.length === 0 ? null : writesBelow(read, links, surroundings)
    const analysed = inMadeRepository(throughLink === null ? read : { ...read, throughLink }, madeRepository)
    tracker.leave(command)
    if (linkers.has(analysed.program ?? '')) made.push(...written(analysed, surroundings))
    if (leavesLink(analysed, links, surroundings)) links.push(...written(analysed, surroundings))
    madeRepository ||= makesRepository(analysed)
    return analysed
  })
}

interface Scope extends Text {
  readonly folders: Folders
  /** A `cd` came before. */
  readonly moved: boolean
  readonly through: readonly string[]
  readonly remote: boolean
  /** Variables of the texts around this one. */
  readonly inherited?: Inherited | undefined
  readonly renamed: Renamed | undefined
}

function analyseCommand(command: SimpleCommand, given: readonly Word[], scope: Scope): AnalysedCommand {
  const { through, remote, folders, surroundings } = scope
  const words = given.map((word) => withOrigin(word, command, scope.script))
  const outermost = through.length === 0
  const first = words[0]
  const program = first === undefined ? null : plainName(first)
  let effects: CommandEffects = noEffects
  if (first !== undefined) effects = programEffects(command, program, first, words.slice(1), scope)
  effects = withDoubt(nameDoubt(first) ?? exportDoubt(program, words), effects)
  // What an assignment in front does to the program comes before what the program does.
  const assigned = outermost ? assignmentDoubt(command, scope.surroundings.system.env) : null
  if (assigned !== null) effects = { ...effects, doubt: assigned }
  if (scope.matching !== undefined) effects = matchedWith(scope.matching, effects)
  if (scope.renamed !== undefined) effects = underNewName(words, through, scope.renamed, effects)
  const redirects = outermost ? opened(command, scope) : noEffects
  if (effects.input !== null) {
    const { text, whole } = stdinText(command, scope.script)
    if (text !== null) effects = alsoRuns(text, words, program ?? '', effects, effects.input)
    if (!whole) effects = { ...effects, unread: effects.unread ?? 'standard input' }
  }
  if (given === command.words) effects = withVariables(command, program, effects)
  const inside = effects.folder === null ? scope : movedTo(effects.folder, scope)
  const inner =
    effects.runs.length === 0 ? nothingInside : effects.runs.flatMap((run) => analyseRun(command, run, inside))
  const becauseOfWords =
    breaksReadOnly(effects, scope) ??
    handsOn(program, effects) ??
    foreignGit(program, inside.moved, surroundings) ??
    firstDoubt(inner)
  const because = becauseOfWords ?? breaksReadOnly(redirects, scope)
  return {
    command,
    words,
    program,
    folders,
    through,
    remote,
    effects,
    redirects,
    inner,
    throughLink: null,
    readOnly: because === null,
    because,
    becauseOfWords,
  }
}

const nothingInside: readonly AnalysedCommand[] = []

/** Why the first of some parts that is not read-only is not; null when all are. */
function firstDoubt(parts: readonly { readonly because: Doubt | null }[]): Doubt | null {
  for (const { because } of parts) if (because !== null) return because
  return null
}

/** What its redirects open. */
function opened(command: SimpleCommand, { script, matching }: Scope): CommandEffects {
  if (command.redirects.length === 0) return noEffects
  const effects = redirectEffects(known(command, script))
  return matching === undefined ? effects : matchedWith(matching, effects)
}

/** Redirects with targets that loops and assignments of the text make known. */
function known(command: SimpleCommand, script: Script): readonly Redirect[] {
  return command.redirects.map((redirect) => ({ ...redirect, target: withOrigin(redirect.target, command, script) }))
}

/** The scope of what a program runs in a folder that it moves to first. */
function movedTo(folder: Word, scope: Scope): Scope {
  const { cwd, platform, system } = scope.surroundings
  const path = folder.value === null ? null : `./${folder.value}`.replace(/^\.\/(?=\/)/, '')
  const folders =
    path === null ? null : (scope.folders?.flatMap((from) => openedPaths(path, from, '/', platform, system)) ?? null)
  return { ...scope, folders, moved: folders === null || folders.some((each) => each !== cwd) }
}

function analyseRedirect(redirect: Script['redirects'][number], text: Text): AnalysedRedirect {
  const { script, surroundings, matching } = text
  // Where a compound command stands after a `cd` is not followed: any `cd` makes its relative targets unknown.
  const repeated = redirect.place.nesting.some((kind) => kind === 'loop' || kind === 'function')
  const moved = script.commands.some(
    (command) =>
      (repeated || command.start < redirect.start) &&
      (moves(command) || script.defines.includes(command.words[0]?.value ?? '')),
  )
  const folders: Folders = moved ? null : [surroundings.cwd]
  const scope: Scope = { ...text, through: [], remote: false, renamed: undefined, folders, moved }
  const plain = redirectEffects([redirect])
  const effects = matching === undefined ? plain : matchedWith(matching, plain)
  const because = breaksReadOnly(effects, scope)
  return { redirect, folders, effects, readOnly: because === null, because }
}

function programEffects(
  command: SimpleCommand,
  program: string | null,
  first: Word,
  rest: readonly Word[],
  scope: Scope,
): CommandEffects {
  if (program === null) {
    const doubt: Doubt = { code: first.value === null ? 'dynamic-command' : 'unknown-program', detail: first.text }
    // From a folder that nobody vouches for: nothing is certain, and what one of that name does counts for deny.
    const name = first.value?.includes('/') ? baseName(first.value) : ''
    const table = name === '' ? undefined : findProgram(name)
    return table === undefined ? withDoubt(doubt, noEffects) : { ...collectEffects(table, name, rest), doubt }
  }
  // A function's body stands in the script itself, so a call of it adds nothing but its arguments.
  if (scope.through.length === 0 && command.callsFunction === true) return noEffects
  const table = findProgram(program)
  if (table === undefined) return withDoubt({ code: 'unknown-program', detail: program }, noEffects)
  return collectEffects(table, program, rest)
}

/** Whoever writes a program's name by a substitution hides it, though its value may be known. */
function nameDoubt(name: Word | undefined): Doubt | null {
  return name !== undefined && name.text !== name.value && /\$\(|`/.test(name.text)
    ? { code: 'dynamic-command', detail: name.text }
    : null
}

/** Folders whose programs are the system's own. */
const trusted = /^\/(usr\/local\/|usr\/)?s?bin\/(?=[^/]+$)/

function plainName(word: Word): string | null {
  if (word.value === null || word.value === '') return null
  const name = word.value.replace(trusted, '')
  return name.includes('/') ? null : name
}

function analyseRun(command: SimpleCommand, run: Run, scope: Scope): readonly AnalysedCommand[] {
  const through = [...scope.through, run.through]
  const inside: Scope = { ...scope, through, remote: scope.remote || run.remote }
  scope.budget.words -= 1 + (run.shell === null ? run.words.length : run.shell.length >> 3)
  if (through.length > maxDepth || scope.budget.words < 0) {
    return [unknownInner(command, run.words, inside, { code: 'too-deep', detail: run.through })]
  }
  if (run.shell !== null) return analyseShell(command, run.shell, run, inside)
  const outermost = scope.through.length === 0
  const filled = outermost ? filledWords(command, run, scope.script) : null
  const words = run.appends
    ? [...run.words, ...appendedWords(command, run, outermost ? scope.script : null)]
    : (filled ?? run.words)
  const inner = analyseCommand(command, words, inside)
  if (filled === null) {
    // Where it is given no other words than those that are seen, the last of them is the last one of the command.
    const nothingElse = run.appends && words.at(-1)?.shapes?.()?.length === 0
    if (!nothingElse) return [inner]
    const { readOnly, because, becauseOfWords } = inner
    return [inner, { ...analyseCommand(command, words.slice(0, -1), inside), readOnly, because, becauseOfWords }]
  }
  // What is filled in counts for deny and ask alone.
  const doubt: Doubt = { code: 'dynamic-word', detail: run.fills?.mark ?? '' }
  return [{ ...inner, readOnly: false, because: inner.because ?? doubt, becauseOfWords: inner.becauseOfWords ?? doubt }]
}

/** The commands of a text that a shell inside reads; its own `cd` is followed. */
function analyseShell(
  holder: SimpleCommand,
  text: string,
  { words, args }: Run,
  outer: Scope,
): readonly AnalysedCommand[] {
  const inherited = outer.remote ? undefined : inheritedFrom(outer.script, outer.inherited)
  const { system, cwd } = outer.surroundings
  const home = inherited?.('HOME') === undefined ? outer.surroundings.home : undefined
  const [only, ...others] = outer.folders ?? []
  const from = only !== undefined && others.length === 0 ? only : undefined
  const root = (folder: string) => workTree(folder, system)
  const known = { home, inherited, root, ...(args === null ? {} : { args }) }
  const script = parse(text, from === undefined || outer.remote ? known : { ...known, cwd: from })
  const tracker = trackFolders(script, from ?? cwd, home ?? null, system)
  const matching = matchingOf(script) ?? outer.matching
  const scope: Scope = { ...outer, script, inherited, matching, renamed: renamedIn(script, outer.renamed) }
  const found = (script.doubt === null ? script.commands : script.wide).map((each) => {
    const entered = tracker.enter(each)
    const folders = from === undefined ? null : entered
    const analysed = analyseInner(holder, each, { ...scope, folders })
    tracker.leave(each)
    return analysed
  })
  for (const redirect of script.redirects) {
    const effects = redirectEffects([redirect])
    const because = breaksReadOnly(effects, scope) ?? { code: 'runs', detail: redirect.target.text }
    found.push({ ...unknownInner(holder, [], scope, because), effects: noEffects, redirects: effects })
  }
  // Which shell it is and how it was started decides whether an alias holds.
  if (script.commands.some(({ words: [first] }) => first?.value === 'alias')) {
    const because: Doubt = { code: 'unknown-script', detail: 'alias' }
    const inner = unknownInner(holder, words, scope, because)
    found.push({ ...inner, effects: { ...inner.effects, unread: 'alias' } })
  }
  const poison = setVariable(script)
  if (poison !== null) found.push(unknownInner(holder, words, scope, poison))
  if (script.doubt === null) return found
  const rest = unknownInner(holder, words, scope, script.doubt)
  const unread = runsNothing(text, script.doubt) ? null : script.doubt.detail
  return [...found, { ...rest, effects: { ...rest.effects, unread } }]
}

function analyseInner(holder: SimpleCommand, command: SimpleCommand, scope: Scope): AnalysedCommand {
  const analysed = analyseCommand(command, command.words, scope)
  const extra = withDoubt(assignmentDoubt(command, scope.surroundings.system.env), opened(command, scope))
  const because = analysed.because ?? breaksReadOnly(extra, scope)
  return {
    ...analysed,
    command: holder,
    redirects: extra,
    readOnly: because === null,
    because,
    becauseOfWords: because,
  }
}

function unknownInner(command: SimpleCommand, words: readonly Word[], scope: Scope, doubt: Doubt): AnalysedCommand {
  return {
    command,
    words,
    program: null,
    folders: scope.folders,
    through: scope.through,
    remote: scope.remote,
    effects: withDoubt(doubt, noEffects),
    redirects: noEffects,
    inner: [],
    throughLink: null,
    readOnly: false,
    because: doubt,
    becauseOfWords: doubt,
  }
}

function withDoubt(doubt: Doubt | null, effects: CommandEffects): CommandEffects {
  return doubt === null ? effects : { ...effects, doubt: effects.doubt ?? doubt }
}

/** Codes that say: the shell is no longer what it was, so later words may mean something else. */
function stateChange(command: AnalysedCommand): Doubt | null {
  const { doubt } = command.effects
  const assignsOnly = command.words.length === 0 && doubt?.code === 'environment'
  return doubt?.code === 'shell-state' || assignsOnly ? doubt : null
}

function breaksReadOnly(effects: CommandEffects, scope: Scope): Doubt | null {
  if (effects.doubt !== null) return effects.doubt
  const write = effects.writes.find((use) => use.path === null || !isNowhere(use.path))
  if (write !== undefined) return { code: 'writes', detail: write.path ?? write.glob ?? 'a file' }
  const [deleted] = effects.deletes
  if (deleted !== undefined) return { code: 'deletes', detail: deleted.path ?? deleted.glob ?? 'a file' }
  const [host] = effects.hosts
  if (host !== undefined) return { code: 'network', detail: host ?? 'a host' }
  const [change] = effects.changes
  if (change !== undefined) return { code: 'changes-state', detail: change }
  for (const use of effects.reads) {
    const doubt = scope.remote ? null : unboundedRead(use, scope.folders, scope.surroundings)
    if (doubt !== null) return doubt
  }
  return null
}

/**
 * Commands that are handed on to something this reading does not vouch for: a shell that reads the text anew (spec/bash.md
 * 4.6), or `find`, whose names nobody has seen yet; the client asks for both whatever the inner command is.
 */
function handsOn(program: string | null, effects: CommandEffects): Doubt | null {
  const shell = effects.runs.find((run) => run.shell !== null)
  if (shell !== undefined) return { code: 'runs', detail: shell.shell ?? '' }
  return program === 'find' && effects.runs.length > 0 ? { code: 'runs', detail: 'find -exec' } : null
}
