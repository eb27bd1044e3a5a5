import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listHooks } from '../../src/hooks/list.ts'
import { createContext } from '../../src/settings/load.ts'
import { command, contextOf, type Handler, type Hooks, on, tempFolder } from './support/hooks.ts'

/** A project with scripts of every kind. */
function project(): string {
  const folder = tempFolder()
  const files: Record<string, [string, number]> = {
    'guard.sh': ['#!/bin/sh\nexit 2\n', 0o755],
    'plain.sh': ['exit 2\n', 0o644],
    'one.sh': ['#!/bin/sh\necho no >&2\nexit 1\n', 0o755],
    'one.py': ['import sys\nif bad:\n    sys.exit(1)\n', 0o644],
    'both.py': ['import sys\nsys.exit(1)\nsys.exit(2)\n', 0o644],
    'json.mjs': ['console.log({permissionDecision: "deny"}); process.exit(1)', 0o644],
  }
  for (const [name, [text, mode]] of Object.entries(files)) fs.writeFileSync(join(folder, name), text, { mode })
  return folder
}

/** Codes of the problems of one hook; `dead` when it can never run. */
function problems(hooks: Hooks, settings: Handler = {}): string[] {
  const folder = project()
  const context = contextOf(hooks, { cwd: folder }, settings)
  const [listed] = listHooks(context)
  return [...(listed?.problems.map(({ code }) => code) ?? []), ...(listed?.dead ? ['dead'] : [])]
}

const matching = (matcher: string, event = 'PreToolUse') => ({ [event]: [{ matcher, hooks: [command('exit 2')] }] })

test.each([
  ['Bash', []],
  ['Edit|Write', []],
  ['Bash, PowerShell', []],
  ['mcp__github__create_issue', []],
  ['mcp__github__.*', []],
  ['mcp__.*__delete_.*', []],
  ['^(?!Bash).*$', []],
  ['*', []],
  ['mcp__github', ['never-matches', 'dead']],
  ['bash', ['never-matches', 'dead']],
  ['Bash|write', ['unknown-name']],
  ['Bash(git push *)', ['never-matches', 'dead']],
  ['^Shell$', ['never-matches', 'dead']],
  ['Task', ['old-name']],
  ['(', ['broken-matcher']],
])('the matcher %s on PreToolUse has the problems %o', (matcher, expected) => {
  expect(problems(matching(matcher))).toEqual(expected)
})

test.each([
  ['SessionStart', 'startup', []],
  ['SessionStart', 'start', ['never-matches', 'dead']],
  ['PreCompact', 'manual|auto', []],
  ['Stop', 'Bash', ['matcher-ignored']],
  ['SubagentStop', 'my-reviewer', []],
  ['FileChanged', '.envrc|.env', []],
])('%s with the matcher %s has the problems %o', (event, matcher, expected) => {
  expect(problems({ [event]: [{ matcher, hooks: [command('exit 0')] }] })).toEqual(expected)
})

test.each<[string, Handler, string[]]>([
  ['a quoted script', command('"$CLAUDE_PROJECT_DIR"/guard.sh'), []],
  ['a quoted script in braces', command('"${CLAUDE_PROJECT_DIR}/guard.sh" --strict'), []],
  ['an unquoted script', command('$CLAUDE_PROJECT_DIR/guard.sh'), ['unquoted-variable']],
  ['exec form needs no quotes', command('${CLAUDE_PROJECT_DIR}/guard.sh', { args: [] }), []],
  ['a relative path', command('./guard.sh'), ['relative-path']],
  ['a missing file', command('"$CLAUDE_PROJECT_DIR"/no.sh'), ['missing-file', 'dead']],
  ['a missing file behind an interpreter', command('node "$CLAUDE_PROJECT_DIR"/no.mjs'), ['missing-file', 'dead']],
  ['not executable', command('"$CLAUDE_PROJECT_DIR"/plain.sh'), ['not-executable', 'dead']],
  ['not executable behind an interpreter', command('sh "$CLAUDE_PROJECT_DIR"/plain.sh'), []],
  ['a program that is not installed', command('no-such-program --x'), ['missing-program', 'dead']],
  ['a program that is installed', command('git status'), []],
  ['a builtin', command('exit 2'), []],
  ['exit 1 in the command', command('echo no; exit 1'), ['exit-1-blocks']],
  ['exit 1 in a shell script', command('"$CLAUDE_PROJECT_DIR"/one.sh'), ['exit-1-blocks']],
  ['exit 1 in a python script', command('python3 "$CLAUDE_PROJECT_DIR"/one.py'), ['exit-1-blocks']],
  ['exit 1 and exit 2', command('python3 "$CLAUDE_PROJECT_DIR"/both.py'), []],
  ['exit 1 beside a JSON decision', command('node "$CLAUDE_PROJECT_DIR"/json.mjs'), []],
  ['inline code of an interpreter', command('node -e "process.exit(2)"'), []],
  [
    'several words as a program',
    command('node guard.mjs', { args: [] }),
    ['blank-in-program', 'missing-program', 'dead'],
  ],
  ['a variable from a blog post', command('echo "$CLAUDE_TOOL_NAME"'), ['unset-variable']],
  ['a background guard', command('exit 2', { async: true }), ['cannot-decide']],
  ['once outside a skill', command('exit 2', { once: true }), ['once-ignored']],
])('%s: problems %#', (_, handler, expected) => {
  expect(problems(on('PreToolUse', handler))).toEqual(expected)
})

