import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { main } from '../../src/cli/commands.ts'
import { hookFileShape } from '../../src/hooks/test-file.ts'
import { memoryIo } from '../support/memory-io.ts'

const folder = join(import.meta.dirname, '../../schema')
const published = z.fromJSONSchema(JSON.parse(fs.readFileSync(join(folder, 'hooks.schema.json'), 'utf8')))

function place(): string {
  const made = fs.mkdtempSync(join(os.tmpdir(), 'hooks-schema-'))
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }))
  return made
}

const deny =
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","updatedInput":{"command":"x"}}}'
const settings = JSON.stringify({
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          { type: 'command', command: `echo '${deny}'` },
          { type: 'command', command: '/no/such/x' },
          { type: 'http', url: 'http://127.0.0.1:1/' },
          { type: 'mcp_tool', server: 's', tool: 't' },
          { type: 'prompt', prompt: 'p' },
          { type: 'command', command: 'echo later', async: true },
        ],
      },
      { matcher: 'Edit', hooks: [{ type: 'command', command: 'true' }] },
      { matcher: '(', hooks: [{ type: 'command', command: 'true', if: 'Bash' }] },
    ],
    SessionStart: [{ hooks: [{ type: 'command', command: 'echo "export A=1" >> "$CLAUDE_ENV_FILE"; echo x' }] }],
  },
})

test.each([
  ['list', ['list']],
  ['a call', ['run', 'git push']],
  ['another event', ['run', '--event', 'SessionStart', '--tool', 'X', '--input', '{"source":"resume"}']],
])('the JSON of %s is as published', async (_, argv) => {
  const here = place()
  const { io, stdout } = memoryIo({ cwd: here, env: { PATH: process.env['PATH'] ?? '' } })
  await main(['hooks', ...argv, '--json', '--settings', settings, '--home', here], io)
  expect(published.safeParse(JSON.parse(stdout()))).toMatchObject({ success: true })
})

test('the JSON of a test run is as published', async () => {
  const here = place()
  const text =
    "hook: {type: command, command: 'exit 2'}\ncases:\n  - {name: a, payload: {}, expect: {exit: 2}}\n  - {name: b, payload: {}, expect: {exit: 0}}\n"
  fs.writeFileSync(join(here, 'a.test.yaml'), text)
  const { io, stdout } = memoryIo({ cwd: here, env: { PATH: process.env['PATH'] ?? '' } })
  await main(['hooks', 'test', '--json'], io)
  expect(published.safeParse(JSON.parse(stdout()))).toMatchObject({ success: true })
})

test('a report with a field nobody published is noticed', () => {
  expect(published.safeParse({ schema: 1, outcomes: [], more: 1 }).success).toBe(false)
})

test('the schema of test files is the one that is read', async () => {
  const json = { title: 'Tests of a hook script', ...z.toJSONSchema(hookFileShape, { io: 'input' }) }
  await expect(`${JSON.stringify(json, null, 2)}\n`).toMatchFileSnapshot(join(folder, 'hook-test.schema.json'))
})
