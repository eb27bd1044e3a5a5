import { describe, expect, test } from 'vitest'
import { explain } from '../../src/explain.ts'
import { createContext } from '../../src/settings/load.ts'

/** What is left of one project file, beside a good user file. */
function left(project: unknown) {
  const user = { permissions: { allow: ['Bash(user)'] } }
  const context = createContext({ cwd: '/w', home: '/h', layers: { project, user } })
  return {
    rules: [...context.rules.deny, ...context.rules.ask, ...context.rules.allow]
      .filter(({ source }) => source.file === 'project')
      .map(({ effect, text, source }) => `${effect} ${text} ${source.line}:${source.column}`),
    dropped: context.layers[0]?.dropped,
    directories: context.workingDirectories.slice(1),
    issues: context.issues.map(({ code, line, column }) => `${code} ${line}:${column}`),
    others: context.rules.allow.filter(({ source }) => source.file === 'user').length,
  }
}

const keeps = (rules: string[], issues: string[], dropped = true) => ({
  rules,
  dropped,
  directories: [],
  issues,
  others: 1,
})

const text = (value: unknown) => JSON.stringify(value)
const good = { allow: ['Bash(bar:*)'], deny: ['Bash(baz:*)'], additionalDirectories: ['/out'] }

describe('a file that the reference client drops keeps its deny rules and loses what loosens', () => {
  const types: Record<string, [settings: unknown, pointer: string, expected: string]> = {
    'model: 7': [{ model: 7 }, '/model', 'a string'],
    'cleanupPeriodDays: "x"': [{ cleanupPeriodDays: 'x' }, '/cleanupPeriodDays', 'a number'],
    'cleanupPeriodDays: -1': [{ cleanupPeriodDays: -1 }, '/cleanupPeriodDays', 'a number of at least 0'],
    'env: []': [{ env: [] }, '/env', 'an object'],
    'disableAllHooks: "x"': [{ disableAllHooks: 'x' }, '/disableAllHooks', 'true or false'],
    'statusLine: "x"': [{ statusLine: 'x' }, '/statusLine', 'an object'],
    'sandbox: true': [{ sandbox: true }, '/sandbox', 'an object'],
    'sandbox.enabled: 1': [{ sandbox: { enabled: 1 } }, '/sandbox/enabled', 'true or false'],
    'hooks: []': [{ hooks: [] }, '/hooks', 'an object'],
    'PreToolUse: "x"': [{ hooks: { PreToolUse: 'x' } }, '/hooks/PreToolUse', 'a list'],
    'matcher: null': [
      { hooks: { PreToolUse: [{ matcher: null, hooks: [] }] } },
      '/hooks/PreToolUse/0/matcher',
      'a string',
    ],
    'a handler without a type': [
      { hooks: { PreToolUse: [{ hooks: [{ command: 'x' }] }] } },
      '/hooks/PreToolUse/0/hooks/0/type',
      'a handler type: `command`, `http`, `mcp_tool`, `prompt` or `agent`',
    ],
    'timeout: "1"': [
      { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', timeout: '1' }] }] } },
      '/hooks/PreToolUse/0/hooks/0/timeout',
      'a number',
    ],
    'timeout: 0': [
      { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', timeout: 0 }] }] } },
      '/hooks/PreToolUse/0/hooks/0/timeout',
      'a number above 0',
    ],
    'shell: "zsh"': [
      { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', shell: 'zsh' }] }] } },
      '/hooks/PreToolUse/0/hooks/0/shell',
      '`bash` or `powershell`',
    ],
  }
  for (const [title, [settings, pointer, expected]] of Object.entries(types)) {
    test(title, () => {
      const { issues, rules, layers, workingDirectories } = createContext({
        layers: { project: { ...(settings as object), permissions: good } },
      })
      expect(issues.map(({ code, data }) => [code, data['pointer'], data['expected'], data['drops']])).toEqual([
        ['wrong-type', pointer, expected, true],
      ])
      expect(rules.deny.map((rule) => rule.text)).toEqual(['Bash(baz:*)'])
      expect(rules.allow).toEqual([])
      expect(workingDirectories).toEqual(['/'])
      expect(layers[0]?.dropped).toBe(true)
    })
  }

  test('permissions of wrong types', () => {
    expect(left(text({ permissions: [] }))).toEqual(keeps([], ['wrong-type 1:16']))
    expect(left(text({ permissions: null }))).toEqual(keeps([], ['wrong-type 1:16']))
    expect(left(text({ permissions: { allow: {}, deny: ['x'] } }))).toEqual(keeps(['deny x 1:36'], ['wrong-type 1:25']))
    expect(left(text({ permissions: { ask: ['x'], deny: null } }))).toEqual(keeps(['ask x 1:24'], ['wrong-type 1:36']))
    expect(left(text({ permissions: { deny: 'Bash(rm:*)' } }))).toEqual(
      keeps(['deny Bash(rm:*) 1:24'], ['wrong-type 1:24']),
    )
    expect(left(text({ permissions: { ...good, additionalDirectories: '/out' } }))).toEqual(
      keeps(['deny Bash(baz:*) 1:49'], ['wrong-type 1:88']),
    )
  })

  test('a wrong type that the client passes over drops nothing', () => {
    for (const settings of [
      { enabledMcpjsonServers: 'x' },
      { hooks: null },
      { hooks: { PreToolUse: [{ matcher: '(', hooks: [] }] } },
      { unknown: [] },
    ]) {
      expect(left({ ...settings, permissions: { allow: ['a'] } })).toEqual(keeps(['allow a 0:0'], [], false))
    }
  })

  test('a careful mode of such a file counts, an approving one does not', () => {
    const modeOf = (defaultMode: string) =>
      createContext({
        layers: {
          project: { model: 7, permissions: { defaultMode } },
          user: { permissions: { defaultMode: 'acceptEdits' } },
        },
      }).mode
    expect(['plan', 'dontAsk', 'default', 'auto', 'bypassPermissions'].map(modeOf)).toEqual([
      'plan',
      'dontAsk',
      'default',
      'acceptEdits',
      'acceptEdits',
    ])
  })
})

describe('a text that is no JSON gives what can still be read', () => {
  const rows: Record<string, [content: string, left: ReturnType<typeof left>]> = {
    'cut off': ['{ "permissions": { "deny": ["Bash(rm:*)"] ', keeps(['deny Bash(rm:*) 1:29'], ['invalid-json 1:43'])],
    'cut off inside a list': [
      '{"permissions":{"deny":["a","b',
      keeps(['deny a 1:25', 'deny b 1:29'], ['invalid-json 1:29']),
    ],
    'comments and trailing commas': [
      '{\n  // no removal\n  "permissions": { "deny": ["Bash(rm:*)",], "allow": ["x"] },\n}\n',
      keeps(['deny Bash(rm:*) 3:29'], ['invalid-json 2:3']),
    ],
    'a comma missing': [
      '{"permissions":{"deny":["a"] "ask":["b"]}}',
      keeps(['deny a 1:25', 'ask b 1:37'], ['invalid-json 1:30']),
    ],
    'single quotes': ["{'permissions':{}}", keeps([], ['invalid-json 1:2'])],
    'text after the object': ['{"permissions":{"deny":["a"]}} x', keeps(['deny a 1:25'], ['invalid-json 1:32'])],
    'no object at all': ['hello', keeps([], ['invalid-json 1:1'])],
    'a list': ['[{"permissions":{"deny":["a"]}}]', keeps([], ['wrong-type 1:1'])],
    'a number': ['7', keeps([], ['wrong-type 1:1'])],
    null: ['null', keeps([], ['wrong-type 1:1'])],
    binary: ['\x7fELF\x02\x01\0\0\ufffd', keeps([], ['not-utf8 1:1', 'invalid-json 1:1'])],
    'a bare NUL': ['{"permissions":{"deny":["a"]}}\0', keeps(['deny a 1:25'], ['not-utf8 1:1', 'invalid-json 1:1'])],
    'UTF-16 read as UTF-8': [
      `\ufffd\ufffd${[...'{"permissions":{"deny":["a"],"allow":["b"]}}'].map((char) => `${char}\0`).join('')}`,
      keeps(['deny a 1:25'], ['not-utf8 1:1', 'invalid-json 1:1']),
    ],
    'ten thousand open brackets': ['['.repeat(10_000), keeps([], ['invalid-json 1:1'])],
  }
  for (const [title, [content, expected]] of Object.entries(rows)) {
    test(title, () => expect(left(content)).toEqual(expected))
  }
})

describe('a text that is JSON and odd', () => {
  const rows: Record<string, [content: string, left: ReturnType<typeof left>]> = {
    empty: ['', keeps([], [], false)],
    blank: [' \n\t', keeps([], [], false)],
    'a byte order mark': ['\ufeff{"permissions":{"allow":["a"]}}', keeps(['allow a 1:26'], [], false)],
    'a list twice: the last counts, deny rules of both hold': [
      '{"permissions":{"deny":["a"],"allow":["x"],"deny":["b"],"allow":["y"]}}',
      keeps(['deny b 1:52', 'deny a 1:25', 'allow y 1:66'], ['duplicate-key 1:24', 'duplicate-key 1:38'], false),
    ],
    'a block twice': [
      '{"permissions":{"deny":["a"],"ask":["q"],"allow":["x"]},\n"permissions":{"deny":["b"]}}',
      keeps(['deny b 2:24', 'deny a 1:25', 'ask q 1:37'], ['duplicate-key 1:16'], false),
    ],
    'a key twice somewhere else': ['{"x":{"a":1,"a":2}}', keeps([], ['duplicate-key 1:11'], false)],
    'texts that look like keys': [
      String.raw`{"permissions":{"deny":["echo \"a\": b","\\","c:\\"," :","\":"],"allow":["x\\\\"]}}`,
      keeps(
        ['deny echo "a": b 1:25', 'deny \\ 1:41', 'deny c:\\ 1:46', 'deny  : 1:53', 'deny ": 1:58', 'allow x\\\\ 1:74'],
        [],
        false,
      ),
    ],
    'a key that ends in a backslash, twice': [
      String.raw`{"x\\":1,"x\\":2,"permissions":{}}`,
      keeps([], ['duplicate-key 1:8'], false),
    ],
    'nested ten thousand deep': [
      `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)},"permissions":{"deny":["a"]}}`,
      {
        ...keeps([], [], false),
        rules: expect.arrayContaining([expect.stringContaining('deny a')]),
        issues: ['too-deep 1:1'],
      } as never,
    ],
  }
  for (const [title, [content, expected]] of Object.entries(rows)) {
    test(title, () => expect(left(content)).toEqual(expected))
  }
})

describe('layers that the reference client does not start with', () => {
  for (const layer of ['managed', 'cli'] as const) {
    for (const content of ['{"permissions":{"deny":["a"],"allow":["b"]}', '[]', 'x', '7']) {
      test(`${layer} ${content}`, () => {
        const user = { permissions: { allow: ['c'], defaultMode: 'bypassPermissions', additionalDirectories: ['/x'] } }
        const context = createContext({ layers: { [layer]: content, user }, bypassAvailable: true })
        expect(context.rules.allow).toEqual([])
        expect(context.rules.deny.map((rule) => rule.text)).toEqual(content.includes('deny') ? ['a'] : [])
        expect(context).toMatchObject({
          mode: 'default',
          bypassDisabled: true,
          bypassAvailable: false,
          workingDirectories: ['/'],
        })
        expect(context.issues.map(({ code }) => code)).toContain('refuses-to-start')
      })
    }
  }

  test('a careful mode stays', () => {
    expect(createContext({ layers: { managed: 'x' }, mode: 'dontAsk' }).mode).toBe('dontAsk')
    expect(createContext({ layers: { managed: 'x' }, mode: 'acceptEdits' }).mode).toBe('default')
  })
})

test('a fault says file, line, column and what was expected', () => {
  const said = (project: unknown) => createContext({ layers: { project } }).issues.map(explain)
  expect(said('{\n  "model": 7\n}')).toEqual([
    'project:2:12: error: `model` is `7`, expected a string; the reference client drops the whole file; here its deny and ask rules hold, its allow rules do not',
  ])
  expect(said('{\n  "permissions" {}\n}')).toEqual([
    'project:2:17: error: not valid JSON: expected `:`; the reference client drops the whole file; here its deny and ask rules hold, its allow rules do not',
  ])
  expect(said({ permissions: { deny: [7] } })).toEqual([
    'project: error: `permissions.deny.0` is `7`, expected a rule; skipped',
  ])
})
