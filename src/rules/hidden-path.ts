import type { AnalysedCommand } from '../bash-parser/analysis.ts'
import { resolvePaths } from '../bash-parser/bounds.ts'
import { noEffects } from '../bash-parser/collect.ts'
import type { PathUse } from '../bash-parser/effects.ts'
import type { Folders } from '../bash-parser/folders.ts'
import { expandGlob } from '../bash-parser/glob.ts'
import type { Script, Word } from '../bash-parser/script.ts'
import type { Reason } from '../decision.ts'
import { absolutePath } from '../path.ts'
import { hides } from './hidden.ts'
import { namePath, pathRuleCovers } from './paths.ts'
import { compiledRules, type PathRule } from './rule.ts'
import type { Judge } from './shell-judge.ts'
import { mayMatch } from './shell-paths.ts'

/**
 * A file only the running shell knows that may be one a deny rule keeps from being written; or from being read, where the
 * text itself holds a name of such a file; null when there is none.
 */
export function hiddenPath(command: AnalysedCommand, judge: Judge): Reason | null {
  return hiddenIn(command, command.command.text, judge)
}

function hiddenIn(node: AnalysedCommand, subject: string, judge: Judge): Reason | null {
  if (node.remote) return null
  const { reads, writes, deletes } = node.effects
  // Redirects of the text itself are subjects of their own.
  const opened = node.through.length > 0 ? node.redirects : noEffects
  const found =
    firstHidden([...writes, ...deletes, ...opened.writes], 'edit', node.folders, judge) ??
    firstHidden([...reads, ...opened.reads], 'read', node.folders, judge)
  if (found !== null) return { ...found, subject }
  // A program of unknown name may do anything with a file that the text names.
  const [first] = node.words
  if (first !== undefined && first.value === null) {
    const reason = hiddenFrom(first, node.folders, judge)
    if (reason !== null) return { ...reason, subject }
  }
  for (const inner of node.inner) {
    const reason = hiddenIn(inner, subject, judge)
    if (reason !== null) return reason
  }
  return null
}

function firstHidden(uses: readonly PathUse[], access: 'read' | 'edit', folders: Folders, judge: Judge): Reason | null {
  for (const use of uses) {
    const reason = hiddenUse(use, access, folders, judge)
    if (reason !== null) return reason
  }
  return null
}

function hiddenFrom({ text, start, end }: Word, folders: Folders, judge: Judge): Reason | null {
  const rules = compiledRules(judge.context).deny.paths.filter((rule) => !rule.path.negated)
  if (rules.length === 0) return null
  const rule = namedInText({ path: null, glob: null, tree: false, start, end }, folders, rules, judge)
  return rule === null ? null : hides(undefined, text, rule)
}

/** The same for one file. */
export function hiddenUse(use: PathUse, access: 'read' | 'edit', folders: Folders, judge: Judge): Reason | null {
  const unknown = use.path === null && use.glob === null
  const resolved = unknown ? null : resolvePaths(use, folders, { ...judge.context, system: judge.system })
  const listed = access === 'read' && use.listed === true
  if (resolved !== null && !listed) return null
  const rules = compiledRules(judge.context).deny.paths.filter((rule) => rule.access === access && !rule.path.negated)
  const [first] = rules
  if (first === undefined) return null
  const shapes = use.shapes?.() ?? null
  const rule = shapes === null ? undefined : shapedRule(shapes, folders, rules, judge)
  const hidden = rule !== undefined ? rule : access === 'edit' ? first : namedInText(use, folders, rules, judge)
  if (hidden === null) return null
  return hides(undefined, use.path ?? use.glob ?? 'a file only the running shell knows', hidden)
}

