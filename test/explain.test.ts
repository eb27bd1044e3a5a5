import { describe, expect, it } from 'vitest'
import type { DoubtCode } from '../src/bash-parser/script.ts'
import type { Effect, ReasonCode, StricterCode } from '../src/decision.ts'
import { doubtCodes, doubtText, explain, remedy, sentence, stricterText } from '../src/explain.ts'
import { decideIn } from './support/decide.ts'

/** Every code, checked by the compiler. */
const reasons: Record<ReasonCode, Effect> = {
  rule: 'deny',
  'read-only': 'allow',
  'no-permission-needed': 'allow',
  'accept-edits': 'allow',
  sandboxed: 'allow',
  'bypass-mode': 'allow',
  hook: 'deny',
  'permission-hook': 'deny',
  'plan-mode': 'ask',
  'auto-mode': 'ask',
  'dont-ask-mode': 'deny',
  'no-asker': 'deny',
  'requires-interaction': 'ask',
  'protected-path': 'ask',
  'critical-path': 'ask',
  'outside-working-directories': 'ask',
  'reads-blocked-outside': 'deny',
  'suspicious-path': 'ask',
  link: 'ask',
  'cannot-know': 'ask',
  'no-rule': 'ask',
  'unknown-tool': 'ask',
  'invalid-input': 'ask',
}

const doubts: Record<DoubtCode, true> = {
  'too-long': true,
  'too-deep': true,
  'control-character': true,
  'unusual-character': true,
  'syntax-error': true,
  'unknown-construct': true,
  'readers-disagree': true,
  'no-grammar': true,
  'dynamic-command': true,
  'dynamic-word': true,
  'unknown-program': true,
  'unknown-option': true,
  'unknown-script': true,
  environment: true,
  'shell-state': true,
  writes: true,
  deletes: true,
  network: true,
  runs: true,
  'changes-state': true,
  'git-in-foreign-folder': true,
  'reads-outside': true,
}

const stricter: Record<StricterCode, true> = {
  'rule-through-wrapper': true,
  'rule-on-other-spelling': true,
  'rule-on-hidden-command': true,
  'deny-in-unreadable-text': true,
  'domain-rule-on-shell-command': true,
  'ask-path-rule-on-shell-command': true,
  'path-rule-on-program': true,
  'path-rule-through-wrapper': true,
  'path-rule-on-pattern': true,
  'path-behind-link': true,
  'rule-below-additional-directory': true,
  'rule-in-dropped-file': true,
  'hook-in-dropped-file': true,
  'unmatchable-hook': true,
  'protected-path-on-program': true,
  'read-outside-working-directories': true,
  'unknown-input-field': true,
}

const clause = /^[a-z`][^\n]*[^.\n]$/

describe('a way of being stricter', () => {
  const codes = Object.keys(stricter) as StricterCode[]

  it.each(codes)('%s says what the client does, and its code', (code) => {
    expect(stricterText(code)).toMatch(clause)
    expect(stricterText(code)).toMatch(new RegExp(`^stricter than the reference client, which \\w.* \\(${code}\\)$`))
  })

  it('has words of its own for each code', () => {
    expect(new Set(codes.map((code) => stricterText(code).replace(` (${code})`, ''))).size).toBe(codes.length)
  })

  it('stands in the text of a decision', () => {
    const decision = decideIn({ allow: ['Bash'], deny: ['Bash(rm:*)'] }, 'sh -c "rm x"')
    expect(explain(decision).split('\n')).toContain(`  ${stricterText('rule-through-wrapper')}`)
    expect(explain({ ...decision, stricter: null })).not.toContain('stricter')
  })
})

describe('a reason', () => {
  const codes = Object.entries(reasons) as [ReasonCode, Effect][]

  it.each(codes)('%s has a sentence, lower case and without a final stop', (code, effect) => {
    expect(sentence(effect, { code })).toMatch(clause)
    expect(sentence(effect, { code, rule: 'Bash(rm *)', detail: 'the detail' })).toMatch(clause)
  })

  it.each(codes)('%s has a remedy exactly when it is not an allow', (code, effect) => {
    expect(remedy('allow', { code })).toBeUndefined()
    if (effect === 'allow') expect(remedy(effect, { code })).toBeUndefined()
    else expect(remedy(effect, { code })).toMatch(clause)
  })

  it('has a sentence of its own for each code', () => {
    const all = codes.map(([code, effect]) => sentence(effect, { code, rule: 'r' }))
    expect(new Set(all).size).toBe(all.length)
  })

  it('ends with the words of the author', () => {
    const reason = { code: 'rule', rule: 'Bash(rm *)', because: 'use `trash`' } as const
    expect(sentence('deny', reason)).toBe('denied by `Bash(rm *)`: use `trash`')
  })

  const details: readonly [ReasonCode, string, string][] = [
    ['no-rule', 'unknown-program: frobnicate', 'no rule covers it: what `frobnicate` does is not known'],
    [
      'cannot-know',
      'unknown-option: --x',
      'what it does cannot be known beforehand: what the option `--x` does is not known',
    ],
    ['dont-ask-mode', 'no-rule', 'would be asked, and this mode denies instead of asking: no rule covers it'],
    ['no-rule', 'writes: a.txt', 'no rule covers it: it writes `a.txt`'],
    ['no-rule', 'network: example.com', 'no rule covers it: it uses the network (`example.com`)'],
    ['no-asker', 'critical-path', 'would be asked, and nobody is there to answer: removes a critical path'],
    ['protected-path', '/work/.git/config', 'changes a protected path: /work/.git/config'],
    ['hook', 'no pushes on fridays', 'asked by a hook: no pushes on fridays'],
  ]
  it.each(details)('%s with the detail `%s`', (code, detail, text) => {
    expect(sentence('ask', { code, detail })).toBe(text)
  })
})

describe('a doubt', () => {
  it('has a sentence for each code, and none for a code that is not', () => {
    expect([...doubtCodes].sort()).toEqual(Object.keys(doubts).sort())
  })

  it.each(doubtCodes)('%s is one clause, with and without a detail', (code) => {
    expect(doubtText({ code, detail: '' })).toMatch(clause)
    expect(doubtText({ code, detail: 'x' })).toMatch(clause)
  })
})

describe('a decision in words', () => {
  it('names each part, the place of the rule and what to do next', () => {
    expect(explain(decideIn({ deny: ['Bash(rm *)'] }, 'git status && rm -rf build'))).toBe(
      `deny: denied by \`Bash(rm *)\`
  subject: rm -rf build
  rule at: project#/permissions/deny/0
  allow: git status: only reads, nothing outlives it
  deny: rm -rf build: denied by \`Bash(rm *)\`
  next: no allow rule outweighs it: narrow or remove the rule at project#/permissions/deny/0`,
    )
  })

  it('says what a broken file means for the reference client', () => {
    const { warnings } = decideIn({ user: { permissions: { deny: 7 } } }, 'ls')
    expect(explain({ ...decideIn({}, 'ls'), warnings })).toContain(
      '  warning: `user` is not valid: its allow rules do not count',
    )
  })
})

it('a finding in words has its place first', () => {
  const issue = { severity: 'error', file: '/p/settings.json', line: 3, column: 5, data: {} } as const
  expect(explain({ ...issue, code: 'wrong-type', data: { message: 'expected a list' } })).toBe(
    '/p/settings.json:3:5: error: expected a list',
  )
  expect(explain({ ...issue, code: 'some-code', line: 0, data: { found: 'x', count: 2 } })).toBe(
    '/p/settings.json: error: some code: found `x`, count 2',
  )
})
