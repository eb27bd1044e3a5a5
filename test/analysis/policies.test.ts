import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { policyEntries, withRules } from '../../src/analysis/bench.ts'
import { exampleFolders, loadPolicy } from '../../src/analysis/check-policy.ts'
import { lint } from '../../src/analysis/lint.ts'
import type { Policy } from '../../src/analysis/policy-file.ts'
import { runTests } from '../../src/analysis/test-report.ts'
import { createContext } from '../../src/settings/load.ts'
import { memorySystem, nodeSystem } from '../../src/system.ts'

const folder = join(import.meta.dirname, '../../policies')
const names = ['ci', 'cloud', 'databases', 'filesystem', 'git', 'network', 'package-managers', 'secrets']

test('eight policies ship, each with its cases', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
  expect(files.sort()).toEqual(names.flatMap((name) => [`${name}.policy-test.yaml`, `${name}.yaml`]).sort())
})

describe.each(names)('%s', (name) => {
  test('every case passes, every rule decides one, and no mutant goes unnoticed', () => {
    const files = [`${name}.policy-test.yaml`, `${name}.yaml`].map((file) => join(folder, file))
    const report = runTests(files, { load: {}, disk: nodeSystem, mutate: true })
    expect(report.issues).toEqual([])
    expect(report.results.flatMap(({ one, problems }) => problems.map((text) => `${one.name}: ${text}`))).toEqual([])
    expect(report.coverage.idle.map(({ text }) => text)).toEqual([])
    expect(report.mutation?.survived.map(({ entry, text }) => `${entry.text} -> ${text}`)).toEqual([])
    expect(report.mutation?.total).toBeGreaterThan(report.coverage.decided.length)
  })

  test('lint finds no dead, needless or dangerous rule in it', () => {
    const policy = loadPolicy(join(folder, `${name}.yaml`), nodeSystem) as Policy
    const context = withRules(createContext(exampleFolders), policyEntries(policy))
    const findings = lint(context, memorySystem({})).filter(({ code }) => !/^deny-(other|walked)/.test(code))
    expect(findings.map(({ data }) => data['message'])).toEqual([])
  })
})
