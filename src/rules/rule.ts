import type { Effect } from '../decision.ts'
import type { PermissionContext, RuleEntry } from './context.ts'
import { type CommandPattern, compileCommand } from './specifiers/command.ts'
import { compileDomain } from './specifiers/domain.ts'
import { compileParameter, type ParameterPattern, primaryFields } from './specifiers/parameter.ts'
import { compilePath, type PathPattern } from './specifiers/path.ts'
import { compileSkill } from './specifiers/skill.ts'
import { canonicalTool, compileToolName, isAllowableGlob } from './specifiers/tool.ts'
import { knownTools } from './tools.ts'
import { posixFolders, windowsSpecifier } from './windows.ts'

/** A rule taken apart: tool and specifier. A specifier of `*` is the same as none. */
export interface RuleText {
  readonly tool: string
  /** null for a rule on the whole tool. */
  readonly specifier: string | null
}

/** Why a rule can never match. The code is an issue code. */
export interface DeadRule {
  readonly dead:
    | 'rule-empty'
    | 'rule-unclosed'
    | 'rule-trailing-text'
    | 'rule-blank-before-parenthesis'
    | 'rule-empty-specifier'
    | 'rule-unknown-tool'
    | 'rule-allow-glob'
    | 'rule-mcp-specifier'
    | 'rule-path-tool'
    | 'rule-primary-parameter'
    | 'rule-not-a-domain'
    | 'rule-no-specifier-form'
    | 'rule-path-matches-nothing'
    | 'rule-negated-allow'
}

export type CompiledRule = {
  readonly entry: RuleEntry
  readonly tool: (tool: string) => boolean
} /** `starred`: written `Tool(*)`, which allows a file tool no more than the working directories (recorded behaviour). */ & (
  | { readonly kind: 'tool'; readonly starred: boolean }
  /** `parameter`: the same text read as a parameter rule; `Bash(timeout:5)` may mean either. */
  | { readonly kind: 'command'; readonly pattern: CommandPattern; readonly parameter: ParameterPattern | null }
  | { readonly kind: 'path'; readonly access: 'read' | 'edit'; readonly path: PathPattern }
  | { readonly kind: 'domain'; readonly matches: (host: string) => boolean }
  | { readonly kind: 'agent' | 'skill'; readonly matches: (name: string) => boolean }
  | { readonly kind: 'parameter'; readonly parameter: ParameterPattern }
  | { readonly kind: 'powershell'; readonly pattern: CommandPattern }
)

export type CommandRule = Extract<CompiledRule, { kind: 'command' }>
export type PathRule = Extract<CompiledRule, { kind: 'path' }>

/** Tools whose path rules are written under another name: only `Read(path)` and `Edit(path)` are consulted. */
const neverPathTools = new Set(['Write', 'MultiEdit', 'Glob', 'Grep', 'LSP'])

/** Takes a rule apart; says why when it can never match anything. */
export function parseRule(text: string): RuleText | DeadRule {
  const trimmed = text.trim()
  if (trimmed === '') return { dead: 'rule-empty' }
  const open = trimmed.indexOf('(')
  if (open < 0) {
    return /[\s)]/.test(trimmed) && !trimmed.startsWith('mcp__')
      ? { dead: 'rule-unknown-tool' }
      : { tool: trimmed, specifier: null }
  }
  const close = trimmed.lastIndexOf(')')
  if (close < open) return { dead: 'rule-unclosed' }
  if (close !== trimmed.length - 1) return { dead: 'rule-trailing-text' }
  const tool = trimmed.slice(0, open)
  if (/\s$/.test(tool)) return { dead: 'rule-blank-before-parenthesis' }
  if (!/^[A-Za-z_*][\w*-]*$/.test(tool)) return { dead: 'rule-unknown-tool' }
  const specifier = trimmed.slice(open + 1, close)
  if (specifier === '') return { dead: 'rule-empty-specifier' }
  return { tool, specifier: specifier === '*' ? null : specifier }
}

/** Compiles one entry for one context; says why when it can never match. */
export function compileRule(entry: RuleEntry, context: PermissionContext): CompiledRule | DeadRule {
  const parsed = parseRule(entry.text)
  if ('dead' in parsed) return parsed
  const { tool: name, specifier } = parsed
  const { effect } = entry
  if (name.startsWith('mcp__') && entry.text.includes('(')) return { dead: 'rule-mcp-specifier' }
  if (effect === 'allow' && name.includes('*') && !isAllowableGlob(name)) return { dead: 'rule-allow-glob' }
  const tool = compileToolName(name, effect)
  if (specifier === null) {
    return { entry, kind: 'tool', tool, starred: entry.text.includes('(') }
  }
  const canonical = canonicalTool(name)
  const parameter = effect === 'allow' ? null : compileParameter(canonical, specifier)
  if (parameter !== null && canonical !== 'Bash') {
    const primary = primaryFields[canonical]
    return parameter.name === primary
      ? { dead: 'rule-primary-parameter' }
      : { entry, kind: 'parameter', tool, parameter }
  }
  switch (canonical) {
    case 'Bash':
      if (parameter?.name === 'command') return { dead: 'rule-primary-parameter' }
      return { entry, kind: 'command', tool, pattern: compileCommand(specifier), parameter }
    case 'PowerShell':
      return { entry, kind: 'powershell', tool, pattern: compileCommand(specifier.toLowerCase()) }
    case 'Read':
    case 'Edit':
    case 'NotebookEdit':
      return compilePathRule(entry, canonical, specifier, context)
    case 'WebFetch': {
      const matches = compileDomain(specifier)
      return matches === null ? { dead: 'rule-not-a-domain' } : { entry, kind: 'domain', tool, matches }
    }
    case 'Agent':
      return { entry, kind: 'agent', tool, matches: (type) => type === specifier }
    case 'Skill':
      return { entry, kind: 'skill', tool, matches: compileSkill(specifier, effect) }
    default:
      return { dead: neverPathTools.has(canonical) ? 'rule-path-tool' : 'rule-no-specifier-form' }
  }
}

