import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { diffCommand } from '../../src/cli/diff.ts'
import { replayCommand } from '../../src/cli/replay.ts'
import { suggestCommand } from '../../src/cli/suggest.ts'
import { memoryIo } from '../support/memory-io.ts'
import { inFolder } from '../support/temporary.ts'

type Command = (argv: readonly string[], io: ReturnType<typeof memoryIo>['io']) => Promise<number>

async function run(command: Command, folder: string, argv: readonly string[]) {
  const { io, stdout, stderr } = memoryIo({ cwd: folder })
  const exit = await command(['--home', join(folder, 'home'), ...argv], io)
  return { exit, stdout: stdout(), stderr: stderr() }
}

const root = '/home/sam/shop'
/** A transcript as the client writes it: one line a message, tool uses among other blocks. */
const session = (...calls: ([tool: string, input: Record<string, unknown>] | string)[]) =>
  [
    { type: 'summary', summary: 'a session' },
    { type: 'user', cwd: root, message: { role: 'user', content: 'go on' } },
    ...calls.map((call, i) => ({
      type: 'assistant',
      cwd: root,
      message: {
        role: 'assistant',
        content: [
          { type: 'text', text: 'next' },
          typeof call === 'string'
            ? { type: 'tool_use', id: `t${i}`, name: 'Bash', input: { command: call } }
            : { type: 'tool_use', id: `t${i}`, name: call[0], input: call[1] },
        ],
      },
    })),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n')

const settings = { permissions: { allow: ['Bash(npm test)'], ask: ['Bash(git push *)'], deny: ['Read(.env)'] } }

describe('replay', () => {
  const file = session(
    'npm test',
    'npm run build',
    'npm run build',
    'git push',
    'cat .env',
    'ls',
    ['Read', { file_path: `${root}/src/a.ts` }],
    ['Edit', { file_path: `${root}/src/a.ts` }],
  )

  test('decides past calls as if the session had run here', async () => {
    await inFolder({ '.claude/settings.json': settings, 's.jsonl': file }, async (folder) => {
      expect(await run(replayCommand, folder, ['s.jsonl'])).toEqual({
        exit: 0,
        stdout: `     2  ask   npm run  (what it does cannot be known beforehand: it runs a script that is not understood: build)
     1  ask   Edit  (no rule covers it)
     1  deny  cat  (denied by \`Read(.env)\`)
     1  ask   git push  (asked by \`Bash(git push *)\`)
8 calls: 3 allowed, 4 asked, 1 denied
`,
        stderr: '',
      })
    })
  })

  test('lists the calls of one effect with their lines', async () => {
    await inFolder({ '.claude/settings.json': settings, 's.jsonl': file }, async (folder) => {
      const ran = await run(replayCommand, folder, ['s.jsonl', '--effect', 'deny'])
      expect(ran.stdout).toBe('s.jsonl:7: cat .env: denied by `Read(.env)`\n8 calls: 3 allowed, 4 asked, 1 denied\n')
      const json = JSON.parse((await run(replayCommand, folder, ['s.jsonl', '--json'])).stdout)
      expect(json.summary).toEqual({ calls: 8, allow: 3, ask: 4, deny: 1 })
      expect(json.calls[0]).toEqual({
        file: 's.jsonl',
        line: 3,
        tool: 'Bash',
        input: { command: 'npm test' },
        effect: 'allow',
        reason: 'rule',
        rule: 'Bash(npm test)',
      })
    })
  })

  test.each([
    ['no such file', {}, 1, 's.jsonl: does not exist\n'],
    [
      'no transcript',
      { 's.jsonl': 'hello\n[1]\n' },
      1,
      's.jsonl:1: expected a JSON object\ns.jsonl:2: expected a JSON object\n',
    ],
    ['empty', { 's.jsonl': '' }, 0, ''],
    ['half a last line', { 's.jsonl': `${session('ls')}\n{"type":` }, 0, 's.jsonl:4: expected a JSON object\n'],
    [
      'odd blocks',
      { 's.jsonl': '{"message":{"content":[null,{"type":"tool_use"},{"type":"tool_use","name":"Bash","input":7}]}}' },
      0,
      '',
    ],
  ])('%s', async (_, files, exit, stderr) => {
    await inFolder({ x: '', ...files }, async (folder) => {
      expect(await run(replayCommand, folder, ['s.jsonl'])).toMatchObject({ exit, stderr })
    })
  })
})

describe('suggest', () => {
  test('the fewest rules that spare questions, none of them dangerous, none that undoes a rule', async () => {
    const file = session(
      'npm run build',
      'npm run build -- --watch',
      'npm run lint',
      'npm run lint && npm run build',
      'git push',
      'rm -rf build',
      'curl https://example.com',
      "python3 -c 'print(1)'",
      'npx cowsay hi',
      ['WebFetch', { url: 'https://nodejs.org/api', prompt: 'x' }],
      ['Edit', { file_path: `${root}/src/a.ts` }],
      ['Edit', { file_path: `${root}/src/b/c.ts` }],
      ['mcp__github__get_issue', {}],
    )
    await inFolder({ '.claude/settings.json': settings, 's.jsonl': file }, async (folder) => {
      const ran = await run(suggestCommand, folder, ['s.jsonl', '--json'])
      expect(ran).toMatchObject({ exit: 0, stderr: '' })
      const { permissions, questions, left } = JSON.parse(ran.stdout)
      expect(permissions.allow.sort()).toEqual([
        'Bash(npm run *)',
        'Edit(/src/**)',
        'WebFetch(domain:nodejs.org)',
        'mcp__github__get_issue',
      ])
      expect(questions).toEqual({ before: 13, after: 5 })
      const why = Object.fromEntries(left.map((one: { command: string; why: string }) => [one.command, one.why]))
      expect(Object.keys(why).sort()).toEqual([
        'curl https://example.com',
        'git push',
        'npx cowsay hi',
        "python3 -c 'print(1)'",
        'rm -rf build',
      ])
      expect(why['git push']).toBe('`Bash(git push *)` asks about it')
    })
  })

  test('nothing to suggest', async () => {
    await inFolder({ '.claude/settings.json': settings, 's.jsonl': session('ls', 'npm test') }, async (folder) => {
      expect(await run(suggestCommand, folder, ['s.jsonl'])).toEqual({
        exit: 0,
        stdout: '0 questions, 0 with these 0 rules\n',
        stderr: '',
      })
    })
  })
})

describe('diff', () => {
  const old = { permissions: { allow: ['Bash(npm run *)'], deny: ['Bash(git push --force *)', 'Read(.env)'] } }
  const now = {
    permissions: {
      defaultMode: 'acceptEdits',
      allow: ['Bash(npm run test *)', 'Bash(docker *)'],
      deny: ['Bash(git push --force *)'],
    },
  }

  test('rules, values and calls', async () => {
    await inFolder({ 'old.json': old, 'new.json': now }, async (folder) => {
      const ran = await run(diffCommand, folder, ['old.json', 'new.json', '--json'])
      expect(ran).toMatchObject({ exit: 2, stderr: '' })
      const { added, removed, values, looser, stricter } = JSON.parse(ran.stdout)
      expect(added).toEqual([
        { effect: 'allow', rule: 'Bash(npm run test *)' },
        { effect: 'allow', rule: 'Bash(docker *)' },
      ])
      expect(removed).toEqual([
        { effect: 'deny', rule: 'Read(.env)' },
        { effect: 'allow', rule: 'Bash(npm run *)' },
      ])
      expect(values).toEqual([{ what: 'mode', before: 'default', after: 'acceptEdits' }])
      const shown = (list: { call: { input: Record<string, unknown> }; before: string; after: string }[]) =>
        list.map(({ call, before, after }) => `${Object.values(call.input)[0]}: ${before} ${after}`)
      expect(shown(looser)).toEqual(
        expect.arrayContaining(['.env: deny allow', 'docker x: ask allow', 'docker run img: ask allow']),
      )
      expect(shown(stricter)).toEqual(expect.arrayContaining(['npm run x: allow ask']))
    })
  })

  test('the same settings, and settings that only look different', async () => {
    const other = { permissions: { deny: ['Read(.env)', 'Bash(git push --force:*)'], allow: ['Bash(npm run:*)'] } }
    await inFolder({ 'old.json': old, 'new.json': other }, async (folder) => {
      expect(await run(diffCommand, folder, ['old.json', 'old.json'])).toEqual({
        exit: 0,
        stdout: 'nothing changes\n',
        stderr: '',
      })
      const ran = await run(diffCommand, folder, ['old.json', 'new.json'])
      expect(ran.stdout).toContain('0 calls looser, 0 stricter, of those tried')
    })
  })

  test('calls of past sessions are tried too', async () => {
    const wide = { permissions: { allow: ['Bash(make *)'] } }
    await inFolder({ 'old.json': wide, 'new.json': {}, 's.jsonl': session('make deploy-x') }, async (folder) => {
      const ran = await run(diffCommand, folder, ['old.json', 'new.json', '--transcripts', 's.jsonl'])
      expect(ran.stdout).toContain('  make deploy-x: allow by Bash(make *) -> ask')
    })
  })

  test('a file that cannot be read whole ends with 1', async () => {
    await inFolder({ 'old.json': '{', 'new.json': {} }, async (folder) => {
      expect(await run(diffCommand, folder, ['old.json', 'new.json'])).toMatchObject({ exit: 1, stdout: '' })
      expect(await run(diffCommand, folder, ['gone.json', 'new.json'])).toMatchObject({ exit: 1, stdout: '' })
    })
  })
})
