import type { CompiledRule } from '../../rules/rule.ts'
import { parseRule } from '../../rules/rule.ts'
import type { CommandPattern } from '../../rules/specifiers/command.ts'
import { canonicalTool } from '../../rules/specifiers/tool.ts'
import { type Automaton, acceptsText, automaton, findText, type Pattern, type Piece } from './automaton.ts'
import { commandPattern, commandTexts } from './command-language.ts'
import { ignoringCase, type LetterSet, letters } from './letters.ts'
import { below, pathPattern } from './path-language.ts'

/** What a rule matches: texts of one kind, for example commands of Bash or files that are read. */
export interface RuleLanguage {
  /** Texts of different kinds are never the same thing. */
  readonly kind: string
  readonly machine: Automaton
  /** The texts that can occur at all. */
  readonly texts: readonly Automaton[]
}

/** The language of a rule; null where a rule cannot be said as one: `!` paths, paths through links. */
export function ruleLanguage(rule: CompiledRule): RuleLanguage | null {
  const known = languages.get(rule)
  if (known !== undefined) return known
  const language = makeLanguage(rule)
  languages.set(rule, language)
  return language
}

const languages = new WeakMap<CompiledRule, RuleLanguage | null>()

function makeLanguage(rule: CompiledRule): RuleLanguage | null {
  const parsed = parseRule(rule.entry.text)
  if ('dead' in parsed) return null
  const name = canonicalTool(parsed.tool)
  const specifier = parsed.specifier ?? ''
  switch (rule.kind) {
    case 'tool':
      return { kind: 'tool', machine: automaton([toolPattern(name)]), texts: [] }
    case 'command':
      // `run_in_background:true` may be a command or a parameter.
      if (rule.parameter !== null) return null
      // A rule with an operator speaks of whole command lines, never of one command.
      return {
        kind: rule.pattern.compound ? 'command line' : 'command',
        machine: automaton(commandPatterns(specifier)),
        texts: [commandTexts],
      }
    case 'powershell':
      return {
        kind: 'powershell',
        machine: automaton([commandPattern(specifier.toLowerCase())]),
        texts: [commandTexts],
      }
    case 'path': {
      const pattern = rule.path.negated ? undefined : pathPattern(rule.path.pattern)
      if (pattern === undefined) return null
      const folded = rule.entry.effect === 'allow' ? pattern : foldCase(pattern)
      return { kind: `path ${rule.access}`, machine: automaton([below(rule.path.root, folded)]), texts: [] }
    }
    case 'domain':
      return { kind: 'domain', machine: automaton([hostPattern(specifier)]), texts: [] }
    case 'agent':
      return { kind: 'agent', machine: automaton([literally(specifier)]), texts: [] }
    case 'skill':
      return { kind: 'skill', machine: automaton([commandPattern(skillText(specifier))]), texts: [commandTexts] }
    case 'parameter': {
      const value = specifier.slice(specifier.indexOf(':') + 1).trim()
      const pieces = [...value].map((letter) => (letter === '*' ? anything : one(letter)))
      return {
        kind: `parameter ${name} ${rule.parameter.name}`,
        machine: automaton([{ pieces, skips: [] }]),
        texts: [],
      }
    }
  }
}

/**
 * Whether everything that `narrow` matches is matched by `wide`. True is a proof over the texts of both rules; false may
 * also mean that the question is beyond this comparison.
 */
export function covers(wide: CompiledRule, narrow: CompiledRule): boolean {
  if (wide.kind === 'command' && narrow.kind === 'command' && !mayCover(wide.pattern, narrow.pattern)) return false
  if (wide.kind === 'tool' && narrow.kind !== 'tool') return wide.tool(toolOf(narrow))
  if (isRelative(narrow) && !isRelative(wide)) return false
  const a = ruleLanguage(narrow)
  const b = ruleLanguage(wide)
  if (a === null || b === null || a.kind !== b.kind) return false
  // A rule that matches nothing at all is covered by none: it is broken, not needless.
  const member = shortest(a)
  if (member === null || !acceptsText(b.machine, member)) return false
  return findText([a.machine, ...a.texts], [b.machine]).found === 'nothing'
}

const members = new WeakMap<RuleLanguage, string | null>()

/** The shortest text of a language; null when it has none. */
function shortest(language: RuleLanguage): string | null {
  const known = members.get(language)
  if (known !== undefined) return known
  const found = findText([language.machine, ...language.texts])
  const text = found.found === 'text' ? found.text : null
  members.set(language, text)
  return text
}

/** Everything begins with the plain text before the first `*`: a cheap no for most pairs of a long list. */
function mayCover(wide: CommandPattern, narrow: CommandPattern): boolean {
  return headOf(narrow).startsWith(headOf(wide))
}

const heads = new WeakMap<CommandPattern, string>()

function headOf(pattern: CommandPattern): string {
  const known = heads.get(pattern)
  if (known !== undefined) return known
  const [text = ''] = pattern.literal.split(/:\*$|\*/)
  const head = text.trimEnd().replace(/\\(?=[()])/g, '')
  heads.set(pattern, head)
  return head
}

/** The tool a rule is written for. */
export function toolOf(rule: CompiledRule): string {
  const parsed = parseRule(rule.entry.text)
  return 'dead' in parsed ? '' : canonicalTool(parsed.tool)
}

/** Relative path rules hold below every working directory, not only below the one they are compared at. */
function isRelative(rule: CompiledRule): boolean {
  return rule.kind === 'path' && rule.path.carvable
}

const anything: Piece = { set: { ranges: [], negated: true }, repeat: true }
const label: LetterSet = { ranges: letters('.').ranges, negated: true }

function one(letter: string): Piece {
  return { set: letters(letter), repeat: false }
}

function literally(text: string): Pattern {
  return { pieces: [...text].map(one), skips: [] }
}

/** Rules written by older clients escape parentheses, except in the `:*` form; an exact one may mean either text. */
function commandPatterns(specifier: string): Pattern[] {
  if (specifier.endsWith(':*')) return [commandPattern(specifier)]
  const text = specifier.replace(/\\([()])/g, '$1')
  return specifier.includes('*') ? [commandPattern(text)] : [commandPattern(text), commandPattern(specifier)]
}

function toolPattern(name: string): Pattern {
  const isServer = /^mcp__.+/.test(name) && !/^mcp__.+?__./.test(name)
  const text = isServer ? `${name}__*` : name
  return { pieces: [...text].map((letter) => (letter === '*' ? anything : one(letter))), skips: [] }
}

/** A leading `*.` crosses labels, any other `*` stays in one. */
function hostPattern(specifier: string): Pattern {
  const host = specifier
    .replace(/^domain:/, '')
    .toLowerCase()
    .replace(/\.$/, '')
  if (host === '*') return { pieces: [anything], skips: [] }
  const crosses = host.startsWith('*.')
  const rest = [...(crosses ? host.slice(1) : host)].map(
    (letter): Piece => (letter === '*' ? { set: label, repeat: true } : one(letter)),
  )
  return { pieces: crosses ? [{ ...anything, repeat: false }, anything, ...rest] : rest, skips: [] }
}

function skillText(specifier: string): string {
  const name = specifier.replace(/^skill:/, '').replace(/(:\*| \*)$/, '')
  return `${name} *`
}

function foldCase(pattern: Pattern): Pattern {
  return {
    ...pattern,
    pieces: pattern.pieces.map((piece) => (piece === null ? null : { ...piece, set: ignoringCase(piece.set) })),
  }
}
