import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ifMatches } from '../../src/rules/if-filter.ts'
import { memorySystem } from '../../src/system.ts'
import { bash, command, contextOf, decides, on, pre, report, runnerOf, says, tempFolder } from './support/hooks.ts'
import { server } from './support/server.ts'

describe('the payload', () => {
  const seen = async (event: string, payload: Record<string, unknown>, options = {}) => {
    const said = await report(event, on(event, command('cat >&2; exit 2')), payload, options)
    return JSON.parse(said.outcomes[0]?.stderr as string)
  }

  test('has the common fields and those of the event', async () => {
    const options = {
      sessionId: 's1',
      transcriptPath: '/t.jsonl',
      common: { agent_id: 'a1', effort: { level: 'high' } },
    }
    expect(await seen('PreToolUse', bash('make'), options)).toEqual({
      session_id: 's1',
      transcript_path: '/t.jsonl',
      cwd: '/tmp',
      permission_mode: 'default',
      agent_id: 'a1',
      effort: { level: 'high' },
      tool_use_id: 'toolu_1',
      hook_event_name: 'PreToolUse',
      ...bash('make'),
    })
  })

  test('keeps what the host knows better', async () => {
    const given = {
      ...bash('make'),
      tool_use_id: 'toolu_x',
      cwd: '/elsewhere',
      permission_mode: 'plan',
      hook_event_name: 'Other',
    }
    expect(await seen('PreToolUse', given)).toMatchObject({ ...given, hook_event_name: 'PreToolUse' })
  })

  test('of a permission request has no id, and of a notification no mode', async () => {
    expect(await seen('PermissionRequest', { ...bash('make'), tool_use_id: 'x' })).not.toHaveProperty('tool_use_id')
    expect(await seen('Notification', { message: 'x' })).not.toHaveProperty('permission_mode')
  })

  test('of a second stop says that a stop hook is active', async () => {
    const runner = runnerOf(contextOf(on('Stop', command('jq .stop_hook_active >&2; exit 2'))))
    const active = async () => (await runner.run('Stop', {})).reason
    expect([await active(), await active()]).toEqual(['false', 'true'])
    await runner.run('PostToolUse', bash('ls'))
    expect(await active()).toBe('false')
  })

  test('that cannot be written as JSON blocks a call that hooks guard', async () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    const payload = { tool_name: 'Bash', tool_input: cycle }
    const said = await report('PreToolUse', on('PreToolUse', command('true')), payload)
    expect(said).toMatchObject({ effect: 'deny', reason: 'the payload cannot be written as JSON', outcomes: [] })
    expect(await report('PostToolUse', on('PostToolUse', command('true')), payload)).toMatchObject({ blocked: false })
    expect(await report('PreToolUse', {}, payload)).toMatchObject({ effect: null })
  })
})

describe('the environment', () => {
  const printed = async (text: string, options = {}, settings = {}) => {
    const context = contextOf(on('PreToolUse', command(`${text} >&2; exit 2`)), {}, settings)
    return (await runnerOf(context, options).run('PreToolUse', bash('ls'))).reason
  }

  test('has the documented variables', async () => {
    const options = { projectDir: '/w/proj', sessionId: 's1', common: { effort: { level: 'low' } } }
    const names = '$CLAUDE_PROJECT_DIR $CLAUDECODE $CLAUDE_CODE_CHILD_SESSION $CLAUDE_CODE_SESSION_ID $CLAUDE_EFFORT'
    expect(await printed(`echo "${names}"`, options)).toBe('/w/proj 1 1 s1 low')
  })

  test('takes `env` of settings over the shell', async () => {
    expect(
      await printed('echo "$A $B"', { env: { ...process.env, A: 'shell', B: 'shell' } }, { env: { A: 'settings' } }),
    ).toBe('settings shell')
  })

  test('loses credentials where that is asked for', async () => {
    const env = { ...process.env, AWS_SECRET_ACCESS_KEY: 'x', ANTHROPIC_API_KEY: 'y', OTHER: 'z' }
    const text = 'echo "${AWS_SECRET_ACCESS_KEY-none} ${ANTHROPIC_API_KEY-none} $OTHER"'
    expect(await printed(text, { env })).toBe('x y z')
    expect(await printed(text, { env: { ...env, CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: '1' } })).toBe('none none z')
  })

  test('has no controlling terminal', async () => {
    expect(await printed('(: > /dev/tty) 2>&1 || echo none')).toMatch(/none$/)
  })

  test('is that of the plugin for a plugin', async () => {
    const context = contextOf(
      on(
        'PreToolUse',
        command('echo "$CLAUDE_PLUGIN_ROOT $CLAUDE_PLUGIN_DATA $CLAUDE_PLUGIN_OPTION_level" >&2; exit 2'),
      ),
    )
    const origin = { kind: 'plugin', name: 'p', root: '/p', data: '/d', options: { level: 'high' } } as const
    const hooks = context.hooks.map((hook) => ({ ...hook, origin }))
    expect((await runnerOf({ ...context, hooks }).run('PreToolUse', bash('ls'))).reason).toBe('/p /d high')
  })
})

