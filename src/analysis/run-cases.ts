import { isAbsolute } from 'node:path'
import type { Decision, Source } from '../decision.ts'
import type { Issue } from '../errors.ts'
import { sentence } from '../explain.ts'
import type { RuleEntry } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import { type Bench, type BenchOptions, makeBench } from './bench.ts'
import { showCall } from './call-notation.ts'
import { type CaseFile, type PolicyCase, readCaseFile } from './case-file.ts'
import { loadPolicy } from './check-policy.ts'
import type { Policy } from './policy-file.ts'
import { isIssues, readYamlFile } from './yaml-file.ts'

/** A case with all it takes to decide it, again and again with other rules. */
export interface ReadyCase {
  readonly one: PolicyCase
  readonly bench: Bench
}

export interface CaseResult {
  readonly one: PolicyCase
  readonly decision: Decision
  /** What differs from the expectation, a line each; empty: it passed. */
  readonly problems: readonly string[]
}

export interface ReadyCases {
  readonly cases: readonly ReadyCase[]
  readonly issues: readonly Issue[]
  /** Case files, policies and settings that were read. */
  readonly files: readonly string[]
}

/** Reads files of cases and policies (whose examples are cases) and sets up what each needs. */
export function readyCases(files: readonly string[], options: BenchOptions): ReadyCases {
  const cases: ReadyCase[] = []
  const issues: Issue[] = []
  const tested = new Set<string>()
  for (const path of files) {
    const found = new Map<string, Policy>()
    const read = isPolicyFile(path, options) ? readExamples(path, found, options) : readCaseFile(path, options.disk)
    const faults = isIssues(read) ? read : loadMissing(read.policies, found, options)
    if (isIssues(read) || faults.length > 0) {
      issues.push(...faults)
      continue
    }
    for (const file of read.policies) tested.add(file)
    const policies = read.policies.map((file) => found.get(file) as Policy)
    const benches = new Map<string, Bench>()
    for (const one of read.cases) {
      const key = JSON.stringify(one.settings)
      const bench = benches.get(key) ?? makeBench(read, policies, one.settings, options)
      benches.set(key, bench)
      cases.push({ one, bench })
    }
    for (const bench of new Set(benches.values())) {
      issues.push(...bench.context.issues.filter((issue) => issue.severity === 'error'))
    }
  }
  const settings = cases.flatMap(({ bench }) => bench.context.layers.map(({ file }) => file).filter(isAbsolute))
  return {
    cases,
    issues: [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()],
    files: [...new Set([...files, ...tested, ...settings])],
  }
}

function readExamples(path: string, found: Map<string, Policy>, { disk }: BenchOptions): CaseFile | readonly Issue[] {
  const policy = loadPolicy(path, disk)
  if (isIssues(policy)) return policy
  found.set(path, policy)
  return policyCases(policy)
}

function loadMissing(files: readonly string[], found: Map<string, Policy>, { disk }: BenchOptions): readonly Issue[] {
  return files.flatMap((file) => {
    if (found.has(file)) return []
    const policy = loadPolicy(file, disk)
    if (isIssues(policy)) return policy
    found.set(file, policy)
    return []
  })
}

/**
 * Decides one case and compares. `changed` is a rule that was given another text to see who notices: it still goes by
 * its own text, so that only what it does is compared.
 */
export function runCase({ one, bench }: ReadyCase, changed?: RuleEntry): CaseResult {
  const decision = evaluate(one.call, bench.context, bench.system)
  return { one, decision, problems: differences(one, decision, changed) }
}

function differences(one: PolicyCase, decision: Decision, changed: RuleEntry | undefined): string[] {
  const { effect, reason } = decision
  const because = sentence(effect, reason)
  if (one.expect !== null && effect !== one.expect) return [`expected ${one.expect}, got ${effect}: ${because}`]
  const problems: string[] = []
  const deciding = decidingRules(decision)
  const isBy = (text: string) =>
    deciding.some((rule) => (changed !== undefined && isAt(rule, changed) ? changed.text : rule.text) === text)
  if (one.rule !== undefined && !isBy(one.rule)) {
    problems.push(`expected \`${one.rule}\` to decide, got: ${because}`)
  }
  if (one.reason !== undefined && one.reason !== reason.code) {
    problems.push(`expected the reason ${one.reason}, got ${reason.code}: ${because}`)
  }
  if (one.leftAloneBy !== undefined && isBy(one.leftAloneBy)) {
    problems.push(`expected \`${one.leftAloneBy}\` to leave it alone, got: ${because}`)
  }
  return problems
}

export interface DecidingRule {
  readonly text: string
  readonly source: Source
}

/** The rules that decided: those of the parts whose effect became the call's. */
export function decidingRules({ effect, parts }: Decision): DecidingRule[] {
  return parts.flatMap(({ effect: own, reason: { code, rule, source } }) =>
    own === effect && code === 'rule' && rule !== undefined && source !== undefined ? [{ text: rule, source }] : [],
  )
}

function isAt({ source }: DecidingRule, entry: RuleEntry): boolean {
  return source.file === entry.source.file && source.pointer === entry.source.pointer
}

function isPolicyFile(path: string, { disk }: BenchOptions): boolean {
  if (/\.policy-test\.ya?ml$/.test(path)) return false
  const yaml = readYamlFile(path, disk)
  return !isIssues(yaml) && typeof yaml.value === 'object' && yaml.value !== null && 'policy' in yaml.value
}

/** The examples of a policy as cases of the whole policy: what a rule covers must be its doing there too. */
function policyCases(policy: Policy): CaseFile {
  const { file } = policy
  const cases = policy.rules.flatMap(({ effect, rule, covers, misses, line, column }): PolicyCase[] => {
    const place = { file, line, column, reason: undefined, settings: {} }
    return [
      ...covers.map((call) => ({ ...place, name: `${rule} covers ${showCall(call)}`, call, expect: effect, rule })),
      ...misses.map((call) => ({
        ...place,
        name: `${rule} misses ${showCall(call)}`,
        call,
        expect: null,
        rule: undefined,
        leftAloneBy: rule,
      })),
    ]
  })
  return { file, policies: [file], cases }
}
