import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planCommand } from '../../src/cli/plan.ts'
import { runCommand } from '../../src/cli/run.ts'
import { memoryIo } from '../support/memory-io.ts'
import { inFolder } from '../support/temporary.ts'
import { bundled } from './bundle.ts'
import { runRunner } from './runner-process.ts'
import { useOf } from './session.ts'

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly lines: readonly Record<string, unknown>[]
}

/** Runs `policy run ARGS -` in a folder with the given settings and input. */
async function runHere(folder: string, input: string | Uint8Array, settings: object, ...args: string[]): Promise<Ran> {
  const { io, stdout, stderr } = memoryIo({ stdin: input, cwd: folder, env: {} })
  const shared = ['--cwd', folder, '--home', join(folder, 'home'), '--trusted', '--settings', JSON.stringify(settings)]
  const code = await runCommand([...shared, '--results', join(folder, 'results'), ...args, '-'], io)
  const lines = args.includes('--json')
    ? stdout()
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []
  return { code, stdout: stdout(), stderr: stderr(), lines }
}

const message = (...content: unknown[]) => ({ role: 'assistant', content })
const bash = (id: string, command: string) => useOf(id, 'Bash', { command })
const allow = { permissions: { allow: ['Bash'], deny: ['Bash(rm *)'] } }