describe('commands', () => {
  test('a folder name is never read as code', async () => {
    const folder = join(tempFolder(), '$(touch pwned) `touch pwned`')
    fs.mkdirSync(folder)
    const hooks = on('PreToolUse', command('ls "${CLAUDE_PROJECT_DIR}" >&2; pwd >&2; exit 2'))
    const said = await report('PreToolUse', hooks, bash('ls'), { projectDir: folder, cwd: folder })
    expect(said.reason).toContain('$(touch pwned)')
    expect(fs.readdirSync(folder)).toEqual([])
  })

  test('arguments are passed as they are', async () => {
    const args = [
      '-c',
      'printf "%s|" "$@" >&2; exit 2',
      'sh',
      'a b',
      '$HOME',
      '`x`',
      "'",
      '${CLAUDE_PROJECT_DIR}/x',
      '',
    ]
    const said = await report('PreToolUse', on('PreToolUse', command('sh', { args })), bash('ls'), {
      projectDir: '/my proj',
    })
    expect(said.reason).toBe("a b|$HOME|`x`|'|/my proj/x||")
  })

  test('options of a plugin have no place in shell form', async () => {
    const said = await report('PreToolUse', on('PreToolUse', command('echo ${user_config.x}', { onFailure: 'block' })))
    expect(said.reason).toMatch(/cannot be started: `\$\{user_config.KEY\}` has no meaning in shell form/)
  })

  test('a shell prefix wraps shell form and not exec form', async () => {
    const env = { ...process.env, CLAUDE_CODE_SHELL_PREFIX: 'echo wrapped >&2; exit 2; :' }
    expect((await report('PreToolUse', on('PreToolUse', command("echo 'x'")), bash('ls'), { env })).reason).toBe(
      'wrapped',
    )
    const exec = on('PreToolUse', command('sh', { args: ['-c', 'echo plain >&2; exit 2'] }))
    expect((await report('PreToolUse', exec, bash('ls'), { env })).reason).toBe('plain')
  })
})

