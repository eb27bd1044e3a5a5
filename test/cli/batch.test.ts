import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { main } from '../../src/cli/commands.ts'
import { type Given, memoryIo } from '../support/memory-io.ts'

async function batch(stdin: Given['stdin'], ...argv: readonly string[]) {
  const { io, stdout, stderr } = memoryIo({ stdin, cwd: '/work/proj' })
  const exit = await main(['check', '--batch', '-', ...argv], io)
  const answers = stdout().split('\n').slice(0, -1)
  return { exit, answers: answers.map((line) => JSON.parse(line) as Record<string, unknown>), stderr: stderr() }
}

const lines = (...cases: readonly unknown[]) => cases.map((each) => `${JSON.stringify(each)}\n`).join('')

const hermetic = { cwd: '/work/proj', home: '/home/dev', mode: 'default', trusted: true, platform: 'linux' }

const bash = (id: string, command: string, layers: unknown = {}, more: object = {}) => ({
  id,
  tool_name: 'Bash',
  tool_input: { command },
  ...hermetic,
  layers,
  files: {},
  ...more,
})

const preToolUse = (command: string) => ({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } })

describe('an answer', () => {
  it('has the documented shape', async () => {
    const { exit, answers } = await batch(
      lines({
        id: 'c1',
        tool_name: 'Bash',
        tool_input: { command: 'git status && rm -rf build' },
        ...hermetic,
        layers: { managed: {}, cli: {}, local: {}, project: { permissions: { deny: ['Bash(rm *)'] } }, user: {} },
        files: { '/work/proj/a.txt': '' },
        symlinks: { '/work/proj/x': '/etc/passwd' },
        agent: { id: 'a1', type: 'reviewer' },
      }),
    )
    expect({ exit, answers }).toEqual({
      exit: 0,
      answers: [
        {
          id: 'c1',
          effect: 'deny',
          reason: {
            code: 'rule',
            rule: 'Bash(rm *)',
            layer: 'project',
            source: 'project#/permissions/deny/0',
            subject: 'rm -rf build',
            message: 'denied by `Bash(rm *)`',
          },
          readOnly: false,
          concurrencySafe: false,
          effects: { reads: [], writes: [], deletes: ['/work/proj/build'], runs: ['git', 'rm'], network: [] },
          parts: [
            { subject: 'git status', effect: 'allow', reason: { code: 'read-only' } },
            { subject: 'rm -rf build', effect: 'deny', reason: { code: 'rule', rule: 'Bash(rm *)' } },
          ],
          known: true,
          commands: [
            ['git', 'status'],
            ['rm', '-rf', 'build'],
          ],
          stricter: null,
        },
      ],
    })
  })

  it('has groups for several calls of one turn', async () => {
    const call = (tool_name: string, tool_input: object) => ({ tool_name, tool_input })
    const calls = [
      call('Read', { file_path: '/work/proj/a' }),
      call('Bash', { command: 'ls' }),
      call('Bash', { command: 'rm x' }),
      call('Read', { file_path: '/work/proj/b' }),
    ]
    const { answers } = await batch(lines({ id: 'g', ...hermetic, layers: {}, files: {}, calls }))
    expect(answers).toEqual([{ id: 'g', groups: [[0, 1], [2], [3]] }])
  })

  it('has no id where the case has none, and the same one whatever its type', async () => {
    const { id: _, ...unnamed } = bash('', 'ls')
    const { answers } = await batch(lines(unnamed, { ...unnamed, id: 7 }, { ...unnamed, id: null }))
    expect(answers.map((answer) => ('id' in answer ? answer['id'] : 'none'))).toEqual(['none', 7, null])
  })
})

describe('the surroundings of a case', () => {
  const table: readonly [string, object, string][] = [
    [
      'its own disk: a link out of the folder',
      { symlinks: { '/work/proj/x': '/etc' }, tool_input: { command: 'cat x/passwd' } },
      'ask',
    ],
    [
      'its own disk: the same name without the link',
      { files: { '/work/proj/x/passwd': '' }, tool_input: { command: 'cat x/passwd' } },
      'allow',
    ],
    ['no trust: allow rules of the project do not count', { trusted: false }, 'ask'],
    ['trust', { trusted: true }, 'allow'],
    ['nobody to ask', { headless: true, tool_input: { command: 'npm publish' } }, 'deny'],
    ['a mode', { mode: 'dontAsk', tool_input: { command: 'npm publish' } }, 'deny'],
    ['the old name of the default mode', { mode: 'manual' }, 'allow'],
    ['keys nobody knows', { caseInsensitive: true, note: 'x', shell: 'zsh' }, 'allow'],
    ['an agent by its type alone', { agent: 'reviewer' }, 'allow'],
  ]
  it.each(table)('%s', async (_, more, effect) => {
    const { answers } = await batch(
      lines(bash('x', 'npm test', { project: { permissions: { allow: ['Bash(npm test)'] } } }, more)),
    )
    expect(answers.map((answer) => answer['effect'])).toEqual([effect])
  })
})

