import type { RuleEntry } from '../rules/context.ts'
import { parseRule } from '../rules/rule.ts'
import { everyRule, withRules } from './bench.ts'
import { placeId, rulesUnderTest } from './coverage.ts'
import { type ReadyCase, runCase } from './run-cases.ts'

/** A rule taken away, or given a text that covers more. */
export interface Mutant {
  readonly entry: RuleEntry
  /** null: the rule is gone. */
  readonly text: string | null
}

/** The mutants that no case notices: rules whose loss, or whose loosening, would go unseen. */
export function survivors(cases: readonly ReadyCase[]): Mutant[] {
  return rulesUnderTest(cases).flatMap((entry) => {
    const concerned = cases.filter(({ bench }) => everyRule(bench.context).some((other) => isSame(other, entry)))
    // Cases that name the rule notice first; most others never would.
    concerned.sort((a, b) => Number(names(b, entry)) - Number(names(a, entry)))
    return mutantsOf(entry).filter((mutant) => !isNoticed(mutant, concerned))
  })
}

function names({ one }: ReadyCase, { text }: RuleEntry): boolean {
  return one.rule === text || one.leftAloneBy === text
}

/** Every mutant of every rule under test. */
export function mutants(cases: readonly ReadyCase[]): Mutant[] {
  return rulesUnderTest(cases).flatMap(mutantsOf)
}

function mutantsOf(entry: RuleEntry): Mutant[] {
  const wide = widened(entry)
  return [{ entry, text: null }, ...(wide === null ? [] : [{ entry, text: wide }])]
}

function isNoticed({ entry, text }: Mutant, cases: readonly ReadyCase[]): boolean {
  const changed = new Map<ReadyCase['bench'], ReadyCase['bench']>()
  return cases.some(({ one, bench }) => {
    let mutated = changed.get(bench)
    if (mutated === undefined) {
      const entries = everyRule(bench.context).flatMap((other) =>
        !isSame(other, entry) ? [other] : text === null ? [] : [{ ...other, text }],
      )
      mutated = { context: withRules(bench.context, entries), system: bench.system }
      changed.set(bench, mutated)
    }
    return runCase({ one, bench: mutated }, entry).problems.length > 0
  })
}

function isSame(a: RuleEntry, b: RuleEntry): boolean {
  return placeId(a.text, a.source) === placeId(b.text, b.source)
}

/** A text that covers what the rule covers and a step more; null where there is no such step. */
export function widened({ text, effect }: RuleEntry): string | null {
  const parsed = parseRule(text)
  if ('dead' in parsed) return null
  const { tool, specifier } = parsed
  if (specifier === null) return widenedTool(tool, effect === 'allow')
  const wide = widenedSpecifier(tool, specifier)
  return wide === specifier ? null : wide === null ? tool : `${tool}(${wide})`
}

function widenedTool(tool: string, allows: boolean): string | null {
  const [, server, name] = /^(mcp__.+?)__(.+)$/.exec(tool) ?? []
  if (server !== undefined && name !== '*') return server
  return tool.startsWith('mcp__') && tool !== 'mcp__*' && !allows ? 'mcp__*' : null
}

/** null: the whole tool. */
function widenedSpecifier(tool: string, specifier: string): string | null {
  if (tool === 'Bash' || tool === 'PowerShell') return widenedCommand(specifier)
  if (tool === 'WebFetch') return 'domain:*'
  if (tool === 'Read' || tool === 'Edit') return widenedPath(specifier)
  const [, parameter] = /^\s*([A-Za-z_]\w*)\s*:\s*[^*\s]/.exec(specifier) ?? []
  return parameter === undefined ? null : `${parameter}:*`
}

/** `npm test` becomes `npm test *`, `git push --force *` becomes `git push *`, `git * main` becomes `git *`. */
function widenedCommand(specifier: string): string | null {
  if (!specifier.includes('*')) return `${specifier} *`
  const star = specifier.indexOf('*')
  const head = specifier.slice(0, star).replace(/:$/, ' ')
  const rest = specifier.slice(star + 1)
  const shorter = rest === '' ? head.trimEnd().replace(/\s*\S+$/, '') : head.trimEnd()
  return shorter === '' ? null : `${shorter} *`
}

/** `src/a.ts` becomes `src/*`, `~/.ssh/**` becomes `~/**`, `.env` becomes `*`. */
function widenedPath(specifier: string): string {
  const [, negation = '', path = ''] = /^(!?)(.*)$/s.exec(specifier) ?? []
  const whole = path.replace(/\/\*\*$/, '')
  const cut = whole.lastIndexOf('/')
  const folder = whole.slice(0, cut + 1)
  return `${negation}${folder}${path === whole ? '*' : '**'}`
}
