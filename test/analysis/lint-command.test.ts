import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyEdits, safeEdits } from '../../src/analysis/apply-fixes.ts'
import { lint } from '../../src/analysis/lint.ts'
import { lintCommand } from '../../src/cli/lint.ts'
import { loadContext } from '../../src/settings/load.ts'
import { nodeSystem } from '../../src/system.ts'
import { memoryIo } from '../support/memory-io.ts'
import { sarifSchemaErrors } from '../support/sarif-schema.ts'
import { inFolder } from '../support/temporary.ts'

const published = join(import.meta.dirname, 'fixtures/published')
const faulty = readFileSync(join(published, '41-typo-collection.json'), 'utf8')

async function run(folder: string, argv: readonly string[]) {
  const { io, stdout, stderr } = memoryIo({ cwd: folder })
  const exit = await lintCommand(['--home', `${folder}/home`, ...argv], io)
  return { exit, stdout: stdout(), stderr: stderr() }
}

test('40 files as people publish them: every finding has a sentence, a place and a fix, and the SARIF log is valid', async () => {
  const files = readdirSync(published)
  expect(files.length).toBeGreaterThanOrEqual(40)
  const contents = Object.fromEntries(
    files.map((name) => [
      `${name.replace('.json', '')}/.claude/settings.json`,
      readFileSync(join(published, name), 'utf8'),
    ]),
  )
  await inFolder(contents, async (folder) => {
    const names = Object.keys(contents)
    const { exit, stdout } = await run(folder, [...names, '--format', 'json'])
    expect(exit).toBe(2)
    const { findings } = JSON.parse(stdout)
    expect(findings.length).toBeGreaterThan(100)
    for (const finding of findings) {
      expect(finding.message).not.toMatch(/undefined|\[object|^$/)
      expect([finding.line, finding.column].every((at) => at > 0)).toBe(true)
      expect(finding.fix.title).not.toBe('')
      if (/^(allow-(?!shadowed)|deny-|mode-bypass)/.test(finding.code)) expect(finding.witness).not.toBeNull()
    }
    const sarif = await run(folder, [...names, '--format', 'sarif'])
    expect(sarifSchemaErrors(sarif.stdout)).toEqual([])
    const [log] = JSON.parse(sarif.stdout).runs
    expect(log.results.length).toBe(findings.length)
    expect(log.results.some((result: { fixes?: unknown[] }) => result.fixes !== undefined)).toBe(true)
  })
})

test('a wide allow rule: no finding without the call that shows it', async () => {
  await inFolder({ '.claude/settings.json': { permissions: { allow: ['Bash(git *)'] } } }, async (folder) => {
    expect(await run(folder, [])).toEqual({
      exit: 2,
      stdout: `.claude/settings.json:4:7: warning: \`Bash(git *)\` lets \`git -c alias.x=!./x x\` run without a question: one of its options runs a program (allow-escape)
    call: git -c alias.x=!./x x: allow, without it ask
    fix: name the commands that are needed, or remove the rule
1 problem (0 errors, 1 warning)
`,
      stderr: '',
    })
  })
})

test('clean settings and none at all are clean', async () => {
  await inFolder(
    { '.claude/settings.json': { permissions: { deny: ['Bash(sudo *)'] } }, 'b/x': '' },
    async (folder) => {
      expect(await run(folder, [])).toEqual({ exit: 0, stdout: 'no problems\n', stderr: '' })
      expect(await run(`${folder}/b`, [])).toEqual({ exit: 0, stdout: 'no problems\n', stderr: '' })
    },
  )
})

test('--fix writes the safe fixes, keeps the rest of the text, and a second run changes nothing', async () => {
  const text = `{\n    "model": "opus",   \n    "permissions": {\n        "deny": ["Bash(sudo :* )", "bash(rm:*)", "Read(.env)", "Read(.env)"],\n        "allow": ["npm run dev", "Bash(npm run:*)", "Bash(npm run build)"]\n    },\n    "other": [1,2]\n}\n`
  await inFolder({ '.claude/settings.json': text }, async (folder) => {
    const first = await run(folder, ['--fix', '--ignore', 'deny-walked-round'])
    expect(first.exit).toBe(2)
    expect(first.stderr).toBe('fixed .claude/settings.json\n')
    const after = readFileSync(`${folder}/.claude/settings.json`, 'utf8')
    expect(after).toBe(
      `{\n    "model": "opus",   \n    "permissions": {\n        "deny": ["Bash(sudo:*)", "Bash(rm:*)", "Read(.env)"],\n        "allow": ["npm run dev", "Bash(npm run:*)"]\n    },\n    "other": [1,2]\n}\n`,
    )
    const second = await run(folder, ['--fix', '--ignore', 'deny-walked-round'])
    expect(second.stderr).toBe('')
    expect(readFileSync(`${folder}/.claude/settings.json`, 'utf8')).toBe(after)
  })
})

test('--fix leaves files of other folders alone unless they are named', async () => {
  const user = { permissions: { deny: ['bash(rm:*)'] } }
  await inFolder({ '.claude/settings.json': user, 'p/.claude/settings.json': {} }, async (folder) => {
    const { io } = memoryIo({ cwd: `${folder}/p` })
    expect(await lintCommand(['--home', folder, '--fix', '--quiet'], io)).toBe(2)
    expect(JSON.parse(readFileSync(`${folder}/.claude/settings.json`, 'utf8'))).toEqual(user)
    expect(await lintCommand(['--home', folder, '--fix', '--quiet', '../.claude/settings.json'], io)).toBe(0)
    expect(JSON.parse(readFileSync(`${folder}/.claude/settings.json`, 'utf8'))).toEqual({
      permissions: { deny: ['Bash(rm:*)'] },
    })
  })
})

test('--fix follows a link and keeps it', async () => {
  await inFolder({ 'real.json': { permissions: { deny: ['bash(rm:*)'] } }, 'p/.claude/x': '' }, async (folder) => {
    symlinkSync('../../real.json', `${folder}/p/.claude/settings.json`)
    expect((await run(`${folder}/p`, ['--fix', '--quiet'])).exit).toBe(0)
    expect(JSON.parse(readFileSync(`${folder}/real.json`, 'utf8'))).toEqual({ permissions: { deny: ['Bash(rm:*)'] } })
  })
})

test.each([
  ['missing', 'gone.json', null, 1],
  ['a folder', 'd/settings.json', { 'd/settings.json/x': '' }, 1],
  ['empty', 'a.json', { 'a.json': '' }, 0],
  ['half-written', 'a.json', { 'a.json': '{"permissions": {"deny": ["Bash(rm' }, 2],
  ['no object', 'a.json', { 'a.json': '[]' }, 2],
  ['no JSON', 'a.json', { 'a.json': 'permissions: {}' }, 2],
])('a file that is %s is named, and --fix writes nothing', async (_, name, contents, exit) => {
  await inFolder(contents ?? { x: '' }, async (folder) => {
    const ran = await run(folder, [name, '--fix'])
    expect(ran.exit).toBe(exit)
    expect(ran.stderr).toBe('')
    if (exit > 0) expect(ran.stdout).toContain(name)
    for (const [path, text] of Object.entries(contents ?? {})) {
      expect(readFileSync(`${folder}/${path}`, 'utf8')).toBe(text)
    }
  })
})

test('UTF-16 and 20 MB are named', async () => {
  await inFolder({ 'b.json': `{"x":"${'y'.repeat(20_000_000)}"}` }, async (folder) => {
    writeFileSync(`${folder}/a.json`, Buffer.from('\ufeff{"permissions":{}}', 'utf16le'))
    const ran = await run(folder, ['a.json', 'b.json'])
    expect(ran.stdout).toContain('a.json:1:1: error: not UTF-8 text (not-utf8)')
    expect([1, 2]).toContain(ran.exit)
  })
})

test('formats, severity and ignored codes', async () => {
  await inFolder({ '.claude/settings.json': faulty }, async (folder) => {
    const github = await run(folder, ['--format', 'github'])
    expect(
      github.stdout
        .split('\n')
        .filter(Boolean)
        .every((line) => line.startsWith('::error file=.claude/settings.json,line=')),
    ).toBe(true)
    const json = JSON.parse((await run(folder, ['--json'])).stdout)
    expect(json).toMatchObject({ schema: 1, summary: { findings: 13, errors: 13, warnings: 0 } })
    const few = JSON.parse((await run(folder, ['--json', '--ignore', 'tool-unknown, key-unknown'])).stdout)
    expect(few.summary.findings).toBe(7)
    expect((await run(folder, ['--format', 'yaml'])).exit).toBe(1)
  })
})

test('a file that changed after it was read is refused, and stays as it is', async () => {
  await inFolder({ '.claude/settings.json': { permissions: { deny: ['bash(rm:*)'] } } }, (folder) => {
    const file = `${folder}/.claude/settings.json`
    const context = loadContext({ cwd: folder, home: `${folder}/home`, trusted: true })
    const edits = safeEdits(lint(context, nodeSystem))
    expect(edits).toEqual([{ file, pointer: '/permissions/deny/0', value: 'Bash(rm:*)' }])
    const meanwhile = '{"permissions":{"deny":["Bash(curl *)","bash(rm:*)"]}}'
    writeFileSync(file, meanwhile)
    expect(() => applyEdits(edits, context)).toThrow(`\`${file}\` changed after it was read; run again`)
    expect(readFileSync(file, 'utf8')).toBe(meanwhile)
  })
})

test('a thousand rules are looked at pair by pair', async () => {
  const allow = Array.from({ length: 1000 }, (_, i) => `Bash(tool${i} run *)`)
  await inFolder({ 'a.json': { permissions: { allow: [...allow, 'Bash(tool7 run fast)'] } } }, async (folder) => {
    const ran = await run(folder, ['a.json', '--json'])
    expect(
      JSON.parse(ran.stdout).findings.map((one: { code: string; pointer: string }) => [one.code, one.pointer]),
    ).toEqual([['rule-subsumed', '/permissions/allow/1000']])
  })
})