describe('a line that is no case', () => {
  const table: readonly [string, string | Uint8Array, unknown, string][] = [
    ['an empty line', '', null, 'not JSON: Unexpected end of JSON input'],
    ['half an object', '{"id":"a"', null, "not JSON: Expected ',' or '}' after property value in JSON at position 9"],
    ['a list', '[]', null, 'expected a JSON object'],
    ['null', 'null', null, 'expected a JSON object'],
    ['no tool', '{"id":"a"}', 'a', '`tool_name`: expected the name of a tool'],
    [
      'a tool that is a number',
      '{"id":"a","tool_name":1,"tool_input":{}}',
      'a',
      '`tool_name`: expected the name of a tool',
    ],
    ['an input that is a text', '{"id":1,"tool_name":"Bash","tool_input":"ls"}', 1, '`tool_input`: expected an object'],
    [
      'a relative folder',
      '{"id":"a","tool_name":"Bash","tool_input":{},"cwd":"x"}',
      'a',
      '`cwd`: expected an absolute path',
    ],
    [
      'an unknown mode',
      '{"id":"a","tool_name":"Bash","tool_input":{},"mode":"yolo"}',
      'a',
      '`mode`: expected one of default, acceptEdits, plan, auto, dontAsk, bypassPermissions',
    ],
    [
      'layers that are a list',
      '{"id":"a","tool_name":"Bash","tool_input":{},"layers":[]}',
      'a',
      '`layers`: expected an object of layers',
    ],
    [
      'a file that is no text',
      '{"id":"a","tool_name":"Bash","tool_input":{},"files":{"/a":1}}',
      'a',
      '`files`: expected an object of texts by absolute path',
    ],
    ['calls that are no list', '{"id":"a","calls":{}}', 'a', '`calls`: expected a list of calls'],
    [
      'a call without a tool',
      '{"id":"a","calls":[{"tool_name":"Read","tool_input":{}},{}]}',
      'a',
      '`calls/1`: `tool_name`: expected the name of a tool',
    ],
    ['bytes that are no text', Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d), null, 'not UTF-8 text'],
  ]
  it.each(table)('%s', async (_, line, id, message) => {
    const { exit, answers, stderr } = await batch([line, '\n', lines(bash('next', 'ls'))])
    expect({ exit, stderr, error: answers[0], next: answers[1]?.['effect'] }).toEqual({
      exit: 1,
      stderr: '',
      error: { id, error: { code: 'invalid-case', message } },
      next: 'allow',
    })
  })
})

describe('a stream', () => {
  it('may be cut anywhere, between the bytes of a character too', async () => {
    const bytes = Buffer.from(lines(bash('a', 'echo äöü €'), bash('b', 'echo 😀')))
    const whole = await batch(bytes)
    const pieces = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))
    expect(await batch(pieces)).toEqual(whole)
    expect(whole.answers.map((answer) => answer['commands'])).toEqual([[['echo', 'äöü', '€']], [['echo', '😀']]])
  })

  it('needs no line end at its end, and takes those of Windows', async () => {
    const text = lines(bash('a', 'ls'), bash('b', 'ls'))
    const whole = await batch(text)
    expect(await batch(text.trimEnd())).toEqual(whole)
    expect(await batch(text.replaceAll('\n', '\r\n'))).toEqual(whole)
  })

  it('is answered in order when hooks take their time', async () => {
    const cases = Array.from({ length: 24 }, (_, i) =>
      i % 3 === 0
        ? bash(`c${i}`, 'ls')
        : bash(`c${i}`, 'ls', { project: preToolUse(`sleep 0.0${(i * 7) % 10}; exit ${i % 2 === 0 ? 2 : 0}`) }),
    )
    const { exit, answers } = await batch(lines(...cases))
    expect(exit).toBe(0)
    expect(answers.map(({ id, effect }) => `${id} ${effect}`)).toEqual(
      cases.map(({ id }, i) => `${id} ${i % 3 !== 0 && i % 2 === 0 ? 'deny' : 'allow'}`),
    )
  })
})

describe('hooks of a case', () => {
  const scratch = () => readdirSync(tmpdir()).filter((name) => /^hook-case-/.test(name))

  it('start in an empty folder of their own that is gone afterwards', async () => {
    const before = scratch()
    const look = preToolUse('test -z "$(ls -A)" && touch left-behind && exit 0; echo "not empty" >&2; exit 2')
    const { answers } = await batch(lines(...[1, 2, 3].map((i) => bash(`${i}`, 'ls', { project: look }))))
    expect(answers.map((answer) => answer['effect'])).toEqual(['allow', 'allow', 'allow'])
    expect(scratch()).toEqual(before)
  })

  it('do not run with --no-hooks', async () => {
    const text = lines(bash('a', 'ls', { project: preToolUse('exit 2') }))
    expect([await batch(text), await batch(text, '--no-hooks')].map(({ answers }) => answers[0]?.['effect'])).toEqual([
      'deny',
      'allow',
    ])
  })

  it('learn who calls', async () => {
    const look = preToolUse('grep -q \'"agent_type":"reviewer"\' && exit 2; exit 0')
    const { answers } = await batch(
      lines(
        bash('a', 'ls', { project: look }, { agent: { id: 'a1', type: 'reviewer' } }),
        bash('b', 'ls', { project: look }),
      ),
    )
    expect(answers.map((answer) => answer['effect'])).toEqual(['deny', 'allow'])
  })

  it('may rewrite the input, which the rules then judge', async () => {
    const output = { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'rm -rf build' } } }
    const layers = {
      project: { ...preToolUse(`echo '${JSON.stringify(output)}'`), permissions: { deny: ['Bash(rm *)'] } },
    }
    const { answers } = await batch(lines(bash('a', 'ls', layers)))
    expect(answers.map(({ effect, commands }) => ({ effect, commands }))).toEqual([
      { effect: 'deny', commands: [['rm', '-rf', 'build']] },
    ])
  })
})