describe('`if`', () => {
  const runs = (rule: string, text: string) =>
    runnerOf(contextOf(on('PreToolUse', command('true', { if: rule })))).select('PreToolUse', bash(text)).length === 1

  test.each([
    ['Bash(git *)', 'X=1 git push', true],
    ['Bash(git *)', 'make && git push', true],
    ['Bash(git *)', 'make', false],
    ['Bash(rm *)', 'echo $(rm -r d)', true],
    ['Bash(rm *)', 'echo $(date)', false],
    ['Bash(git push *)', 'echo $(date)', true],
    ['Bash(git push *)', 'echo "$VAR"', true],
    ['Bash(git *)', 'if (', true],
    ['Edit(src/**)', 'ls', false],
    ['Bash', 'anything', true],
    ['Bash(*)', 'anything', true],
    ['Bash(git *)', 'make | git apply', true],
    ['Bash(git *)', 'make\ngit push', true],
    ['Bash(git *)', 'echo `git push`', true],
    ['Bash(git *)', 'git', true],
    ['Bash(git *)', 'gitk all', false],
    ['Bash(git *)', 'make git push', false],
    ['Bash(git:*)', 'git push', true],
    ['Bash(git push *)', 'git pull origin', false],
    ['Bash(rm *)', 'make $TARGET', false],
    ['Bash(rm *)', 'timeout 5 rm x', true],
    ['Bash(rm *)', 'A=1 B=2 rm x', true],
    ['Bash(rm *)', 'for i in a; do rm $i; done', true],
    ['Bash(rm *)', 'bash -c "rm x"', true],
    ['Bash(npm publish)', 'npm ci && npm publish', true],
    ['Bash(npm publish)', 'npm publish x', false],
    ['Edit', 'make', false],
    ['WebFetch(domain:a.example)', 'make', false],
    ['mcp__fs', 'make', false],
  ])('%s for `%s`: %s', (rule, text, expected) => {
    expect(runs(rule, text)).toBe(expected)
  })

  const edit = (path: string) => ({ file_path: `/tmp/proj/${path}`, old_string: 'a', new_string: 'b' })
  const agent = { description: 'd', prompt: 'p', subagent_type: 'x' }
  test.each([
    ['Edit(*.ts)', 'Edit', edit('a.ts'), true],
    ['Edit(*.ts)', 'Edit', edit('src/a.ts'), true],
    ['Edit(*.js)', 'Edit', edit('a.ts'), false],
    ['Edit(src/**)', 'Edit', edit('src/a.ts'), true],
    ['Edit(src/**)', 'Edit', edit('x/src/a.ts'), false],
    ['Edit(**/src/**)', 'Edit', edit('x/src/a.ts'), true],
    ['Edit(*.ts)', 'Write', { file_path: '/tmp/proj/n.ts', content: '' }, true],
    ['Read(.env)', 'Read', { file_path: '/tmp/proj/a.ts' }, false],
    ['WebFetch(domain:a.example)', 'WebFetch', { url: 'https://b.example/x', prompt: 'p' }, false],
    ['WebFetch(domain:*.a.example)', 'WebFetch', { url: 'https://x.y.a.example/x', prompt: 'p' }, true],
    ['mcp__fs', 'mcp__fs__write', {}, true],
    ['mcp__fs__*', 'mcp__fs__write', {}, true],
    ['mcp__fs__read', 'mcp__fs__write', {}, false],
    ['Agent(x)', 'Agent', agent, true],
    ['Agent(y)', 'Agent', agent, false],
    ['Task(x)', 'Agent', agent, true],
  ])('%s for %s %o: %s', (rule, tool_name, tool_input, expected) => {
    const runner = runnerOf(contextOf(on('PreToolUse', command('true', { if: rule })), { cwd: '/tmp/proj' }))
    expect(runner.select('PreToolUse', { tool_name, tool_input }).length === 1).toBe(expected)
  })

  test('a test that fails runs the hook', () => {
    const context = contextOf(on('PreToolUse', command('true', { if: 'Bash(x)' })))
    const broken = () => {
      throw new Error('cannot decide')
    }
    expect(runnerOf(context, { ifMatches: broken }).select('PreToolUse', bash('y'))).toHaveLength(1)
  })

  test('it is asked only where the matcher matches', () => {
    const hooks = { PreToolUse: [{ matcher: 'Edit', hooks: [command('true', { if: 'Bash' })] }] }
    let asked = 0
    const count = (...args: Parameters<typeof ifMatches>) => {
      asked++
      return ifMatches(...args)
    }
    runnerOf(contextOf(hooks), { ifMatches: count, system: memorySystem({}) }).select('PreToolUse', bash('ls'))
    expect(asked).toBe(0)
  })
})

test('a redirect on the same host that keeps the method is followed, and keeps body and headers', async () => {
  const bodies: string[] = []
  const url = await server((request, response) => {
    if (request.url === '/old') return response.writeHead(308, { location: '/new' }).end()
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      bodies.push(`${request.method} ${request.headers['x-key']} ${JSON.parse(body).tool_name}`)
      response.end(JSON.stringify(pre({ permissionDecision: 'deny' })))
    })
    return undefined
  }, '/old')
  const handler = { type: 'http', url, headers: { 'X-Key': 'k' } }
  expect((await report('PreToolUse', on('PreToolUse', handler))).effect).toBe('deny')
  expect(bodies).toEqual(['POST k Bash'])
  const context = contextOf(on('PreToolUse', handler), {}, { allowedHttpHookUrls: [url] })
  const limited = await runnerOf(context).run('PreToolUse', bash('x'))
  expect(limited.outcomes[0]?.failure).toMatch(/redirect to .* refused/)
})

test('a `once` hook of a skill runs until it has succeeded', async () => {
  const folder = tempFolder()
  const text = `if [ -e ${folder}/ok ]; then exit 0; else touch ${folder}/ok; exit 1; fi`
  const context = contextOf(on('PreToolUse', command(text, { once: true })))
  const runner = runnerOf({
    ...context,
    hooks: context.hooks.map((hook) => ({ ...hook, origin: { kind: 'skill', name: 's' } as const })),
  })
  const results = []
  for (let i = 0; i < 3; i++) results.push((await runner.run('PreToolUse', bash('x'))).outcomes.map(({ exit }) => exit))
  expect(results).toEqual([[1], [0], []])
  const plain = runnerOf(context)
  await plain.run('PreToolUse', bash('x'))
  expect(plain.select('PreToolUse', bash('x'))).toHaveLength(1)
})

