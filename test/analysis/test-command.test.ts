import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseJunit } from 'junit2json'
import { Parser } from 'tap-parser'
import { expect, test } from 'vitest'
import { testCommand } from '../../src/cli/test.ts'
import { memoryIo } from '../support/memory-io.ts'
import { inFolder } from '../support/temporary.ts'

const settings = {
  permissions: { allow: ['Bash(npm test)'], ask: ['Bash(git push *)'], deny: ['Bash(rm *)', 'Read(.env)'] },
}
const cases = `cases:
  - call: npm test
    expect: allow
    rule: Bash(npm test)
  - call: npm test && rm -rf build
    expect: deny
  - { call: git push, expect: ask, reason: rule }
  - { call: { Read: .env }, expect: deny }
`

async function run(folder: string, argv: readonly string[]) {
  const { io, stdout, stderr } = memoryIo({ cwd: folder })
  const exit = await testCommand(['--home', `${folder}/home`, ...argv], io)
  return { exit, stdout: stdout(), stderr: stderr() }
}

const project = (file: string, more: Record<string, unknown> = {}) => ({
  '.claude/settings.json': settings,
  '.claude/rules.policy-test.yaml': file,
  ...more,
})

test('cases beside the settings are found and pass', async () => {
  await inFolder(project(cases), async (folder) => {
    expect(await run(folder, [])).toEqual({ exit: 0, stdout: '4 cases, 4 passed, 0 failed\n', stderr: '' })
  })
})

test('only the shared settings of the project count, unless others are asked for', async () => {
  const more = { '.claude/settings.local.json': { permissions: { allow: ['Bash(make)'] } } }
  await inFolder(project('cases: [{call: make, expect: ask}]', more), async (folder) => {
    expect((await run(folder, [])).exit).toBe(0)
    expect((await run(folder, ['--setting-sources', 'project,local'])).exit).toBe(2)
  })
})

test('a failure says what was expected, what came and why', async () => {
  await inFolder(
    project('cases:\n  - call: git push\n    expect: allow\n  - { call: ls, expect: allow, rule: Bash(ls) }\n'),
    async (folder) => {
      expect(await run(folder, [])).toEqual({
        exit: 2,
        stdout: `.claude/rules.policy-test.yaml:2:5: failed: git push
  expected allow, got ask: asked by \`Bash(git push *)\`
.claude/rules.policy-test.yaml:4:5: failed: ls
  expected \`Bash(ls)\` to decide, got: only reads, nothing outlives it
2 cases, 0 passed, 2 failed
`,
        stderr: '',
      })
    },
  )
})

test('coverage names the rules that decide nothing, and a threshold fails for them', async () => {
  await inFolder(project('cases: [{call: npm test, expect: allow}, {call: rm x, expect: deny}]'), async (folder) => {
    expect(await run(folder, ['--coverage'])).toEqual({
      exit: 0,
      stdout: `.claude/settings.json:7:7: never decides: \`Bash(git push *)\` (ask)
.claude/settings.json:11:7: never decides: \`Read(.env)\` (deny)
2 cases, 2 passed, 0 failed
coverage: 2 of 4 rules decided a case (50 %)
`,
      stderr: '',
    })
    expect((await run(folder, ['--coverage-threshold', '50'])).exit).toBe(0)
    expect((await run(folder, ['--coverage-threshold', '50.1'])).exit).toBe(2)
    expect((await run(folder, ['--coverage-threshold', '101'])).exit).toBe(1)
  })
})

test('mutants that no case notices are listed', async () => {
  await inFolder(project(cases), async (folder) => {
    const ran = await run(folder, ['--mutate'])
    expect(ran).toEqual({
      exit: 2,
      stdout: `.claude/settings.json:4:7: unnoticed: \`Bash(npm test)\` widened to \`Bash(npm test *)\`
.claude/settings.json:7:7: unnoticed: \`Bash(git push *)\` widened to \`Bash(git *)\`
.claude/settings.json:11:7: unnoticed: \`Read(.env)\` widened to \`Read(*)\`
4 cases, 4 passed, 0 failed
mutants: 8 tried, 3 unnoticed
`,
      stderr: '',
    })
    const more = `${cases}  - { call: npm test -- --inspect, expect: ask }
  - { call: git log, expect: allow }
  - { call: unlink a.txt, expect: ask }
  - { call: { Read: a.txt }, expect: allow }
`
    writeFileSync(join(folder, '.claude/rules.policy-test.yaml'), more)
    expect((await run(folder, ['--mutate'])).exit).toBe(0)
  })
})

