import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { getAllBaseTools } from '../../src/tools/base-tools.ts'
import { planBatches } from '../../src/tools/batching.ts'
import { buildTool } from '../../src/tools/build-tool.ts'
import { execute, sessionOf } from '../../src/tools/execute.ts'
import { type Line, line, lineOf, renderingOf, span } from '../../src/tools/render.ts'
import { outcomeLines, progressLines, runLines, useLines } from '../../src/tools/show-run.ts'
import { parsePartial } from '../../src/tools/stream.ts'
import { terminalText, visible } from '../../src/tools/terminal.ts'
import { useOf, withSession } from './session.ts'

const plain = (lines: readonly Line[]) => terminalText(lines, { columns: 200, colour: false }).trimEnd().split('\n')

const bare = buildTool({
  name: 'Bare',
  description: () => '',
  inputSchema: z.strictObject({ text: z.string() }),
  isConcurrencySafe: () => true,
  call: async ({ text }) => ({ data: text }),
})

const allow = { permissions: { allow: ['Bare', 'Bash', 'Write', 'Edit'] } }

describe('a call', () => {
  it('is shown while its input still streams, whatever is missing', async () => {
    const inputs: Record<string, unknown> = {
      Bash: { command: 'ls\npwd', run_in_background: true },
      Read: { file_path: '/a', offset: 3 },
      Write: { file_path: '/a', content: 'x\ny' },
      Edit: { file_path: '/a', old_string: 'o', new_string: 'n' },
      Grep: { pattern: 'p', path: '/a', glob: '*.ts' },
      Glob: { pattern: '*' },
      WebFetch: { url: 'http://x' },
      ToolSearch: { query: 'q' },
      Skill: { skill: 's', args: 'a' },
      Agent: { description: 'd', subagent_type: 't', prompt: 'p' },
      ExitPlanMode: { plan: 'p\nq' },
      AskUserQuestion: { questions: [{ question: 'q?' }] },
      TodoWrite: { todos: [{ content: 'c', status: 'pending' }] },
    }
    await withSession({}, async ({ context }) => {
      for (const { name } of getAllBaseTools()) {
        const json = JSON.stringify(inputs[name] ?? { taskId: '1' })
        for (let end = 0; end <= json.length; end++) {
          const input = parsePartial(json.slice(0, end))
          const lines = useLines({ name, input }, context)
          expect(lines.length).toBeGreaterThan(0)
          expect(plain(lines)[0]).toContain(name)
        }
      }
    })
  })

  it('of a tool that shows nothing itself gets the fallback', async () => {
    await withSession({ settings: allow, session: { tools: [bare] } }, async ({ call, context }) => {
      const outcome = await call('Bare', { text: 'one\ntwo\nthree\nfour\nfive\nsix\nseven' })
      expect(plain(outcomeLines(outcome, context))).toEqual([
        'Bare(text: one\\ntwo\\nthree\\nfour\\nfive\\nsix\\nseven)',
        '  one',
        '  two',
        '  three',
        '  four',
        '  five',
        '  ... 2 more lines',
        '  (more with `--verbose`)',
      ])
      expect(plain(outcomeLines(outcome, context, { verbose: true })).at(-1)).toBe('  seven')
      expect(plain(renderingOf(bare, 'Bare').renderResult('a\nb' as never, { style: 'condensed' }))).toEqual([
        '  2 lines',
      ])
    })
  })

  it('that was refused, failed, or is of an unknown tool says so', async () => {
    await withSession(
      { settings: { permissions: { deny: ['Bash(rm *)'], allow: ['Bash'] } } },
      async ({ call, context }) => {
        expect(plain(outcomeLines(await call('Bash', { command: 'rm x' }), context))[0]).toBe('Bash was not run')
        const failed = plain(outcomeLines(await call('Bash', { command: 'echo no; exit 2' }), context))
        expect(failed).toEqual(['Bash echo no; exit 2', '  no', '  (exit code 2)'])
        expect(plain(outcomeLines(await call('Nope', { a: 1 }), context))[0]).toBe('Nope(a: 1)')
      },
    )
  })

  it('whose tool cannot show it is shown by the fallback', () => {
    const broken = buildTool({
      ...bare,
      renderToolUse: () => {
        throw new Error('no')
      },
      renderResult: () => {
        throw new Error('no')
      },
    })
    const rendering = renderingOf(broken, 'Bare')
    expect(plain(rendering.renderToolUse({ text: 'x' } as never, {}))).toEqual(['Bare(text: x)'])
    expect(plain(rendering.renderResult('out' as never, {}))).toEqual(['  out'])
  })

  it('that runs long shows for how long and what it printed last', async () => {
    await withSession({}, async ({ context }) => {
      const events = [{ elapsedMs: 3_200, chars: 12, tail: 'a\nb\nc\nd\n' }]
      expect(plain(progressLines('Bash', events, context))).toEqual([
        '  b',
        '  c',
        '  d',
        '  running for 3 s, 12 characters so far',
      ])
      expect(progressLines('Bash', [], context)).toEqual([])
      expect(plain(progressLines('Nope', [1], context))).toEqual(['  running ...'])
    })
  })
})

