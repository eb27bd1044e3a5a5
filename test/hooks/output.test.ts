import { describe, expect, test } from 'vitest'
import { nothingSaid, readBody, readOutput } from '../../src/hooks/output.ts'

const pre = (fields: object, more: object = {}) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields }, ...more })

describe('what text on stdout is', () => {
  test.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['done', 'plain'],
    ['"quoted"', 'plain'],
    ['[1]', 'plain'],
    ['null', 'plain'],
    ['{"a":1} trailing', 'plain'],
    ['{unfinished', 'plain'],
    ['{}', 'json'],
    ['{"unknown":{"deep":[1]}}', 'json'],
    ['\ufeff{}', 'json'],
    ['{"a":1,}', 'bad'],
    ["{'a':1}", 'bad'],
    ['{"a":1}\n{"b":2}', 'plain'],
    ['{"a":1}\n\n{"b":2}', 'plain'],
    ['{"a":1}\n[2]\n{"c":3}', 'plain'],
    ['{"a":1}\nnot json\n{"b":2}', 'bad'],
    ['{"a":1}\n{"systemMessage":"x"}', 'bad'],
    ['{"a":1}\r\n', 'json'],
    ['{\r\n  "a": 1\r\n}', 'json'],
    ['\u00a0{}', 'json'],
    ['\u001b[0m{}', 'plain'],
    ['{}\u0000', 'plain'],
    ['{};', 'plain'],
    ['```json\n{}\n```', 'plain'],
    ['"{\\"decision\\":\\"block\\"}"', 'plain'],
    ['{}{}', 'bad'],
    ['{"decision":"block"}{"decision":"block"}', 'bad'],
    ['{/* no */"decision":"block"}', 'bad'],
    ['{"a":NaN}', 'bad'],
    ['{"__proto__":{"decision":"block"}}', 'json'],
  ])('%j is %s', (text, kind) => {
    expect(readOutput(text, 'PreToolUse').kind).toBe(kind)
  })
})

test('JSON nested 100,000 deep is read like any other', () => {
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)},"decision":"block"}`
  expect(readOutput(deep, 'PreToolUse')).toMatchObject({ kind: 'json', said: { decision: 'block' } })
})

describe('the schema of an answer', () => {
  test.each([
    [{ continue: 'no' }, '`continue` is `"no"`: expected boolean'],
    [{ systemMessage: 1 }, '`systemMessage` is `1`: expected string'],
    [{ suppressOutput: 'yes' }, '`suppressOutput` is `"yes"`: expected boolean'],
    [{ decision: 'allow' }, '`decision` is `"allow"`: expected `approve`, `block`'],
    [{ decision: 'Block' }, '`decision` is `"Block"`: expected `approve`, `block`'],
    [{ decision: null }, '`decision` is `null`: expected `approve`, `block`'],
    [{ continue: null }, '`continue` is `null`: expected boolean'],
    [{ terminalSequence: 5 }, '`terminalSequence` is `5`: expected string'],
    [{ stopReason: {} }, '`stopReason` is `{}`: expected string'],
    [{ reason: null }, '`reason` is `null`: expected string'],
    [{ hookSpecificOutput: [] }, '`hookSpecificOutput` is `[]`: expected object'],
    [{ hookSpecificOutput: {} }, '`hookSpecificOutput.hookEventName` is missing: expected `PreToolUse`'],
  ])('%o: %s', (output, fault) => {
    expect(readOutput(JSON.stringify(output), 'PreToolUse')).toEqual({ kind: 'bad', fault })
  })

  test.each([
    [{ permissionDecision: 'block' }],
    [{ permissionDecision: 'DENY' }],
    [{ permissionDecision: ' deny' }],
    [{ permissionDecision: '' }],
    [{ permissionDecision: null }],
    [{ permissionDecision: ['deny'] }],
    [{ permissionDecision: 'approve' }],
    [{ permissionDecisionReason: null }],
    [{ updatedInput: null }],
    [{ permissionDecisionReason: 5 }],
    [{ updatedInput: 'ls' }],
    [{ updatedInput: ['ls'] }],
    [{ additionalContext: {} }],
  ])('inside hookSpecificOutput %o is refused', (fields) => {
    expect(readOutput(pre(fields), 'PreToolUse').kind).toBe('bad')
  })

  test.each([
    [{}, /behavior` is missing/],
    [{ behavior: 'maybe' }, /behavior` is `"maybe"`/],
    [{ behavior: 'allow', updatedInput: 'x' }, /updatedInput/],
    [{ behavior: 'allow', updatedPermissions: {} }, /updatedPermissions` is no list/],
    [{ behavior: 'deny', interrupt: 'yes' }, /interrupt/],
  ])('a permission answer %o is refused', (decision, fault) => {
    const text = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })
    const read = readOutput(text, 'PermissionRequest')
    expect(read.kind === 'bad' && read.fault).toMatch(fault)
  })

  test('unknown and misplaced keys are named, not refused', () => {
    const text = pre({ permissionDecision: 'deny', zz: 1, decision: {} }, { permissionDecision: 'allow' })
    expect(readOutput(text, 'PreToolUse')).toEqual({
      kind: 'json',
      ignored: ['permissionDecision', 'hookSpecificOutput.zz', 'hookSpecificOutput.decision'],
      said: { ...nothingSaid, fields: { permissionDecision: 'deny' } },
    })
  })
})