describe('policy run', () => {
  it('turns the tool uses of a message into its results', async () => {
    await inFolder({ 'a.txt': 'hi' }, async (folder) => {
      const text = JSON.stringify(
        message(
          { type: 'text', text: 'let me look' },
          useOf('r', 'Read', { file_path: 'a.txt' }),
          bash('d', 'rm a.txt'),
        ),
      )
      const { code, lines } = await runHere(folder, text, allow, '--json')
      expect(code).toBe(2)
      expect(lines).toEqual([
        {
          schema: 1,
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'r', content: '     1\thi' },
            {
              type: 'tool_result',
              tool_use_id: 'd',
              content: '`Bash` was not run: denied by `Bash(rm *)` (`rm a.txt`)',
              is_error: true,
            },
          ],
          calls: [
            {
              id: 'r',
              tool: 'Read',
              status: 'ok',
              stage: null,
              effect: 'allow',
              reason: expect.objectContaining({ code: expect.any(String) }),
            },
            {
              id: 'd',
              tool: 'Bash',
              status: 'denied',
              stage: 'permission',
              effect: 'deny',
              reason: expect.objectContaining({ rule: 'Bash(rm *)' }),
            },
          ],
          messages: [],
        },
      ])
      expect(existsSync(join(folder, 'a.txt'))).toBe(true)
    })
  })

  it.each([
    ['a single tool use', JSON.stringify(bash('a', 'echo 1')), ['a']],
    ['a list of tool uses', JSON.stringify([bash('a', 'echo 1'), bash('b', 'echo 2')]), ['a', 'b']],
    ['a message over several lines', JSON.stringify(message(bash('a', 'echo 1')), null, 2), ['a']],
    [
      'messages one a line, with what users say between them',
      [message(bash('a', 'echo 1')), { role: 'user', content: 'hm' }, message(bash('b', 'echo 2'))]
        .map((each) => JSON.stringify(each))
        .join('\n'),
      ['a', 'b'],
    ],
    ['lines of a transcript', JSON.stringify({ type: 'assistant', message: message(bash('a', 'echo 1')) }), ['a']],
    ['a list of messages', JSON.stringify([message(bash('a', 'echo 1')), message(bash('b', 'echo 2'))]), ['a', 'b']],
    ['a message without tool uses', JSON.stringify(message({ type: 'text', text: 'done' })), []],
    ['nothing', '', []],
  ])('reads %s', async (_, text, ids) => {
    await inFolder({}, async (folder) => {
      const { code, lines } = await runHere(folder, text, allow, '--json')
      expect(code).toBe(0)
      expect(lines.flatMap(({ calls }) => (calls as { id: string }[]).map(({ id }) => id))).toEqual(ids)
    })
  })

  it.each([
    ['no JSON', 'not json', 'line 1: it is not JSON'],
    ['another shape', '{"a": 1}', 'line 1: expected an assistant message or `tool_use` blocks'],
    [
      'a tool use without an id',
      JSON.stringify(message({ type: 'tool_use', name: 'Bash', input: {} })),
      'a `tool_use` block needs a text as `id` and as `name`',
    ],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x0a]), 'not UTF-8 text'],
  ])('says what is wrong with %s and exits 1', async (_, text, message) => {
    await inFolder({}, async (folder) => {
      const { code, stderr } = await runHere(folder, text, allow, '--json')
      expect(code).toBe(1)
      expect(stderr).toContain(message)
    })
  })

  it('goes on after a line that is no message', async () => {
    await inFolder({}, async (folder) => {
      const text = `${JSON.stringify(bash('a', 'echo 1'))}\nbroken\n${JSON.stringify(bash('b', 'echo 2'))}\n`
      const { code, lines } = await runHere(folder, text, allow, '--json')
      expect(code).toBe(1)
      expect(lines).toHaveLength(2)
    })
  })

  it('exits by the worst end: 2 denied, 3 unanswered, 1 failed, 0 all well', async () => {
    await inFolder({}, async (folder) => {
      const ends = {
        denied: bash('d', 'rm x'),
        unanswered: useOf('u', 'WebFetch', { url: 'http://127.0.0.1:9' }),
        failed: bash('f', 'exit 3'),
        ok: bash('o', 'true'),
      }
      const code = async (...uses: unknown[]) => (await runHere(folder, JSON.stringify(uses), allow, '--json')).code
      expect(await code(ends.ok)).toBe(0)
      expect(await code(ends.ok, ends.failed)).toBe(1)
      expect(await code(ends.failed, ends.unanswered, ends.ok)).toBe(3)
      expect(await code(ends.unanswered, ends.denied, ends.failed)).toBe(2)
    })
  })

  it('lets `--ask` answer, and never against a deny rule', async () => {
    await inFolder({}, async (folder) => {
      const uses = JSON.stringify([bash('a', 'touch made'), bash('b', 'rm made')])
      const settings = { permissions: { deny: ['Bash(rm *)'] } }
      const { code, lines } = await runHere(folder, uses, settings, '--json', '--ask', 'allow')
      expect(code).toBe(2)
      expect((lines[0]!['calls'] as { status: string }[]).map(({ status }) => status)).toEqual(['ok', 'denied'])
      expect(existsSync(join(folder, 'made'))).toBe(true)
      expect((await runHere(folder, uses, settings, '--json')).code).toBe(2)
    })
  })

  it('keeps folder and mode from message to message', async () => {
    await inFolder({ 'd/x': '' }, async (folder) => {
      const text = [bash('a', 'cd d'), bash('b', 'pwd'), useOf('c', 'EnterPlanMode', {}), bash('e', 'touch y')]
        .map((use) => JSON.stringify(use))
        .join('\n')
      const { lines } = await runHere(folder, text, allow, '--json')
      const results = lines.map(({ content }) => (content as { content: string }[])[0]?.content)
      expect(results[1]).toBe(join(folder, 'd'))
      expect(results[3]).toContain('plan mode')
    })
  })

  it('runs the hooks of the settings, unless told not to', async () => {
    await inFolder({}, async (folder) => {
      const settings = {
        ...allow,
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] }] },
      }
      expect((await runHere(folder, JSON.stringify(bash('a', 'true')), settings, '--json')).code).toBe(2)
      expect((await runHere(folder, JSON.stringify(bash('a', 'true')), settings, '--json', '--no-hooks')).code).toBe(0)
    })
  })

  it('shows people what ran, in lines of their width', async () => {
    await inFolder({ 'a.txt': 'hi' }, async (folder) => {
      const { stdout } = await runHere(
        folder,
        JSON.stringify([bash('a', 'printf "1\\033[31m2\\n"'), bash('b', 'rm a.txt')]),
        allow,
      )
      expect(stdout).toBe(
        'Bash printf "1\\033[31m2\\n"\n  1^[[31m2\nBash was not run\n  `Bash` was not run: denied by `Bash(rm *)` (`rm a.txt`)\n',
      )
    })
  })

  it('runs nothing while the settings cannot be read', async () => {
    await inFolder({ '.claude/settings.json': '{"permissions": ' }, async (folder) => {
      const { io, stderr } = memoryIo({ stdin: JSON.stringify(bash('a', 'touch made')), cwd: folder })
      expect(await runCommand(['--cwd', folder, '--home', folder, '--trusted', '-'], io)).toBe(1)
      expect(stderr()).toContain('settings cannot be read, so nothing is run')
      expect(existsSync(join(folder, 'made'))).toBe(false)
    })
  })

  it('connects the MCP servers of a file', async () => {
    const script = bundled('test/tools/mcp-server.ts')
    const config = { mcpServers: { sample: { command: process.execPath, args: [script] } } }
    await inFolder({ 'mcp.json': config, 'bad.json': '{}' }, async (folder) => {
      const text = [
        useOf('s', 'ToolSearch', { query: 'select:mcp__sample__add' }),
        useOf('a', 'mcp__sample__add', { a: 1, b: 2 }),
      ]
        .map((use) => JSON.stringify(use))
        .join('\n')
      const settings = { permissions: { allow: ['mcp__sample'] } }
      const { lines } = await runHere(folder, text, settings, '--json', '--mcp-config', join(folder, 'mcp.json'))
      expect((lines[1]!['content'] as { content: unknown }[])[0]?.content).toEqual([{ type: 'text', text: '3' }])
      expect((await runHere(folder, text, settings, '--mcp-config', join(folder, 'bad.json'))).stderr).toContain(
        'has no object `mcpServers`',
      )
    })
  })

  it.each([
    [['--ask', 'maybe'], 'maybe'],
    [['--concurrency', 'none'], 'expected a whole number from 1 on'],
    [['--batching', 'wild'], 'wild'],
  ])('refuses %s', async (args, message) => {
    const { io, stderr } = memoryIo({ cwd: '/' })
    expect(await runCommand([...args, '-'], io)).toBe(1)
    expect(stderr()).toContain(message)
  })

  it('is a program that reads line by line and answers each at once', async () => {
    await inFolder({}, async (folder) => {
      const { startRunner } = await import('./runner-process.ts')
      const child = startRunner(
        ['--json', '--trusted', '--settings', JSON.stringify(allow), '--home', folder, '-'],
        folder,
      )
      const answers: string[] = []
      let wake = () => {}
      child.stdout?.on('data', (chunk) => {
        answers.push(...String(chunk).trim().split('\n'))
        wake()
      })
      const answer = async (count: number) => {
        while (answers.length < count) await new Promise<void>((resolve) => (wake = resolve))
      }
      child.stdin?.write(`${JSON.stringify(bash('a', 'echo 1'))}\n`)
      await answer(1)
      child.stdin?.end(`${JSON.stringify(bash('b', 'exit 1'))}\n`)
      expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
      expect(answers.map((line) => JSON.parse(line).content[0].tool_use_id)).toEqual(['a', 'b'])
      const ended = await runRunner(
        ['--json', '--trusted', '--home', folder, '-'],
        folder,
        JSON.stringify(bash('x', 'ls')),
      )
      expect(ended.code).toBe(0)
    })
  })
})

