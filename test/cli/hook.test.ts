import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { policy } from '../support/policy-process.ts'
import { inFolder } from '../support/temporary.ts'
import { bash, payload } from './hook-payloads.ts'
import { at, blocked, file, files, hook, nothing, pre, request, said } from './hook-process.ts'

describe('whole answers', () => {
  const table: readonly [string, object | ((cwd: string) => object), object, (readonly string[])?][] = [
    ['a command that only reads', bash('git status'), pre('allow', 'only reads, nothing outlives it (`git status`)')],
    [
      'a pipe that only reads',
      bash('git log --oneline | head -5'),
      pre('allow', 'only reads, nothing outlives it (`git log --oneline`)'),
    ],
    [
      'a command an allow rule covers',
      bash('npm test -- --run'),
      pre('allow', 'allowed by `Bash(npm test *)` (`npm test -- --run`)'),
    ],
    [
      'a command a deny rule covers',
      bash('rm -rf build'),
      pre('deny', `denied by \`Bash(rm *)\` at ${at('deny', 0)} (\`rm -rf build\`)`),
    ],
    [
      'a denied part among allowed ones',
      bash('git status && rm -rf build'),
      pre('deny', `denied by \`Bash(rm *)\` at ${at('deny', 0)} (\`rm -rf build\`)`),
    ],
    [
      'a denied part inside a substitution',
      bash('echo $(rm x)'),
      pre('deny', `denied by \`Bash(rm *)\` at ${at('deny', 0)} (\`rm x\`)`),
    ],
    [
      'a command an ask rule covers',
      bash('git push origin main'),
      pre('ask', `asked by \`Bash(git push *)\` at ${at('ask', 0)} (\`git push origin main\`)`),
    ],
    [
      'a rule of the user',
      bash('sudo ls'),
      pre('deny', 'denied by `Bash(sudo *)` at /home/.claude/settings.json:4:7 (`sudo ls`)'),
    ],
    [
      'a command without a rule',
      bash('frobnicate'),
      pre('ask', 'no rule covers it: what `frobnicate` does is not known (`frobnicate`)'),
    ],
    ['a critical path', bash('rmdir /'), pre('ask', 'removes a critical path: / (`rmdir /`)')],
    [
      'a command in the background',
      bash('npm run build', { tool_input: { command: 'npm run build', run_in_background: true } }),
      pre('allow', 'allowed by `Bash(npm run build)` (`npm run build`)'),
    ],
    [
      'dont-ask mode',
      bash('frobnicate --all', { permission_mode: 'dontAsk' }),
      pre('deny', 'would be asked, and this mode denies instead of asking: no rule covers it (`frobnicate --all`)'),
    ],
    [
      'bypass mode',
      bash('frobnicate --all', { permission_mode: 'bypassPermissions' }),
      pre('allow', 'this mode asks for nothing (`frobnicate --all`)'),
    ],
    [
      'bypass mode does not lift a deny rule',
      bash('rm x', { permission_mode: 'bypassPermissions' }),
      pre('deny', `denied by \`Bash(rm *)\` at ${at('deny', 0)} (\`rm x\`)`),
    ],
    [
      'a mode nobody knows',
      bash('git status', { permission_mode: 'yolo' }),
      pre('ask', 'the mode `yolo` is not known to this engine'),
    ],
    [
      'a mode nobody knows does not lift a deny rule',
      bash('rm x', { permission_mode: 'yolo' }),
      pre('deny', `denied by \`Bash(rm *)\` at ${at('deny', 0)} (\`rm x\`)`),
    ],
    [
      'a sub-agent',
      bash('rm x', { agent_id: 'agent-3', agent_type: 'refactorer' }),
      pre('deny', `denied by \`Bash(rm *)\` at ${at('deny', 0)} (\`rm x\`)`),
    ],
    [
      'a file to read',
      file('Read', { file_path: 'a.txt' }),
      pre('allow', 'this tool needs no permission (`/proj/a.txt`)'),
    ],
    [
      'a file that must not be read',
      file('Read', { file_path: '.env' }),
      pre('deny', `denied by \`Read(.env)\` at ${at('deny', 1)} (\`/proj/.env\`)`),
    ],
    [
      'a file to write where a rule allows it',
      file('Write', { file_path: 'src/a.ts', content: 'x' }),
      pre('allow', 'allowed by `Edit(/src/**)` (`/proj/src/a.ts`)'),
    ],
    [
      'a file to write elsewhere',
      file('Edit', { file_path: 'b.ts', old_string: 'a', new_string: 'b' }),
      pre('ask', 'no rule covers it (`/proj/b.ts`)'),
    ],
    [
      'an allowed host',
      { tool_name: 'WebFetch', tool_input: { url: 'https://docs.example.com/a', prompt: 'x' } },
      pre('allow', 'allowed by `WebFetch(domain:docs.example.com)` (`WebFetch docs.example.com`)'),
    ],
    [
      'a denied host',
      { tool_name: 'WebFetch', tool_input: { url: 'https://EVIL.example./', prompt: 'x' } },
      pre('deny', `denied by \`WebFetch(domain:evil.example)\` at ${at('deny', 2)} (\`WebFetch evil.example\`)`),
    ],
    [
      'an MCP tool with an allow rule',
      { tool_name: 'mcp__tracker__list', tool_input: {}, mcp_server: { name: 'tracker', source: 'user' } },
      pre('allow', 'allowed by `mcp__tracker__list` (`mcp__tracker__list`)'),
    ],
    [
      'an MCP tool with an ask rule',
      { tool_name: 'mcp__tracker__create', tool_input: { title: 'x' } },
      pre('ask', `asked by \`mcp__tracker__create\` at ${at('ask', 1)} (\`mcp__tracker__create\`)`),
    ],
    [
      'an agent with a deny rule',
      { tool_name: 'Agent', tool_input: { description: 'x', prompt: 'x', subagent_type: 'reviewer' } },
      pre('deny', `denied by \`Agent(reviewer)\` at ${at('deny', 3)} (\`Agent reviewer\`)`),
    ],
    [
      'an agent by its old name',
      { tool_name: 'Task', tool_input: { description: 'x', prompt: 'x', subagent_type: 'reviewer' } },
      pre('deny', `denied by \`Agent(reviewer)\` at ${at('deny', 3)} (\`Agent reviewer\`)`),
    ],
    [
      'a permission request that a rule allows',
      { ...bash('npm test -- x'), ...request },
      said({ hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } }),
    ],
    [
      'a permission request that a rule denies',
      { ...bash('rm x'), ...request },
      said({
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: `denied by \`Bash(rm *)\` at ${at('deny', 0)} (\`rm x\`)` },
      }),
    ],
    [
      'a permission request that stays a question',
      { ...bash('frobnicate --all'), ...request },
      { exit: 0, stdout: '{}\n', stderr: '' },
    ],
    [
      'strict: an allow by a rule is said',
      bash('npm test -- x'),
      pre('allow', 'allowed by `Bash(npm test *)` (`npm test -- x`)'),
      ['--strict-allow'],
    ],
    [
      'strict: an allow by a mode is left to the host',
      bash('frobnicate --all', { permission_mode: 'bypassPermissions' }),
      { exit: 0, stdout: '{}\n', stderr: '' },
      ['--strict-allow'],
    ],
    ['another event', { hook_event_name: 'SessionStart', source: 'startup' }, nothing],
    [
      'another layer from the command line',
      bash('npm test -- x'),
      pre('deny', 'denied by `Bash(npm *)` at --settings:1:25 (`npm test -- x`)'),
      ['--settings', '{"permissions":{"deny":["Bash(npm *)"]}}'],
    ],
    [
      'a rule whose file says why',
      bash('npm test -- x'),
      pre('deny', 'denied by `Bash(npm *)` at --settings:1:25 (`npm test -- x`): this project uses pnpm'),
      [
        '--settings',
        '{"permissions":{"deny":["Bash(npm *)"]},"toolgate":{"because":{"Bash(npm *)":"this project uses pnpm"}}}',
      ],
    ],
  ]
  it.each(table)('%s', async (_, fields, answer, argv) => {
    expect(await hook(fields, argv)).toEqual(answer)
  })

  it('hold after a `cd` of the session', async () => {
    const ended = await inFolder(files, (folder) => {
      mkdirSync(`${folder}/proj/sub`)
      const stdin = JSON.stringify(payload(`${folder}/proj/sub`, bash('rm x')))
      return policy(['hook'], { stdin, env: { HOME: `${folder}/home`, CLAUDE_PROJECT_DIR: `${folder}/proj` } })
    })
    expect(JSON.parse(ended.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
  })
})

