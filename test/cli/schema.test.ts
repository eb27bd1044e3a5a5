import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { main } from '../../src/cli/commands.ts'
import { memoryIo } from '../support/memory-io.ts'

const schema = (name: string) => {
  const text = readFileSync(join(import.meta.dirname, '../../schema', name), 'utf8')
  return z.fromJSONSchema(JSON.parse(text))
}

const answerSchema = schema('answer.schema.json')
const caseSchema = schema('case.schema.json')

const surroundings = { cwd: '/work', home: '/home/dev', mode: 'default', trusted: true, layers: {}, files: {} }
const cases: readonly object[] = [
  { id: 1, tool_name: 'Bash', tool_input: { command: 'git status && rm -rf $x > out' }, ...surroundings },
  {
    id: 'deny',
    tool_name: 'Read',
    tool_input: { file_path: '/work/.env' },
    ...surroundings,
    layers: { user: { permissions: { deny: ['Read(.env)'] } } },
  },
  {
    id: null,
    tool_name: 'Bash',
    tool_input: { command: 'npm publish' },
    ...surroundings,
    headless: true,
    agent: 'reviewer',
  },
  { calls: [{ tool_name: 'Read', tool_input: { file_path: '/a' } }], ...surroundings, symlinks: { '/work/x': '/etc' } },
  {
    id: 'dropped',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    ...surroundings,
    layers: { user: { permissions: { deny: 7 } } },
  },
]
const wrong: readonly object[] = [
  { id: 1 },
  { tool_name: 'Bash' },
  { tool_name: '', tool_input: {} },
  { calls: {} },
  { tool_name: 'Bash', tool_input: {}, mode: 'yolo' },
]

describe('the published schemas', () => {
  it('describe cases and every answer to them', async () => {
    const { io, stdout } = memoryIo({ stdin: [...cases, ...wrong].map((each) => `${JSON.stringify(each)}\n`).join('') })
    await main(['check', '--batch', '-'], io)
    const answers = stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { error?: object })
    expect(answers).toHaveLength(cases.length + wrong.length)
    for (const answer of answers) expect(answerSchema.safeParse(answer)).toMatchObject({ success: true })
    // What the schema refuses is what the reader refuses.
    expect([...cases, ...wrong].map((each) => caseSchema.safeParse(each).success)).toEqual(
      answers.map(({ error }) => error === undefined),
    )
  })

  it('describe `check --json` and `explain --json`', async () => {
    for (const name of ['check', 'explain']) {
      const { io, stdout } = memoryIo({ cwd: '/' })
      await main([name, '--json', '--home', '/nowhere', 'git status && frobnicate "$x"'], io)
      const answer = JSON.parse(stdout())
      expect(answerSchema.safeParse(answer)).toMatchObject({ success: true })
      expect(answer.schema).toBe(1)
    }
  })

  it('refuse an answer that is none', () => {
    const { io: _, ...rest } = memoryIo()
    for (const answer of [{}, { effect: 'maybe' }, { effect: 'allow', reason: { code: 'rule' } }, rest]) {
      expect(answerSchema.safeParse(answer).success).toBe(false)
    }
  })
})