describe('policy plan', () => {
  const uses = [
    useOf('a', 'Read', { file_path: 'a' }),
    useOf('b', 'Write', { file_path: 'b', content: '' }),
    useOf('c', 'Write', { file_path: 'c', content: '' }),
    bash('d', 'ls sub'),
    bash('e', 'rm a'),
  ]

  it('shows the batches of safety and those of effects, and runs nothing', async () => {
    await inFolder({ a: '' }, async (folder) => {
      const { io, stdout } = memoryIo({ stdin: JSON.stringify(message(...uses)), cwd: folder })
      expect(await planCommand(['--json', '--home', folder, '-'], io)).toBe(0)
      expect(JSON.parse(stdout())).toEqual({
        schema: 1,
        ids: ['a', 'b', 'c', 'd', 'e'],
        groups: [[0], [1], [2], [3], [4]],
        byEffects: [[0, 1, 2, 3], [4]],
      })
      expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('')
      expect(existsSync(join(folder, 'b'))).toBe(false)
    })
  })

  it('is readable', async () => {
    await inFolder({ a: '' }, async (folder) => {
      const { io, stdout } = memoryIo({ stdin: JSON.stringify(message(...uses.slice(0, 3))), cwd: folder })
      expect(await planCommand(['--home', folder, '-'], io)).toBe(0)
      expect(stdout()).toBe(
        '1. alone\n    Read a\n2. alone\n    Write b\n3. alone\n    Write c\n\nby conflict of effects:\n1. 3 together\n    Read a\n    Write b\n    Write c\n',
      )
    })
  })

  it('says which lines are no message', async () => {
    const { io, stderr } = memoryIo({ stdin: 'x', cwd: '/' })
    expect(await planCommand(['--home', '/', '-'], io)).toBe(1)
    expect(stderr()).toContain('line 1: it is not JSON')
  })
})
