import { describe, expect, test } from 'vitest'
import { commandLine } from '../../src/hooks/command-line.ts'
import type { CommandHandler } from '../../src/hooks/handler.ts'
import { maskSecrets } from '../../src/hooks/mask.ts'
import { firstWords, unquotedVariable } from '../../src/hooks/shell-text.ts'
import { urlAllowed } from '../../src/hooks/urls.ts'

describe('a list of allowed URLs', () => {
  test.each([
    ['https://a.example/x', 'https://a.example/x', true],
    ['https://a.example/x', 'https://A.EXAMPLE./x', true],
    ['https://a.example/*', 'https://a.example/', true],
    ['https://a.example/*', 'https://a.example/x/y?z=1', true],
    ['https://a.example', 'https://a.example/', true],
    ['https://a.example', 'https://a.example/x', false],
    ['https://*.example/*', 'https://a.example/x', true],
    ['https://*.example/*', 'https://a.b.example/x', true],
    ['https://*.example/*', 'https://example/x', false],
    ['https://*.example/*', 'https://evil.test/a.example/x', false],
    ['https://*.example/*', 'https://evil.test?.example/x', false],
    ['https://*.example/*', 'https://evil.test#.example/x', false],
    ['https://a.example/*', 'https://a.example@evil.test/x', false],
    ['https://a.example/*', 'https://user:pw@a.example/x', true],
    ['https://a.example/*', 'http://a.example/x', false],
    ['https://a.example/*', 'https://a.example:8443/x', false],
    ['http://localhost:*/*', 'http://localhost:9911/pre', true],
    ['http://localhost:*/*', 'http://localhost.evil.test:9911/pre', false],
    ['*://a.example/*', 'http://a.example/x', true],
    ['*', 'http://anything/', true],
    ['a.example', 'https://a.example/', false],
    ['https://a.example/*', 'no url', false],
  ])('%s and %s: %s', (pattern, url, allowed) => {
    expect(urlAllowed(url, [pattern])).toBe(allowed)
  })

  test('that is empty allows nothing', () => {
    expect(urlAllowed('https://a.example/', [])).toBe(false)
  })
})

test.each([
  ['$CLAUDE_PROJECT_DIR/x.sh', '$CLAUDE_PROJECT_DIR'],
  ['${CLAUDE_PROJECT_DIR}/x.sh', '${CLAUDE_PROJECT_DIR}'],
  ['node $CLAUDE_PLUGIN_ROOT/x.mjs', '$CLAUDE_PLUGIN_ROOT'],
  ['"a"$CLAUDE_PROJECT_DIR', '$CLAUDE_PROJECT_DIR'],
  ['"$CLAUDE_PROJECT_DIR"/x.sh', null],
  ['"${CLAUDE_PROJECT_DIR}/my hook.sh"', null],
  ["echo '$CLAUDE_PROJECT_DIR'", null],
  ['echo \\$CLAUDE_PROJECT_DIR', null],
  ['echo "\\"$CLAUDE_PROJECT_DIR"', null],
  ['$CLAUDE_PROJECT_DIRECTORY/x', null],
  ['$HOME/x', null],
])('in `%s` the variable outside quotes is %s', (command, variable) => {
  expect(unquotedVariable(command)).toBe(variable)
})

test.each([
  ['node "a b.mjs" --x', ['node', 'a b.mjs', '--x']],
  ["'./my hook.sh' && ls", ['./my hook.sh']],
  ['a\\ b c; d', ['a b', 'c']],
  ['x ""', ['x', '']],
  ['cat <<EOF', ['cat']],
  ['', []],
])('the first words of `%s` are %j', (command, words) => {
  expect(firstWords(command)).toEqual(words)
})

test('what is started on each system', () => {
  const handler = (fields: object): CommandHandler => ({
    type: 'command',
    command: 'echo ${CLAUDE_PROJECT_DIR}',
    once: false,
    failClosed: false,
    async: false,
    asyncRewake: false,
    ...fields,
  })
  const entry = { event: 'PreToolUse', matcher: undefined, handler: {}, source: {} as never }
  const session = { id: 's', projectDir: '/p', env: {} }
  const line = (fields: object, platform: 'linux' | 'win32', env = {}) =>
    commandLine(handler(fields), entry, session, env, platform)
  const powershell = [
    '-NoProfile',
    '-NonInteractive',
    '-ExecutionPolicy',
    'Bypass',
    '-Command',
    'echo ${env:CLAUDE_PROJECT_DIR}',
  ]
  const windows = { file: 'pwsh', args: powershell, otherwise: { file: 'powershell.exe', args: powershell } }
  expect(line({}, 'linux')).toEqual({ file: 'sh', args: ['-c', 'echo ${CLAUDE_PROJECT_DIR}'] })
  expect(line({ args: ['${CLAUDE_PROJECT_DIR}'] }, 'linux')).toEqual({ file: 'echo /p', args: ['/p'] })
  expect(line({ shell: 'powershell' }, 'win32')).toEqual(windows)
  expect(line({}, 'win32')).toEqual({ file: 'bash', args: ['-c', 'echo ${CLAUDE_PROJECT_DIR}'], otherwise: windows })
  expect(line({ shell: 'powershell' }, 'linux')).toMatchObject({ file: 'pwsh' })
  expect(
    line({ shell: 'powershell' }, 'win32', { CLAUDE_CODE_POWERSHELL_RESPECT_EXECUTION_POLICY: '1' }),
  ).toMatchObject({
    args: ['-NoProfile', '-NonInteractive', '-Command', 'echo ${env:CLAUDE_PROJECT_DIR}'],
  })
  expect(line({}, 'linux', { CLAUDE_CODE_SHELL_PREFIX: '/bin/wrap' })).toEqual({
    file: 'sh',
    args: ['-c', "/bin/wrap 'echo ${CLAUDE_PROJECT_DIR}'"],
  })
})

test.each([
  ['key AKIAIOSFODNN7EXAMPLE.', 'key ***.'],
  ['password: hunter2, user: bob', 'password: ***, user: bob'],
  ['{"api_key":"abcd1234"}', '{"api_key":"***"}'],
  ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nrest', '***\nrest'],
  ['nothing to hide', 'nothing to hide'],
])('%j is masked as %j', (text, masked) => {
  expect(maskSecrets(text, {})).toBe(masked)
})

test('the longer of two secrets is masked first, short values are left alone', () => {
  const env = { A_TOKEN: 'abcdef', B_TOKEN: 'abcdef-ghijkl', C_TOKEN: 'ab', PLAIN: 'visible' }
  expect(maskSecrets('abcdef-ghijkl abcdef ab visible', env)).toBe('*** *** ab visible')
})