/** The rule that speaks of a path which patterns of its values match; undefined when they cannot be followed. */
function shapedRule(
  shapes: readonly string[],
  folders: Folders,
  rules: readonly PathRule[],
  judge: Judge,
): PathRule | null | undefined {
  const { context, system } = judge
  const paths: string[] = []
  for (const shape of shapes.flatMap(alsoUpwards)) {
    const from = shape.startsWith('/') ? (folders ?? [context.cwd]) : folders
    const found = expandGlob(shape, from, system, { hidden: true })
    // Of names that are not there yet, one stands for all that the pattern matches.
    const some = expandGlob(shape.replace(/\*+/g, 'x'), from, system)
    if (found === null || some === null) return undefined
    paths.push(...found, ...some)
  }
  const all = compiledRules(context).deny.all
  const covers = (rule: PathRule) => {
    const fresh = shapes
      .filter((shape) => shape.includes('*'))
      .flatMap((shape) => mayMatch(shape, rule, folders, context, system, { hidden: true, fresh: true }))
    return [...paths, ...fresh].some((path) => pathRuleCovers(rule, namePath(path, context, system), all, system))
  }
  return rules.find(covers) ?? null
}

/** A pattern, and what it is where a part of it that is nothing but wildcards and dots turns out to be `..`. */
function alsoUpwards(shape: string): readonly string[] {
  const upwards = shape.replace(/(^|\/)(?:\.?\*+\.?\**|\.\.?\*+)(?=\/)/g, '$1..')
  return upwards === shape ? [shape] : [shape, upwards]
}

/** Longer texts name any file. */
const maxNames = 4000
const names = new WeakMap<Script, readonly string[]>()

/** Pieces of a text that may be names of files. */
function namesIn(script: Script): readonly string[] {
  const known = names.get(script)
  if (known !== undefined) return known
  const { text } = script
  // Quotes and `${name:-` may stand in the middle of a name.
  const folded = text.replace(/['"\\]/g, '')
  const texts = [text, folded, folded.replace(/\$\{\w+:?[-=+]|\}/g, ''), text.replace(/\\[abfnrtv0]/g, ' ')]
  const pieces = texts.flatMap((each) => each.match(/[\w./~@%+:*?-]+/g) ?? [])
  const found = [...new Set(pieces.flatMap((piece) => [piece, ...piece.split(':'), piece.replace(/^[-+]+/, '')]))]
  const homes = [...text.matchAll(/\bHOME=["']?([\w./-]+)/g)].slice(0, 8).map(([, home]) => home)
  const moved = found.flatMap((piece) =>
    piece.startsWith('~/') ? homes.map((home) => `${home}${piece.slice(1)}`) : [],
  )
  const some = [...found, ...moved].filter((piece) => piece !== '')
  names.set(script, some)
  return some
}

/** The rule that forbids reading a file the text names somewhere, and that a path of unknown value may be; null when none does. */
function namedInText(use: PathUse, folders: Folders, rules: readonly PathRule[], judge: Judge): PathRule | null {
  const known = answers.get(judge) ?? new Map<string, PathRule | null>()
  answers.set(judge, known)
  const key = JSON.stringify([use.prefix, use.path, folders, rules.length])
  const before = known.get(key)
  if (before !== undefined) return before
  const found = findNamed(use, folders, rules, judge)
  known.set(key, found)
  return found
}

const answers = new WeakMap<Judge, Map<string, PathRule | null>>()

function findNamed(use: PathUse, folders: Folders, rules: readonly PathRule[], judge: Judge): PathRule | null {
  const { context, system } = judge
  const { prefix = '', path } = use
  const names = namesIn(judge.analysis.script)
  if (names.length > maxNames) return rules[0] ?? null
  const all = compiledRules(context).deny.all
  const covers = (rule: PathRule, place: string) => pathRuleCovers(rule, namePath(place, context, system), all, system)
  for (const name of names) {
    const candidates =
      path !== null
        ? [`${name}/${path}`]
        : prefix === ''
          ? [name]
          : [...(name.startsWith(prefix) ? [name] : []), prefix + name]
    for (const candidate of candidates) {
      if (/[*?]/.test(candidate)) {
        const matched = (rule: PathRule) => mayMatch(candidate, rule, folders, context, system, { fresh: true })
        const rule = rules.find((one) => /[\w]/.test(candidate) && matched(one).some((place) => covers(one, place)))
        if (rule !== undefined) return rule
        continue
      }
      const from = candidate.startsWith('/') ? ['/'] : (folders ?? [context.cwd])
      const places = from.map((folder) =>
        absolutePath(candidate.startsWith('~') ? candidate : `./${candidate}`, folder, context.home),
      )
      const rule = rules.find((one) => places.some((place) => covers(one, place)))
      if (rule !== undefined) return rule
    }
  }
  return null
}