describe('the calls of a message', () => {
  it('that ran together and are of one tool are shown as one, unless all is to be seen', async () => {
    await withSession(
      { settings: allow, files: { a: 'x', b: 'y' }, session: { tools: [bare] } },
      async ({ context, project }) => {
        const uses = [
          useOf('1', 'Read', { file_path: 'a' }),
          useOf('2', 'Read', { file_path: 'gone' }),
          useOf('3', 'Bare', { text: 'q' }),
          useOf('4', 'Write', { file_path: 'c', content: 'new' }),
        ]
        const { outcomes } = await execute(uses, sessionOf(context))
        const groups = planBatches(uses, context)
        expect(plain(runLines(outcomes, groups, context))).toEqual([
          'Read x 2, 1 failed',
          `  file_path: ${project}/a`,
          '  file_path: gone',
          'Bare(text: q)',
          '  q',
          `Write ${project}/c`,
          '  + new',
          '  created, 1 line',
        ])
        const all = plain(runLines(outcomes, groups, context, { verbose: true }))
        expect(all.filter((each) => each.startsWith('Read'))).toHaveLength(2)
      },
    )
  })
})

describe('a terminal', () => {
  it('gets lines no wider than it is, indented as they were', () => {
    const text = terminalText([line('one two three four five six', 'plain', 1)], { columns: 14, colour: false })
    expect(text).toBe('  one two\n  three four\n  five six\n')
  })

  it('without colour gets none, and signs for what colour would say', () => {
    const lines = [line('new', 'added'), line('old', 'removed'), lineOf([span('a', 'name'), span('b', 'bad')])]
    expect(terminalText(lines, { columns: 80, colour: false })).toBe('+ new\n- old\nab\n')
    expect(terminalText(lines, { columns: 80, colour: true })).toBe(
      '\x1b[32m+ new\x1b[39m\n\x1b[31m- old\x1b[39m\n\x1b[1ma\x1b[22m\x1b[31mb\x1b[39m\n',
    )
  })

  it('never gets a character that acts on it', () => {
    expect(visible('a\x1b[2Jb\x07\tc\r\nd\u202ee\x9b')).toBe('a^[[2Jb^G    c d<202E>e<009B>')
  })

  it('counts wide characters as two and marks as none', () => {
    expect(terminalText([line('漢字漢字漢字')], { columns: 10, colour: false })).toBe('漢字漢字漢\n字\n')
    expect(terminalText([line('e\u0301'.repeat(10))], { columns: 10, colour: false })).toBe(`${'e\u0301'.repeat(10)}\n`)
    expect(terminalText([line('👩‍👩‍👧'.repeat(6))], { columns: 10, colour: false }).split('\n')[0]).toBe(
      '👩‍👩‍👧'.repeat(5),
    )
  })

  it('however narrow, shows every character once and no line too wide', () => {
    const tone = fc.constantFrom('plain', 'name', 'dim', 'good', 'bad', 'warn', 'added', 'removed') as fc.Arbitrary<
      Line['spans'][0]['tone']
    >
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.stringMatching(/^[a-z ]{0,60}$/),
    )
    const lines = fc.array(
      fc.record({ spans: fc.array(fc.record({ text, tone }), { maxLength: 4 }), indent: fc.nat(6) }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 60 }), (given, columns) => {
        const dull = terminalText(given, { columns, colour: false })
        const bright = terminalText(given, { columns, colour: true })
        expect(bright.replace(/\x1b\[\d+m/g, '')).toBe(dull)
        expect(dull.replace(/[\n\x20-\x7e]|[^\x00-\x7f]/g, '')).toBe('')
        for (const row of dull.split('\n'))
          expect([...row].filter((char) => /[\x20-\x7e]/.test(char)).length).toBeLessThanOrEqual(Math.max(columns, 10))
        const letters = (all: string) => all.replace(/\s/g, '')
        const said = given
          .map(({ spans }) => spans.map((each) => ({ added: '+ ', removed: '- ' })[each.tone as string] ?? '').join(''))
          .join('')
        expect(letters(dull).length).toBe(
          letters(given.map(({ spans }) => spans.map((each) => visible(each.text)).join('')).join('') + said).length,
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('a beginning of JSON', () => {
  it.each([
    ['', undefined],
    ['{', {}],
    ['{"a"', {}],
    ['{"a":', {}],
    ['{"a": "x', { a: 'x' }],
    ['{"a": "x\\', { a: 'x' }],
    ['{"a": "x\\u00', { a: 'x' }],
    ['{"a": "x", "b', { a: 'x' }],
    ['{"a": "x", "b": tr', { a: 'x' }],
    ['{"a": [1, 2', { a: [1] }],
    ['{"a": {"b": "c', { a: { b: 'c' } }],
    ['{"a": "}{[",', { a: '}{[' }],
    ['{"a": 1}', { a: 1 }],
    ['nonsense', undefined],
    ['"text', 'text'],
  ])('`%s` says what it says', (text, value) => {
    expect(parsePartial(text)).toEqual(value)
  })

  it('of any length is read without a throw, and the whole is the whole', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true }),
        fc.nat(),
        (value, cut) => {
          const json = JSON.stringify(value)
          expect(parsePartial(json)).toEqual(JSON.parse(json))
          expect(() => parsePartial(json.slice(0, cut % (json.length + 1)))).not.toThrow()
        },
      ),
    )
  })
})
