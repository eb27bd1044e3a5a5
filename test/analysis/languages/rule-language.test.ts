import { describe, expect, test } from 'vitest'
import { acceptsText } from '../../../src/analysis/languages/automaton.ts'
import { commandTexts } from '../../../src/analysis/languages/command-language.ts'
import { covers, ruleLanguage } from '../../../src/analysis/languages/rule-language.ts'
import type { Effect } from '../../../src/decision.ts'
import { type CompiledRule, compileRule } from '../../../src/rules/rule.ts'
import { createContext } from '../../../src/settings/load.ts'
import { memorySystem } from '../../../src/system.ts'
import { seeded } from '../../support/seeded.ts'

const context = createContext({ cwd: '/home/dev/app', home: '/home/dev' })
const disk = memorySystem({})

function compile(text: string, effect: Effect): CompiledRule {
  const source = { layer: 'project', file: 'project', pointer: '', line: 0, column: 0 } as const
  const rule = compileRule({ effect, text, source }, context)
  if ('dead' in rule) throw new Error(`${text}: ${rule.dead}`)
  return rule
}

describe('a rule matches what its language holds', () => {
  const random = seeded(11)
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!
  const some = (from: readonly string[], most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(from)).join('')

  test('commands', () => {
    const differing: string[][] = []
    const texts = [...shortTexts('ab: (', 5)].filter((text) => acceptsText(commandTexts, text))
    for (let i = 0; i < 800; i++) {
      const specifier = some(['a', 'b', ' ', '*', ':', ':*', ' *', '\\(', '('], 5)
      if (specifier === '*' || specifier.endsWith('\\')) continue
      const rule = compile(`Bash(${specifier})`, 'allow')
      if (rule.kind !== 'command') throw new Error(specifier)
      const language = ruleLanguage(rule)!
      for (const text of texts) {
        if (acceptsText(language.machine, text) !== rule.pattern.matches(text)) differing.push([specifier, text])
      }
    }
    expect(differing).toEqual([])
  })

  test.each(['allow', 'deny'] as const)('paths, %s', (effect) => {
    const differing: string[][] = []
    const names = ['a', 'b', 'A', 'ab', 'a.b', '.a']
    const roots = ['/home/dev/app', '/home/dev', '/', '/tmp']
    const paths = roots.flatMap((root) =>
      names.flatMap((first) =>
        [first, ...names.map((second) => `${first}/${second}`)].map((path) => `${root === '/' ? '' : root}/${path}`),
      ),
    )
    let matched = 0
    for (let i = 0; i < 1500; i++) {
      const anchor = pick(['', '', './', '/', '//', '~/', '//tmp/'])
      const specifier =
        anchor +
        Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
          pick(['**', '*', 'a', 'b', 'A', '?', '[ab]', '.a', 'a*']),
        ).join('/')
      if (/^\*+$/.test(specifier)) continue
      const rule = compile(`Read(${specifier})`, effect)
      if (rule.kind !== 'path') throw new Error(specifier)
      const language = ruleLanguage(rule)!
      for (const path of paths) {
        const expected = rule.path.matches(path, disk)
        if (expected) matched++
        if (acceptsText(language.machine, path) !== expected) differing.push([specifier, path])
      }
    }
    expect(differing).toEqual([])
    expect(matched).toBeGreaterThan(1000)
  })

  test('hosts', () => {
    const differing: string[][] = []
    const hosts = [...shortTexts('ab.', 5)].filter((host) => /^[ab]+(\.[ab]+)*$/.test(host))
    for (let i = 0; i < 400; i++) {
      const pattern = some(['a', 'b', '.', '*', '*.'], 5)
      const parsed = compileOrNull(`WebFetch(domain:${pattern})`)
      if (parsed?.kind !== 'domain') continue
      const { machine } = ruleLanguage(parsed)!
      for (const host of hosts) {
        if (acceptsText(machine, host) !== parsed.matches(host)) differing.push([pattern, host])
      }
    }
    expect(differing).toEqual([])
  })
})

function compileOrNull(text: string): CompiledRule | null {
  try {
    return compile(text, 'deny')
  } catch {
    return null
  }
}

function* shortTexts(characters: string, longest: number): Generator<string> {
  let level = ['']
  for (let length = 0; length <= longest; length++) {
    yield* level
    level = level.flatMap((text) => [...characters].map((character) => text + character))
  }
}

test.each<[Effect, string, Effect, string, boolean]>([
  ['deny', 'Bash(git *)', 'allow', 'Bash(git push *)', true],
  ['deny', 'Bash(git push *)', 'allow', 'Bash(git *)', false],
  ['deny', 'Bash', 'allow', 'Bash(git *)', true],
  ['deny', 'B*', 'allow', 'Bash(git *)', true],
  ['allow', 'Bash(ls:*)', 'allow', 'Bash(ls *)', true],
  ['allow', 'Bash(ls *)', 'allow', 'Bash(ls && pwd)', false],
  ['deny', 'Read(src/**)', 'allow', 'Read(src/a/**)', true],
  ['deny', 'Read(**/src)', 'allow', 'Read(/src/**)', true],
  ['allow', 'Read(src/**)', 'deny', 'Read(src/**)', false],
  ['deny', 'Read(//**/.env)', 'allow', 'Read(.ENV)', false],
  ['deny', 'Read(.env)', 'allow', 'Read(.ENV)', true],
  ['deny', 'Edit(src/**)', 'allow', 'Read(src/**)', false],
  ['deny', 'Read(~/**)', 'allow', 'Read(~/.ssh/id_rsa)', true],
  ['deny', 'WebFetch(domain:*.example.com)', 'allow', 'WebFetch(domain:a.b.example.com)', true],
  ['deny', 'WebFetch(domain:*.example.com)', 'allow', 'WebFetch(domain:example.com)', false],
  ['deny', 'WebFetch', 'allow', 'WebFetch(domain:example.com)', true],
  ['deny', 'mcp__gh', 'allow', 'mcp__gh__get', true],
  ['deny', 'mcp__*', 'allow', 'mcp__gh', true],
  ['deny', 'mcp__gh', 'allow', 'mcp__ghe', false],
  ['deny', 'Agent(model:*)', 'ask', 'Agent(model:opus)', true],
  ['deny', 'Agent(model:opus)', 'ask', 'Agent(isolation:worktree)', false],
  ['deny', 'Skill(deploy *)', 'allow', 'Skill(deploy)', true],
  ['deny', 'Agent', 'allow', 'Task(Explore)', true],
])('%s %s covers %s %s: %s', (wideEffect, wide, narrowEffect, narrow, expected) => {
  expect(covers(compile(wide, wideEffect), compile(narrow, narrowEffect))).toBe(expected)
})
