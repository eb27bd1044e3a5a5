import { describe, expect, it } from 'vitest'
import { main } from '../../src/cli/commands.ts'
import { memoryIo } from '../support/memory-io.ts'
import { inFolder } from '../support/temporary.ts'

async function classify(argv: readonly string[], columns?: number) {
  return inFolder({ 'p/a.txt': '' }, async (folder) => {
    const { io, stdout, stderr } = memoryIo({ cwd: `${folder}/p`, ...(columns === undefined ? {} : { columns }) })
    const exit = await main(['classify', '--home', folder, ...argv], io)
    return { exit, stdout: stdout().replaceAll(folder, ''), stderr: stderr().replaceAll(folder, '') }
  })
}

const nothing = { reads: [], writes: [], deletes: [], runs: [], network: [] }

describe('JSON', () => {
  const table: readonly [string, object][] = [
    [
      'cat a.txt | sort',
      {
        readOnly: true,
        concurrencySafe: true,
        because: null,
        effects: { ...nothing, reads: ['/p/a.txt'], runs: ['cat', 'sort'] },
        known: true,
        commands: [['cat', 'a.txt'], ['sort']],
      },
    ],
    [
      'rm a.txt',
      {
        readOnly: false,
        concurrencySafe: false,
        because: { code: 'deletes', detail: 'a.txt' },
        effects: { ...nothing, deletes: ['/p/a.txt'], runs: ['rm'] },
        known: true,
        commands: [['rm', 'a.txt']],
      },
    ],
    [
      'curl https://example.com',
      {
        readOnly: false,
        concurrencySafe: false,
        because: { code: 'network', detail: 'example.com' },
        effects: { ...nothing, runs: ['curl'], network: ['example.com'] },
        known: true,
        commands: [['curl', 'https://example.com']],
      },
    ],
    [
      'frobnicate "$x"',
      {
        readOnly: false,
        concurrencySafe: false,
        because: { code: 'unknown-program', detail: 'frobnicate' },
        effects: { ...nothing, runs: ['frobnicate'] },
        known: true,
        commands: [['frobnicate', null]],
      },
    ],
  ]
  it.each(table)('%s', async (command, answer) => {
    const { exit, stdout } = await classify(['--json', command])
    expect({ exit, answer: JSON.parse(stdout) }).toEqual({ exit: 0, answer: { schema: 1, ...answer } })
  })
})

describe('text', () => {
  it('says what broke it and what is touched', async () => {
    expect(await classify(['cat a.txt && rm -r build > log'])).toEqual({
      exit: 0,
      stderr: '',
      stdout: `
  cat a.txt && rm -r build > log
  ---------    ~~~~~~~~~~~~~~~~~

  read-only         no
                    it deletes \`build\`
  concurrency-safe  no
  reads             a.txt
  writes            log
  deletes           build
  runs              cat, rm

`,
    })
  })

  it('fits a narrow terminal', async () => {
    const { stdout } = await classify(['cat a.txt && rm -r some/longer/name/of/a/folder'], 40)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40)
  })
})

it.each([[['']], [[' \n']]])('%j is no command', async (argv) => {
  expect(await classify(argv)).toEqual({
    exit: 1,
    stdout: '',
    stderr: 'policy classify: the command is empty: expected a command line\n',
  })
})