describe('what keeps it from deciding blocks the call', () => {
  const cwd = '/'
  const table: readonly [string, string | Uint8Array, string][] = [
    ['nothing', '', 'the payload on stdin is empty'],
    ['blanks', ' \n', 'the payload on stdin is empty'],
    ['no JSON', 'ls -la', 'the payload on stdin is not JSON: Unexpected token \'l\', "ls -la" is not valid JSON'],
    [
      'half a payload',
      '{"hook_event_name":"PreToolUse"',
      "the payload on stdin is not JSON: Expected ',' or '}' after property value in JSON at position 31",
    ],
    ['a list', '[]', 'the payload on stdin is no JSON object'],
    ['null', 'null', 'the payload on stdin is no JSON object'],
    ['bytes', Uint8Array.of(0, 255, 254, 1), 'stdin is not UTF-8 text'],
    [
      'no event',
      JSON.stringify({ ...payload(cwd, bash('ls')), hook_event_name: undefined }),
      '`hook_event_name` of the payload is missing or wrong: expected the name of an event',
    ],
    [
      'an unknown event',
      JSON.stringify({ ...payload(cwd, bash('ls')), hook_event_name: 'PreToolUsed' }),
      '`hook_event_name` is `PreToolUsed`, which is no known event',
    ],
    [
      'no tool',
      JSON.stringify({ ...payload(cwd, bash('ls')), tool_name: undefined }),
      '`tool_name` of the payload is missing or wrong: expected the name of a tool',
    ],
    [
      'no input',
      JSON.stringify({ ...payload(cwd, bash('ls')), tool_input: null }),
      '`tool_input` of the payload is missing or wrong: expected an object',
    ],
    [
      'an input that is a list',
      JSON.stringify({ ...payload(cwd, bash('ls')), tool_input: ['ls'] }),
      '`tool_input` of the payload is missing or wrong: expected an object',
    ],
    [
      'no folder',
      JSON.stringify({ ...payload(cwd, bash('ls')), cwd: undefined }),
      '`cwd` of the payload is missing or wrong: expected an absolute path',
    ],
    [
      'a relative folder',
      JSON.stringify({ ...payload('proj', bash('ls')) }),
      '`cwd` of the payload is missing or wrong: expected an absolute path',
    ],
    [
      'a mode that is a number',
      JSON.stringify({ ...payload(cwd, bash('ls')), permission_mode: 1 }),
      '`permission_mode` of the payload is missing or wrong: expected the name of a mode',
    ],
    ['50 MB', `{"hook_event_name":"PreToolUse","x":"${'y'.repeat(50_000_000)}"}`, 'stdin holds more than 32 MiB'],
  ]
  it.each(table)('%s', (_, stdin, why) => {
    expect(policy(['hook'], { stdin })).toEqual(blocked(why))
  })

  const broken: readonly [string, string | object, RegExp][] = [
    [
      'settings that are no JSON',
      '{"permissions": {"allow": ["Bash(npm *)"',
      /^policy hook: \/proj\/\.claude\/settings\.json:1:41: error: not valid JSON: expected [^\n]+\n$/,
    ],
    [
      'settings that are a list',
      '[]',
      /^policy hook: \/proj\/\.claude\/settings\.json:1:1: error: [^\n]+expected an object[^\n]*\n$/,
    ],
  ]
  it.each(broken)('%s', async (_, text, stderr) => {
    const ended = await hook(bash('git status'), [], { 'proj/.claude/settings.json': text })
    expect({ exit: ended.exit, stdout: ended.stdout }).toEqual({ exit: 2, stdout: '' })
    expect(ended.stderr).toMatch(stderr)
  })

  it('a settings folder in the place of the file', async () => {
    const ended = await hook(bash('git status'), [], { 'proj/.claude/settings.json/x': '' })
    expect({
      exit: ended.exit,
      stdout: ended.stdout,
      named: ended.stderr.includes('/proj/.claude/settings.json'),
    }).toEqual({ exit: 2, stdout: '', named: true })
  })

  it('a permission request honours no exit code, so the refusal is said too', async () => {
    const ended = await hook({ ...bash('ls'), ...request, tool_name: 7 })
    const message = '`tool_name` of the payload is missing or wrong: expected the name of a tool'
    expect(ended).toEqual({
      exit: 2,
      stdout: `${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message } } })}\n`,
      stderr: `policy hook: ${message}\n`,
    })
  })

  const flags: readonly [readonly string[], string][] = [
    [['--nope'], 'unknown option `--nope`: `policy hook --help` lists them'],
    [['--host', 'vim'], '`vim` is no value of `--host`: expected claude-code'],
    [
      ['--mode=yolo'],
      '`yolo` is no value of `--mode`: expected default, acceptEdits, plan, auto, dontAsk, bypassPermissions',
    ],
    [['--mode'], 'option `--mode` needs a value'],
    [['--platform', 'amiga'], '`amiga` is no value of `--platform`: expected linux, darwin, win32'],
    [['--setting-sources', 'user,cloud'], '`cloud` is no value of `--setting-sources`: expected user, project, local'],
    [['stray'], 'unknown option `stray`: `policy hook --help` lists them'],
  ]
  it.each(flags)('%j', (argv, why) => {
    expect(policy(['hook', ...argv], { stdin: JSON.stringify(payload('/', bash('ls'))) })).toEqual(blocked(why))
  })
})