test('secrets are replaced on request, in what hooks printed and were called', async () => {
  const env = { ...process.env, DEPLOY_TOKEN: 'tok-123456789', HARMLESS: 'visible' }
  const text = 'echo "token tok-123456789 and ghp_abcdefghijklmnopqrstuvwx, Bearer abcdef123456, $HARMLESS" >&2; exit 2'
  const said = await report('PreToolUse', on('PreToolUse', command(text)), bash('x'), { env, mask: true })
  const shown = JSON.stringify(said)
  for (const secret of ['tok-123456789', 'ghp_abc', 'abcdef123456']) expect(shown).not.toContain(secret)
  expect(said.reason).toBe('token *** and ***, Bearer ***, visible')
  const open = await report('PreToolUse', on('PreToolUse', command(text)), bash('x'), { env })
  expect(open.reason).toContain('tok-123456789')
})

test('secrets in what a hook said and changed are replaced too, but not in what the host goes on with', async () => {
  const settings = { env: { DEPLOY_TOKEN: 'tok-123456789' } }
  const updatedInput = { command: 'curl -H tok-123456789' }
  const answer = { systemMessage: 'see tok-123456789', ...pre({ updatedInput, additionalContext: 'tok-123456789' }) }
  const context = contextOf(on('PreToolUse', says(answer), says(answer, { async: true })), {}, settings)
  const runner = runnerOf(context, { mask: true })
  const said = await runner.run('PreToolUse', bash('x'))
  expect(JSON.stringify(said.outcomes)).not.toContain('tok-123456789')
  expect(said.outcomes[0]?.fields).toEqual({ updatedInput: { command: 'curl -H ***' }, additionalContext: '***' })
  expect(said).toMatchObject({ updatedInput, additionalContext: ['tok-123456789'] })
  const [later] = await runner.background({ wait: true })
  expect(JSON.stringify(later?.outcome)).not.toContain('tok-123456789')
  expect(later?.context).toEqual(['tok-123456789', 'see tok-123456789'])
})

test('hooks are a snapshot: settings edited while they run change nothing', async () => {
  const file = join(tempFolder(), 'x')
  const context = contextOf(on('PreToolUse', command(`echo '{}' > ${file}`), decides('deny')))
  const runner = runnerOf(context)
  const first = runner.run('PreToolUse', bash('x'))
  expect(() => (context.hooks as unknown[]).pop()).toThrow()
  expect((await first).effect).toBe('deny')
})

test('variables for later commands are handed over and leave no file', async () => {
  const temp = tempFolder()
  vi.stubEnv('TMPDIR', temp)
  onTestFinished(() => void vi.unstubAllEnvs())
  const exports = (text: string) => command(`echo "export ${text}" >> "$CLAUDE_ENV_FILE"`)
  const said = await report('SessionStart', on('SessionStart', exports('A=1'), exports('B=2')), { source: 'resume' })
  expect(said.exports.split('\n').sort()).toEqual(['', 'export A=1', 'export B=2'])
  expect(fs.readdirSync(temp)).toEqual([])
})

test('an interpreter whose script is missing blocks a call and does not keep an agent from stopping', async () => {
  const text = 'python3 /no/such/guard.py'
  const call = await report('PreToolUse', on('PreToolUse', command(text)))
  expect(call).toMatchObject({ effect: 'deny', outcomes: [{ exit: 2 }] })
  expect(call.reason).toMatch(/can't open file.*guard\.py/)
  const stop = await report('Stop', on('Stop', command(text)), {})
  expect(stop).toMatchObject({ blocked: false, outcomes: [{ exit: 2, result: 'error' }] })
})

test('an unknown event runs nothing', async () => {
  expect(await report('NoSuchEvent', on('PreToolUse', command('exit 2')))).toMatchObject({
    outcomes: [],
    blocked: false,
  })
})

test('a JSON answer with another exit code counts, and fails a hook that fails closed', async () => {
  const allow = pre({ permissionDecision: 'allow' })
  expect((await report('PreToolUse', on('PreToolUse', says(allow, {}, 3)))).effect).toBe('allow')
  expect((await report('PreToolUse', on('PreToolUse', says(allow, { onFailure: 'block' }, 3)))).effect).toBe('deny')
})

test('a timeout of PreModelSwitch blocks by itself', async () => {
  const said = await report('PreModelSwitch', on('PreModelSwitch', command('sleep 30', { timeout: 0.2 })), {
    to_model: 'm',
  })
  expect(said).toMatchObject({ blocked: true, effect: 'deny' })
})