function compilePathRule(
  entry: RuleEntry,
  tool: string,
  specifier: string,
  context: PermissionContext,
): CompiledRule | DeadRule {
  if (tool === 'NotebookEdit') return { dead: 'rule-path-tool' }
  if (entry.effect === 'allow' && specifier.startsWith('!')) return { dead: 'rule-negated-allow' }
  const { cwd, home, workingDirectories, anchors, platform } = posixFolders(context)
  const source = anchors[entry.source.file] ?? cwd
  const others = workingDirectories.filter((folder) => folder !== cwd)
  const path = compilePath(platform === 'win32' ? windowsSpecifier(specifier) : specifier, entry.effect, {
    cwd,
    home,
    others,
    source,
    caseMatters: platform === 'linux',
  })
  if (path === null) return { dead: 'rule-path-matches-nothing' }
  return { entry, kind: 'path', tool: () => false, access: tool === 'Read' ? 'read' : 'edit', path }
}

/** The living rules of one effect, looked up by the first word of a command. */
export interface RuleList {
  /** In the order of the layers and files. */
  readonly all: readonly CompiledRule[]
  readonly paths: readonly PathRule[]
  /**
   * The first rule in that order which the test accepts. Not asked: command rules that start with none of `words`, and
   * path rules where the subject has no `paths`.
   */
  find(
    test: (rule: CompiledRule) => boolean,
    words: () => ReadonlySet<string> | null,
    paths: boolean,
  ): CompiledRule | undefined
}

export type CompiledRules = Readonly<Record<Effect, RuleList>>

const compiled = new WeakMap<PermissionContext, CompiledRules>()

/** The rules of a context, compiled once. Dead ones are left out. */
export function compiledRules(context: PermissionContext): CompiledRules {
  const known = compiled.get(context)
  if (known !== undefined) return known
  const compile = (entries: readonly RuleEntry[]) =>
    listOf(entries.map((entry) => compileRule(entry, context)).filter((rule) => !('dead' in rule)) as CompiledRule[])
  const rules = {
    deny: compile(context.rules.deny),
    ask: compile(context.rules.ask),
    allow: compile(context.rules.allow),
  }
  compiled.set(context, rules)
  return rules
}

/** Below this many rules a look-up costs more than asking each. */
const worthAnIndex = 16

function listOf(all: readonly CompiledRule[]): RuleList {
  const paths = all.filter((rule) => rule.kind === 'path')
  if (all.length < worthAnIndex) return { all, paths, find: (test) => all.find(test) }
  const keyed = new Map<string, number[]>()
  const onPaths: number[] = []
  const rest: number[] = []
  all.forEach((rule, i) => {
    const word = firstWord(rule)
    if (word === null) (rule.kind === 'path' ? onPaths : rest).push(i)
    else keyed.set(word, [...(keyed.get(word) ?? []), i])
  })
  const find: RuleList['find'] = (test, words, paths) => {
    let first = all.length
    const look = (some: readonly number[]) => {
      for (const i of some) {
        if (i >= first) break
        if (test(all[i] as CompiledRule)) first = i
      }
    }
    look(rest)
    if (paths) look(onPaths)
    for (const word of words() ?? []) look(keyed.get(word) ?? [])
    return all[first]
  }
  return { all, paths, find }
}

/** The word every command starts with that a rule can match; null when there is no such word. */
function firstWord(rule: CompiledRule): string | null {
  if (rule.kind !== 'command' || rule.pattern.compound || rule.parameter !== null) return null
  const { kind, literal } = rule.pattern
  const head = kind === 'wildcard' ? literal.slice(0, literal.indexOf('*')) : literal.replace(/:\*$/, ' ')
  return /^(\S+)\s/.exec(kind === 'exact' ? `${head} ` : head)?.[1] ?? null
}

/** An entry that can never decide anything, and why. */
export interface FoundDeadRule {
  readonly entry: RuleEntry
  readonly code: DeadRule['dead'] | 'rule-no-such-tool'
}

/** Every rule of a context that can never match, in the order of the files. */
export function findDeadRules(context: PermissionContext): readonly FoundDeadRule[] {
  const found: FoundDeadRule[] = []
  for (const effect of ['deny', 'ask', 'allow'] as const) {
    for (const entry of context.rules[effect]) {
      const rule = compileRule(entry, context)
      if ('dead' in rule) found.push({ entry, code: rule.dead })
      else if (!namesTool(entry.text)) found.push({ entry, code: 'rule-no-such-tool' })
    }
  }
  return found
}

/** Whether the tool part of a rule can be the name of a tool: a known one, an MCP tool, or a pattern. */
function namesTool(text: string): boolean {
  const parsed = parseRule(text)
  if ('dead' in parsed) return true
  return parsed.tool.startsWith('mcp__') || parsed.tool.includes('*') || knownTools.has(canonicalTool(parsed.tool))
}