test('JUnit, TAP, GitHub and JSON say the same', async () => {
  await inFolder(project(`${cases}  - { call: ls, expect: deny, name: 'a <b> & "c"' }\n`), async (folder) => {
    const junit = await run(folder, ['--format', 'junit'])
    expect(junit.exit).toBe(2)
    expect(await parseJunit(junit.stdout)).toMatchObject({ tests: 5, failures: 1 })
    const tap = Parser.parse((await run(folder, ['--format', 'tap'])).stdout)
    expect(tap.find((event) => event[0] === 'complete')?.[1]).toMatchObject({ ok: false, count: 5, pass: 4, fail: 1 })
    const github = await run(folder, ['--format', 'github'])
    expect(github.stdout).toMatch(
      /^::error file=\.claude\/rules\.policy-test\.yaml,line=9,col=5,title=policy test%3A a <b> & "c"::expected deny/,
    )
    const json = JSON.parse((await run(folder, ['--json'])).stdout)
    expect(json).toMatchObject({ schema: 1, summary: { cases: 5, passed: 4, failed: 1 }, mutation: null })
    expect(json.cases[1]).toMatchObject({
      call: { tool: 'Bash', input: { command: 'npm test && rm -rf build' } },
      effect: 'deny',
      passed: true,
    })
  })
})

test('settings, files and links of a case are a disk for it alone', async () => {
  const file = `layers: { project: { permissions: { deny: ['Read(secret/**)'] } } }
cwd: /w
files: { /w/secret/key: x, /w/a: y }
symlinks: { /w/link: /w/secret/key }
cases:
  - { call: { Read: /w/link }, expect: deny, rule: 'Read(secret/**)' }
  - { call: cat link, expect: deny }
  - { call: cat a, expect: allow, reason: read-only }
  - { call: { Edit: a }, expect: allow, mode: acceptEdits }
  - { call: make, expect: deny, mode: dontAsk }
  - { call: make, expect: allow, layers: { user: { permissions: { allow: [Bash(make)] } } } }
`
  await inFolder({ 'a.policy-test.yaml': file }, async (folder) => {
    expect(await run(folder, [])).toMatchObject({ exit: 0, stdout: '6 cases, 6 passed, 0 failed\n' })
  })
})

test.each([
  ['no case file', {}, 'no case files below'],
  ['a missing file', { argv: ['gone.policy-test.yaml'] }, 'gone.policy-test.yaml: error: does not exist'],
  ['half a file', { text: 'cases: [{call: ls' }, '.claude/rules.policy-test.yaml:1:18: error: '],
  [
    'a missing policy',
    { text: 'policies: [gone.yaml]\ncases: [{call: ls, expect: allow}]' },
    '.claude/gone.yaml: error: does not exist',
  ],
  [
    'broken settings',
    { settings: '{"permissions": {', text: cases },
    '.claude/settings.json:1:18: error: not valid JSON',
  ],
])('%s ends with 1 and says where', async (_, given: { argv?: string[]; text?: string; settings?: string }, said) => {
  const files =
    given.text === undefined
      ? { x: '' }
      : project(given.text, given.settings === undefined ? {} : { '.claude/settings.json': given.settings })
  await inFolder(files, async (folder) => {
    const ran = await run(folder, given.argv ?? [])
    expect(ran.exit).toBe(1)
    expect(ran.stdout + ran.stderr).toContain(said)
  })
})

test('a policy that contradicts its own examples does not load', async () => {
  const policy = `policy: p
about: x
deny:
  - { rule: Bash(rm *), because: x, covers: [rm a, unlink a], misses: [rm -rf b] }
caveats: [x]
`
  await inFolder({ 'p.yaml': policy }, async (folder) => {
    expect(await run(folder, ['p.yaml'])).toEqual({
      exit: 1,
      stdout: `p.yaml:4:13: error: \`Bash(rm *)\` does not deny \`unlink a\`, its own example
p.yaml:4:13: error: \`Bash(rm *)\` covers \`rm -rf b\`, which it says it misses
0 cases, 0 passed, 0 failed
`,
      stderr: '',
    })
  })
})

test('--watch runs again when a case or the settings change', async () => {
  await inFolder(project(cases), async (folder) => {
    const bin = join(import.meta.dirname, '../../bin/policy.cjs')
    const child = spawn(process.execPath, [bin, 'test', '--watch', '--home', `${folder}/home`], { cwd: folder })
    try {
      let printed = ''
      const until = (text: string) =>
        new Promise<void>((resolve, reject) => {
          const look = () => printed.includes(text) && resolve()
          child.stdout.on('data', look)
          child.on('exit', () => reject(new Error(`ended: ${printed}`)))
          look()
        })
      child.stdout.on('data', (data) => {
        printed += data
      })
      await until('4 cases, 4 passed, 0 failed')
      writeFileSync(join(folder, '.claude/rules.policy-test.yaml'), 'cases: [{call: npm test, expect: allow}]')
      await until('1 case, 1 passed, 0 failed')
      writeFileSync(join(folder, '.claude/settings.json'), '{}')
      await until('1 case, 0 passed, 1 failed')
    } finally {
      child.removeAllListeners('exit')
      child.kill()
      await new Promise((resolve) => child.on('close', resolve))
    }
  })
})
