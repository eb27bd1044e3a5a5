import { expect, test } from 'vitest'
import { readCaseFile } from '../../src/analysis/case-file.ts'
import type { Issue } from '../../src/errors.ts'
import { memorySystem } from '../../src/system.ts'

const read = (text: string) => readCaseFile('/w/a.policy-test.yaml', memorySystem({ '/w/a.policy-test.yaml': text }))

test('every notation of a call, shared settings and the place of each case', () => {
  const file = read(`about: everything
mode: acceptEdits
home: /home/dev
policies: [../policies/git.yaml]
cases:
  - call: git push --force
    expect: deny
    rule: Bash(git push --force *)
  - { call: { Read: .env }, expect: ask, name: secrets, mode: plan }
  - call: { tool: mcp__github__get_issue }
    expect: allow
    reason: rule
  - call: { Agent: { subagent_type: Explore, model: opus } }
    expect: allow
`)
  const shared = { mode: 'acceptEdits', home: '/home/dev' }
  const common = { file: '/w/a.policy-test.yaml', rule: undefined, reason: undefined }
  expect(file).toEqual({
    file: '/w/a.policy-test.yaml',
    policies: ['/policies/git.yaml'],
    cases: [
      {
        ...common,
        line: 6,
        column: 5,
        name: 'git push --force',
        call: { tool: 'Bash', input: { command: 'git push --force' } },
        expect: 'deny',
        rule: 'Bash(git push --force *)',
        settings: shared,
      },
      {
        ...common,
        line: 9,
        column: 5,
        name: 'secrets',
        call: { tool: 'Read', input: { file_path: '.env' } },
        expect: 'ask',
        settings: { ...shared, mode: 'plan' },
      },
      {
        ...common,
        line: 10,
        column: 5,
        name: 'mcp__github__get_issue',
        call: { tool: 'mcp__github__get_issue', input: {} },
        expect: 'allow',
        reason: 'rule',
        settings: shared,
      },
      {
        ...common,
        line: 13,
        column: 5,
        name: 'Agent Explore',
        call: { tool: 'Agent', input: { subagent_type: 'Explore', model: 'opus' } },
        expect: 'allow',
        settings: shared,
      },
    ],
  })
})

test.each([
  ['', 'invalid-case-file 1:1 cases: invalid input: expected array, received undefined'],
  ['cases: []', 'invalid-case-file 1:8 cases: too small: expected array to have >=1 items'],
  ['- a', 'invalid-case-file 1:1 invalid input: expected object, received array'],
  [
    'cases: [{call: ls, expect: never}]',
    'invalid-case-file 1:28 cases.0.expect: invalid option: expected one of `deny`|`ask`|`allow`',
  ],
  [
    'cases:\n  - call: ls\n    expects: ask',
    'invalid-case-file 2:5 cases.0.expect: invalid option: expected one of `deny`|`ask`|`allow`; invalid-case-file 3:5 cases.0: unrecognized key: `expects`',
  ],
  [
    'cases: [{call: 7, expect: ask}]',
    'invalid-case-file 1:16 cases.0.call: expected a command, `{Read: .env}` or `{tool: Read, input: {file_path: .env}}`',
  ],
  [
    'cases: [{call: {Read: 7}, expect: ask}]',
    'invalid-case-file 1:16 cases.0.call: expected a command, `{Read: .env}` or `{tool: Read, input: {file_path: .env}}`',
  ],
  ['cases:\n  - call: ls\n   expect: ask', 'invalid-yaml 3:1 sequence item without - indicator'],
  ['cases: [{call: "ls', 'invalid-yaml 1:19 missing closing "quote'],
  ['a: 1\na: 2', 'invalid-yaml 2:1 map keys must be unique'],
  ['cases: \0', 'not-utf8 1:8 is not UTF-8 text'],
  [`a: &a [x]\n${'b'.repeat(10)}: ${Array(200).fill('*a').join(', ')}`, null],
])('%j is refused with its place', (text, expected) => {
  const issues = read(text)
  expect(issues).toBeInstanceOf(Array)
  const said = (issues as readonly Issue[])
    .map((one) => `${one.code} ${one.line}:${one.column} ${one.data['message']}`)
    .join('; ')
  if (expected !== null) expect(said).toBe(expected)
})

test('a byte order mark is no fault; a missing file, a folder and a huge file are', () => {
  expect(read('\ufeffcases: [{call: ls, expect: allow}]')).toMatchObject({ cases: [{ name: 'ls' }] })
  expect(readCaseFile('/none.yaml', memorySystem({}))).toMatchObject([{ code: 'missing-file' }])
  expect(read(`# ${'x'.repeat(4_000_001)}`)).toMatchObject([{ code: 'too-large' }])
})

test('aliases of aliases are refused, not unfolded', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
    .split('')
    .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(',')}]`)
    .join('\n')}\n`
  expect(read(bomb)).toMatchObject([{ code: 'invalid-yaml' }])
})