test('exit 1 on an event that cannot be blocked is no problem', () => {
  expect(problems(on('Notification', command('exit 1')))).toEqual([])
})

test('`if` on an event without calls makes a hook dead', () => {
  expect(problems(on('Stop', command('exit 2', { if: 'Bash' })))).toEqual(['if-never', 'dead'])
})

test('an HTTP hook outside the allowed URLs is dead', () => {
  const hooks = on('PreToolUse', { type: 'http', url: 'https://a.example/x' })
  expect(problems(hooks, { allowedHttpHookUrls: ['https://b.example/*'] })).toEqual(['url-not-allowed', 'dead'])
  expect(problems(hooks, { allowedHttpHookUrls: ['https://A.example./*'] })).toEqual([])
})

test('a handler type that an event cannot run is named', () => {
  const hooks = on('SessionStart', { type: 'prompt', prompt: 'x' })
  const [listed] = listHooks(contextOf(hooks))
  expect(listed).toMatchObject({ dead: true, problems: [{ code: 'invalid-hook' }] })
  expect(listed?.problems[0]?.text).toBe('a `prompt` hook cannot run on SessionStart: use `command`, `mcp_tool`')
})

test('hooks are listed by event, with their place, and copies name the one that runs', () => {
  const same = command('exit 0')
  const named = { ...same, statusMessage: 'again' }
  const context = createContext({
    cwd: '/tmp',
    layers: {
      project: {
        hooks: {
          Stop: [{ hooks: [same] }],
          PreToolUse: [{ hooks: [same, named] }, { matcher: 'Bash', hooks: [same] }],
        },
      },
    },
  })
  const listed = listHooks(context)
  expect(listed.map(({ event, matcher, source, copyOf }) => [event, matcher, source.pointer, copyOf?.pointer])).toEqual(
    [
      ['PreToolUse', null, '/hooks/PreToolUse/0/hooks/0', undefined],
      ['PreToolUse', null, '/hooks/PreToolUse/0/hooks/1', '/hooks/PreToolUse/0/hooks/0'],
      ['PreToolUse', 'Bash', '/hooks/PreToolUse/1/hooks/0', undefined],
      ['Stop', null, '/hooks/Stop/0/hooks/0', undefined],
    ],
  )
})

test('every problem and every ready hook stands on the page', () => {
  const root = join(import.meta.dirname, '../..')
  const page = fs.readFileSync(join(root, 'docs/hooks.md'), 'utf8')
  const source = fs.readFileSync(join(root, 'src/hooks/problems.ts'), 'utf8')
  const codes = [...(source.split('export type ProblemCode =')[1]?.split('\n\n')[0] ?? '').matchAll(/'([\w-]+)'/g)].map(
    ([, code]) => code,
  )
  const scripts = fs.readdirSync(join(root, 'policies/hooks')).filter((name) => name.endsWith('.mjs'))
  expect(codes.length).toBeGreaterThan(10)
  expect([...codes, ...scripts].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
