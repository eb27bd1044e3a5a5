import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../src/cli/commands.ts'
import { sarifSchemaErrors } from '../support/sarif-schema.ts'
import { inFolder } from '../support/temporary.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => parse(readFileSync(join(root, name), 'utf8'))

describe('action.yml', () => {
  const action = read('action.yml')
  type Step = { name?: string; uses?: string; if?: string; run?: string; shell?: string; env?: Record<string, string> }
  const steps: Step[] = action.runs.steps

  /** Runs the steps that need no network, as the runner would: conditions, variables, bash with `-e` and `pipefail`. */
  function runAction(cwd: string, given: Record<string, string> = {}) {
    const inputs = Object.fromEntries(
      Object.entries<{ default: string }>(action.inputs).map(([name, input]) => [name, given[name] ?? input.default]),
    )
    const fill = (text: string) =>
      text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => inputs[name] as string)
    const ended: { name: string; exit: number | null; stdout: string }[] = []
    for (const step of steps) {
      if (step.run === undefined) continue
      const [, name = '', operator, value] = /^inputs\.(\w+) ([!=]=) '(.*)'$/.exec(step.if ?? '') ?? []
      if (operator !== undefined && (inputs[name] === value) !== (operator === '==')) continue
      const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([key, text]) => [key, fill(text)]))
      const ran = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, GITHUB_ACTION_PATH: root, ...env },
      })
      ended.push({ name: step.name ?? '', exit: ran.status, stdout: ran.stdout })
      if (ran.status !== 0) break
    }
    return ended
  }

  const good = { permissions: { deny: ['Bash(sudo *)'], allow: ['Bash(npm test)'] } }
  const cases =
    'cases: [{call: sudo ls, expect: deny}, {call: npm test, expect: allow}, {call: npm test -- x, expect: ask}, {call: ls, expect: allow}]'

  test('names only inputs it declares, and none of them inside a script', () => {
    const used = steps.flatMap((step) =>
      [...JSON.stringify([step.env ?? {}, step.if ?? '']).matchAll(/inputs\.(\w+)/g)].map(([, name]) => name),
    )
    expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort())
    for (const { run = '' } of steps) expect(run).not.toContain('${{')
  })

  test('a clean project passes every step', async () => {
    await inFolder({ '.claude/settings.json': good, '.claude/a.policy-test.yaml': cases }, (folder) => {
      expect(runAction(folder, { coverage: '100', mutate: 'true' }).map(({ name, exit }) => [name, exit])).toEqual([
        ['install', 0],
        ['lint', 0],
        ['test', 0],
      ])
    })
  })

  test('a finding is annotated and fails the job, and is in the SARIF file', async () => {
    await inFolder({ '.claude/settings.json': { permissions: { deny: ['bash(rm:*)'] } } }, (folder) => {
      const ended = runAction(folder, { sarif: 'lint.sarif' })
      expect(ended.map(({ name, exit }) => [name, exit])).toEqual([
        ['install', 0],
        ['sarif', 0],
        ['lint', 2],
      ])
      expect(ended.at(-1)?.stdout).toMatch(
        /^::error file=\.claude\/settings\.json,line=4,col=7,title=policy lint%3A tool-unknown::/,
      )
      const log = readFileSync(join(folder, 'lint.sarif'), 'utf8')
      expect(sarifSchemaErrors(log)).toEqual([])
      expect(JSON.parse(log).runs[0].results).toHaveLength(1)
    })
  })

  test('a failed case is annotated and fails the job', async () => {
    await inFolder(
      { '.claude/settings.json': good, 'a.policy-test.yaml': 'cases: [{call: sudo ls, expect: allow}]' },
      (folder) => {
        const ended = runAction(folder, { lint: 'false' })
        expect(ended.map(({ name, exit }) => [name, exit])).toEqual([
          ['install', 0],
          ['test', 2],
        ])
        expect(ended.at(-1)?.stdout).toMatch(/^::error file=a\.policy-test\.yaml,line=1,col=9,/)
      },
    )
  })

  test('text in an input stays text', async () => {
    await inFolder({ '.claude/settings.json': good }, (folder) => {
      const ended = runAction(folder, {
        files: '$(touch${IFS}owned) .claude/settings.json; touch owned',
        test: 'false',
      })
      expect(ended.at(-1)).toMatchObject({ name: 'lint', exit: 1 })
      expect(spawnSync('ls', [folder], { encoding: 'utf8' }).stdout).toBe('')
    })
  })
})

describe('.pre-commit-hooks.yaml', () => {
  const hooks: { id: string; entry: string; files: string; language: string; pass_filenames?: boolean }[] =
    read('.pre-commit-hooks.yaml')

  test.each(hooks)('$id starts a command that exists', ({ entry, language }) => {
    const [program, command] = entry.split(' ')
    expect(program).toBe('policy')
    expect(Object.keys(commands)).toContain(command)
    expect(language).toBe('node')
    expect(Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).bin)).toContain('policy')
  })

  test('its patterns pick the files they are for', () => {
    const picked = (id: string) => {
      const pattern = new RegExp(hooks.find((hook) => hook.id === id)!.files)
      return [
        '.claude/settings.json',
        'a/.claude/settings.local.json',
        'etc/managed-settings.json',
        'x/git.policy-test.yaml',
        'settings.json',
        'src/a.ts',
      ].filter((file) => pattern.test(file))
    }
    expect(picked('policy-lint')).toEqual([
      '.claude/settings.json',
      'a/.claude/settings.local.json',
      'etc/managed-settings.json',
    ])
    expect(picked('policy-test')).toEqual(['.claude/settings.json', 'x/git.policy-test.yaml'])
  })

  test('run as pre-commit does, with the names of changed files behind the entry', async () => {
    const files = {
      '.claude/settings.json': { permissions: { deny: ['bash(rm:*)'] } },
      'a.policy-test.yaml': 'cases: [{call: ls, expect: allow}]',
    }
    await inFolder(files, (folder) => {
      const exits = hooks.map(({ entry, pass_filenames }) => {
        const words = [...entry.split(' ').slice(1), ...(pass_filenames === false ? [] : ['.claude/settings.json'])]
        return spawnSync(process.execPath, [join(root, 'bin/policy.cjs'), ...words], { cwd: folder }).status
      })
      expect(exits).toEqual([2, 0])
    })
  })
})
