import { parse as parseJunit } from 'junit2json'
import { Parser } from 'tap-parser'
import { expect, test } from 'vitest'
import { annotations, githubOutcomes } from '../../../src/analysis/reports/github.ts'
import { junit } from '../../../src/analysis/reports/junit.ts'
import type { Outcomes } from '../../../src/analysis/reports/outcome.ts'
import { tap } from '../../../src/analysis/reports/tap.ts'

const report: Outcomes = {
  name: 'policy test',
  outcomes: [
    { file: 'git.yaml', line: 3, column: 5, name: 'git push --force', passed: true, message: '', detail: [] },
    {
      file: 'git.yaml',
      line: 9,
      column: 5,
      name: `a "quoted" <b> & #hash \\ \u0001\u{1f600}\n2`,
      passed: false,
      message: 'expected `deny`, got `ask`: 100% <sure>, "really"',
      detail: ['no rule covers it', '::warning::not a command'],
    },
    { file: 'dir/web.yaml', line: 1, column: 1, name: 'fetch', passed: false, message: 'm', detail: [] },
  ],
}

test('a JUnit reader gets every case back', async () => {
  const read = await parseJunit(junit(report))
  expect(read).toMatchObject({ name: 'policy test', tests: 3, failures: 2, errors: 0 })
  const suites = (read as { testsuite: Record<string, unknown>[] }).testsuite
  expect(suites.map((suite) => [suite['name'], suite['tests'], suite['failures']])).toEqual([
    ['git.yaml', 2, 1],
    ['dir/web.yaml', 1, 1],
  ])
  const [, failed] = suites[0]!['testcase'] as { name: string; failure: { message: string; inner: string }[] }[]
  expect(failed!.name).toBe('a "quoted" <b> & #hash \\ \ufffd\u{1f600}\n2')
  expect(failed!.failure).toEqual([
    {
      message: 'expected `deny`, got `ask`: 100% <sure>, "really"',
      inner: 'expected `deny`, got `ask`: 100% <sure>, "really"\nno rule covers it\n::warning::not a command',
    },
  ])
})

test('a TAP reader gets every case back', () => {
  const read = Parser.parse(tap(report))
  const asserts = read.flatMap((event) => (event[0] === 'assert' ? [event[1]] : []))
  expect(asserts.map(({ ok, id, name }) => ({ ok, id, name }))).toEqual([
    { ok: true, id: 1, name: 'git push --force' },
    { ok: false, id: 2, name: 'a "quoted" <b> & #hash \\ \u0001\u{1f600} 2' },
    { ok: false, id: 3, name: 'fetch' },
  ])
  expect(asserts[1]!.diag).toEqual({
    message: 'expected `deny`, got `ask`: 100% <sure>, "really"',
    at: 'git.yaml:9:5',
    detail: 'no rule covers it\n::warning::not a command',
  })
  expect(read.find((event) => event[0] === 'complete')?.[1]).toMatchObject({ ok: false, count: 3, pass: 1, fail: 2 })
})

test('an empty run is valid in each form', async () => {
  const none: Outcomes = { name: 'policy test', outcomes: [] }
  expect(await parseJunit(junit(none))).toMatchObject({ tests: 0, failures: 0 })
  expect(tap(none)).toBe('TAP version 14\n1..0\n')
  expect(githubOutcomes(none)).toBe('')
})

test('GitHub commands hold one line each whatever the text', () => {
  expect(githubOutcomes(report)).toBe(
    '::error file=git.yaml,line=9,col=5,title=policy test%3A a "quoted" <b> & #hash \\ \u0001\u{1f600}%0A2::' +
      'expected `deny`, got `ask`: 100%25 <sure>, "really"%0Ano rule covers it%0A::warning::not a command\n' +
      '::error file=dir/web.yaml,line=1,col=1,title=policy test%3A fetch::m\n',
  )
  expect(annotations([{ level: 'warning', file: 'a,b', line: 0, column: 0, title: 't', message: 'm' }])).toBe(
    '::warning file=a%2Cb,title=t::m\n',
  )
})
