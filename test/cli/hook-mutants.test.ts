import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hookCommand } from '../../src/cli/hook.ts'
import { memoryIo } from '../support/memory-io.ts'
import { type Ended, policy } from '../support/policy-process.ts'
import { bash, payload } from './hook-payloads.ts'

const recorded = [
  bash('git status && rm -rf build'),
  bash('for f in $(ls); do echo "$f" | sed s/a/b/ > "$f.new"; done'),
  { tool_name: 'Read', tool_input: { file_path: '/etc/passwd', offset: 3 } },
  { tool_name: 'Edit', tool_input: { file_path: '/tmp/x', old_string: 'a', new_string: 'b', replace_all: false } },
  { tool_name: 'WebFetch', tool_input: { url: 'https://example.com', prompt: 'x' } },
  { tool_name: 'mcp__a__b', tool_input: { nested: { list: [1, null, 'x'] } } },
  { ...bash('npm test'), hook_event_name: 'PermissionRequest' },
].map((fields) => JSON.stringify(payload('/', fields)))

const junk = fc.constantFrom(
  '',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '\0',
  '\u202e',
  '\ud800',
  '1e999',
  'null',
  '__proto__',
  'é',
  '🙂',
  '\n',
  ' '.repeat(50),
)
const json = fc.constantFrom(
  'null',
  'true',
  '-1',
  '""',
  '[]',
  '{}',
  '"x"',
  '{"__proto__":{"a":1}}',
  '[[[[]]]]',
  `"${'a'.repeat(20_000)}"`,
  '"$(rm -rf /)"',
)

/** A recorded payload with a piece cut out, doubled or replaced, or one value replaced by another. */
const mutant = fc
  .tuple(
    fc.constantFrom(...recorded),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), junk, json, fc.nat(4)), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([text, changes]) =>
    changes.reduce((at, [where, length, piece, value, kind]) => {
      const start = Math.floor(where * at.length)
      const end = start + length
      if (kind === 0) return at.slice(0, start)
      if (kind === 1) return at.slice(0, start) + at.slice(end)
      if (kind === 2) return at.slice(0, start) + piece + at.slice(end)
      if (kind === 3) return at.slice(0, end) + at.slice(start)
      // The value after some colon.
      const values = [...at.matchAll(/:("(?:[^"\\]|\\.)*"|[\d.]+|true|false|\{[^{}]*\})/g)]
      const chosen = values[Math.floor(where * values.length)]
      if (chosen === undefined) return at
      return at.slice(0, chosen.index + 1) + value + at.slice(chosen.index + chosen[0].length)
    }, text),
  )

function isAnswer(stdout: string, input: string): boolean {
  // Nothing is said about an event that asks nothing: another one of the catalogue.
  if (stdout === '') return !/"hook_event_name":"(PreToolUse|PermissionRequest)"/.test(input)
  const said = JSON.parse(stdout).hookSpecificOutput
  if (said === undefined) return stdout === '{}\n'
  return said.hookEventName === 'PreToolUse'
    ? ['allow', 'ask', 'deny'].includes(said.permissionDecision)
    : ['allow', 'deny'].includes(said.decision.behavior)
}

/** A decision on stdout with exit 0, or exit 2 with one line on stderr that holds no stack. */
function isProper({ exit, stdout, stderr }: Ended, input: string): void {
  if (exit === 0) {
    expect({ stderr, proper: isAnswer(stdout, input) }).toEqual({ stderr: '', proper: true })
    return
  }
  expect(exit).toBe(2)
  expect(stderr).toMatch(/^policy hook: [^\n]+\n$/)
  expect(stderr).not.toMatch(/\n\s+at |internal error|\.ts:\d|\.cjs:\d/)
  if (stdout !== '') expect(JSON.parse(stdout).hookSpecificOutput.decision.behavior).toBe('deny')
}

describe('a mutated payload is decided or blocked, never passed over', () => {
  it('1,000 times in this process', async () => {
    const run = async (text: string) => {
      const { io, stdout, stderr } = memoryIo({ stdin: text })
      const exit = await hookCommand(['--home', '/nowhere', '--config-dir', '/nowhere'], io)
      isProper({ exit, stdout: stdout(), stderr: stderr() }, text)
    }
    await fc.assert(fc.asyncProperty(mutant, run), { numRuns: 1000, seed: 20_240_601 })
  })

  it('40 times as a process', () => {
    const run = (text: string) => {
      isProper(policy(['hook'], { stdin: text, env: { HOME: '/nowhere' } }), text)
    }
    fc.assert(fc.property(mutant, run), { numRuns: 40, seed: 77 })
  })
})