describe('what counts of an answer', () => {
  const said = (text: string) => {
    const read = readOutput(text, 'PreToolUse')
    return read.kind === 'json'
      ? { ...read.said.fields, ...(read.said.decision && { decision: read.said.decision }) }
      : read.kind
  }
  test.each([
    ['the last of two equal keys', '{"decision":"approve","decision":"block"}', { decision: 'block' }],
    ['an escaped key and value', '{"\\u0064ecision":"bloc\\u006b"}', { decision: 'block' }],
    ['nothing that a prototype says', '{"__proto__":{"decision":"block"}}', {}],
    [
      'nothing that the prototype of its specific part says',
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","__proto__":{"permissionDecision":"deny"}}}',
      {},
    ],
    ['nothing inside a wrapper', `{"output":${pre({ permissionDecision: 'deny' })}}`, {}],
    ['nothing beside a wrong type', '{"decision":"block","continue":0}', 'bad'],
    ['nothing beside a specific part that is null', '{"decision":"block","hookSpecificOutput":null}', 'bad'],
    [
      'nothing beside the part of another event',
      '{"decision":"block","hookSpecificOutput":{"hookEventName":"Stop"}}',
      'bad',
    ],
  ])('%s', (_, text, fields) => {
    expect(said(text)).toEqual(fields)
  })
})

test.each([
  ['\x07', true],
  ['\x1b]0;title\x07', true],
  ['\x1b]9;4;1;50\x1b\\\x07', true],
  ['\x1b]8;;http://x\x07', false],
  ['\x1b]52;c;aGk=\x07', false],
  ['\x1b[2J', false],
  ['\x1b]0;title', false],
  ['text', false],
  ['\x1b]0;a\x07\x1b[2J', false],
])('the terminal sequence %j is passed on: %s', (terminalSequence, kept) => {
  const read = readOutput(JSON.stringify({ terminalSequence }), 'Stop')
  expect(read.kind === 'json' && read.said.terminalSequence).toBe(kept ? terminalSequence : null)
})

test('an HTTP body is empty or one JSON object', () => {
  const kind = (text: string) => readBody(text, 'PreToolUse').kind
  expect(['', ' \n', '{}', 'fine', '[]', '"x"', '{"a":1}\n{"b":2}', '{"continue":1}'].map(kind)).toEqual([
    'empty',
    'empty',
    'json',
    'bad',
    'bad',
    'bad',
    'bad',
    'bad',
  ])
})
