import { spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { HookOutcome } from '../../src/hooks/report.ts'
import { command, contextOf, type Handler, on, processesWith, report, runnerOf, tempFolder } from './support/hooks.ts'

/** What a fault looks like, and that it opens the gate unless the hook fails closed. */
interface Fault {
  readonly name: string
  readonly hook: (folder: string) => Handler | Promise<Handler>
  readonly expected: Partial<HookOutcome>
  readonly failure: RegExp
}

function script(folder: string, text: string, mode = 0o755): string {
  const path = join(folder, 'hook.sh')
  fs.writeFileSync(path, text, { mode })
  return path
}

async function server(answer: http.RequestListener): Promise<string> {
  const listening = http.createServer(answer)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/hook`
}

async function closedPort(): Promise<string> {
  const listening = http.createServer()
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  await new Promise((resolve) => listening.close(resolve))
  return `http://127.0.0.1:${port}/`
}

const http_ = async (answer: http.RequestListener, fields: Handler = {}) => ({
  type: 'http',
  url: await server(answer),
  ...fields,
})

const faults: readonly Fault[] = [
  {
    name: 'a missing program',
    hook: () => command('/no/such/guard.sh'),
    expected: { result: 'error', exit: 127 },
    failure: /exited with 127 \(no such program\)/,
  },
  {
    name: 'a missing program in exec form',
    hook: () => command('/no/such/guard', { args: [] }),
    expected: { result: 'error', exit: null },
    failure: /cannot be started: .*ENOENT/,
  },
  {
    name: 'a script that is not executable',
    hook: (folder) => command(script(folder, '#!/bin/sh\nexit 2\n', 0o644)),
    expected: { result: 'error', exit: 126 },
    failure: /exited with 126 \(not executable\)/,
  },
  {
    name: 'a script that is not executable, in exec form',
    hook: (folder) => command(script(folder, '#!/bin/sh\nexit 2\n', 0o644), { args: [] }),
    expected: { result: 'error', exit: null },
    failure: /cannot be started: .*EACCES/,
  },
  {
    name: 'a script whose interpreter is missing',
    hook: (folder) => command(script(folder, '#!/no/such/interpreter\n'), { args: [] }),
    expected: { result: 'error', exit: null },
    failure: /cannot be started: .*ENOENT/,
  },
  ...[1, 3, 126, 127].map(
    (exit): Fault => ({
      name: `exit ${exit}`,
      hook: () => command(`echo broken >&2; exit ${exit}`),
      expected: { result: 'error', exit, stderr: 'broken\n' },
      failure: new RegExp(`exited with ${exit}.*: broken`),
    }),
  ),
  ...['TERM', 'KILL', 'SEGV'].map(
    (signal): Fault => ({
      name: `death by ${signal}`,
      hook: () => command(`kill -${signal} $$`),
      expected: { result: 'error', exit: null, signal: `SIG${signal}` },
      failure: new RegExp(`was killed by SIG${signal}`),
    }),
  ),
  {
    name: 'a timeout',
    hook: () => command('sleep 300', { timeout: 0.2 }),
    expected: { result: 'timeout' },
    failure: /timed out/,
  },
  {
    name: 'a timeout with children that ignore TERM',
    hook: () =>
      command(`trap '' TERM; sh -c "trap '' TERM; sleep 301; sleep 301" & sleep 301; sleep 301`, { timeout: 0.2 }),
    expected: { result: 'timeout' },
    failure: /timed out/,
  },
  {
    name: '100 MB of stdout',
    hook: () => command('head -c 100000000 /dev/zero'),
    expected: { result: 'error', exit: 0, truncated: true },
    failure: /more than 1 MiB/,
  },
  {
    name: '100 MB of stderr',
    hook: () => command('head -c 100000000 /dev/zero >&2'),
    expected: { result: 'error', exit: 0, truncated: true },
    failure: /more than 1 MiB/,
  },
  {
    name: 'JSON that cannot be parsed',
    hook: () => command(`echo '{"decision": block}'`),
    expected: { result: 'error', exit: 0, output: 'bad' },
    failure: /JSON cannot be parsed/,
  },
  {
    name: 'two JSON lines of which one says something',
    hook: () => command(`echo '{"log":1}'; echo '{"continue":true}'`),
    expected: { result: 'error', exit: 0, output: 'bad' },
    failure: /JSON cannot be parsed/,
  },
  {
    name: 'an answer of another event',
    hook: () => command(`echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse"}}'`),
    expected: { result: 'error', exit: 0, output: 'bad' },
    failure: /hookEventName.*expected `PreToolUse`/,
  },
  {
    name: 'HTTP connection refused',
    hook: async () => ({ type: 'http', url: await closedPort() }),
    expected: { result: 'error', status: null },
    failure: /the request failed: .*ECONNREFUSED/,
  },
  ...[403, 500].map(
    (status): Fault => ({
      name: `HTTP ${status}`,
      hook: () => http_((_, response) => response.writeHead(status).end('{"decision":"block"}')),
      expected: { result: 'error', status },
      failure: new RegExp(`answered ${status}`),
    }),
  ),
  {
    name: 'an HTTP server that never answers',
    hook: () => http_(() => {}, { timeout: 0.2 }),
    expected: { result: 'timeout', status: null },
    failure: /timed out/,
  },
  {
    name: 'an HTTP server that hangs in the body',
    hook: () => http_((_, response) => void response.writeHead(200).write('{'), { timeout: 0.2 }),
    expected: { result: 'timeout', status: null },
    failure: /timed out/,
  },
  {
    name: 'an HTTP server that hangs up',
    hook: () => http_((request) => void request.socket.destroy()),
    expected: { result: 'error', status: null },
    failure: /the request failed/,
  },
  {
    name: 'a redirect elsewhere',
    hook: () => http_((_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/x' }).end()),
    expected: { result: 'error', status: 307 },
    failure: /redirect to `http:\/\/127.0.0.1:1` refused: it leads elsewhere/,
  },
  {
    name: 'a redirect that would lose the payload',
    hook: () => http_((_, response) => response.writeHead(302, { location: '/other' }).end()),
    expected: { result: 'error', status: 302 },
    failure: /refused: 302 would turn the request into a GET/,
  },
  {
    name: 'a redirect in circles',
    hook: () => http_((_, response) => response.writeHead(307, { location: '/hook' }).end()),
    expected: { result: 'error', status: 307 },
    failure: /more than 5 redirects/,
  },
  {
    name: 'a huge HTTP body',
    hook: () => http_((_, response) => void response.writeHead(200).end('x'.repeat(3_000_000))),
    expected: { result: 'error', status: 200 },
    failure: /longer than 1 MiB/,
  },
  {
    name: 'an HTTP body that is no JSON object',
    hook: () => http_((_, response) => response.writeHead(200).end('fine')),
    expected: { result: 'error', status: 200, output: 'bad' },
    failure: /no JSON object/,
  },
  {
    name: 'a URL that is none',
    hook: () => ({ type: 'http', url: 'ftp://127.0.0.1/x' }),
    expected: { result: 'error', status: null },
    failure: /no http or https URL/,
  },
]

for (const fault of faults) {
  test(`${fault.name} counts for nothing and says that it failed open`, async () => {
    const said = await report('PreToolUse', on('PreToolUse', await fault.hook(tempFolder())))
    expect(said.outcomes[0]).toMatchObject({ ...fault.expected, effect: null, blocks: false })
    expect(said.outcomes[0]?.failure).toMatch(fault.failure)
    expect(said.outcomes[0]?.failedOpen).toMatch(/^failed open: /)
    expect(said.warnings.join('\n')).toContain('failed open')
    expect(said).toMatchObject({ effect: null, blocked: false, continue: true })
    expect(processesWith('sleep\x00301')).toEqual([])
  })

  test(`${fault.name} blocks the call when the hook fails closed`, async () => {
    const handler = { ...(await fault.hook(tempFolder())), onFailure: 'block' }
    const said = await report('PreToolUse', on('PreToolUse', handler))
    expect(said).toMatchObject({ effect: 'deny', blocked: true, decidedBy: 0 })
    expect(said.reason).toMatch(/blocking because onFailure is "block"/)
    expect(said.outcomes[0]).toMatchObject({ result: 'blocked', failedOpen: null })
    expect(processesWith('sleep\x00301')).toEqual([])
  })
}

test('exit 2 blocks with the text of stderr', async () => {
  const said = await report('PreToolUse', on('PreToolUse', command('echo no >&2; exit 2')))
  expect(said).toMatchObject({ effect: 'deny', blocked: true, reason: 'no', warnings: [] })
})

test('exit 2 behind 100 MB of stdout still blocks', async () => {
  const said = await report('PreToolUse', on('PreToolUse', command('head -c 100000000 /dev/zero; echo no >&2; exit 2')))
  expect(said).toMatchObject({ effect: 'deny', reason: 'no' })
})

test('a grandchild that keeps stdout open does not hold the hook', async () => {
  const folder = tempFolder()
  const pid = join(folder, 'pid')
  const said = await report('PreToolUse', on('PreToolUse', command(`sleep 302 & echo $! > ${pid}; echo deny; exit 2`)))
  const grandchild = Number(fs.readFileSync(pid, 'utf8'))
  process.kill(grandchild, 'SIGKILL')
  expect(said.outcomes[0]).toMatchObject({ exit: 2, stdout: 'deny\n' })
})

test('a grandchild that goes on printing does not hold the hook', async () => {
  const folder = tempFolder()
  const pid = join(folder, 'pid')
  const chatter = `sh -c 'while :; do echo x || exit; sleep 0.01; done' & echo $! > ${pid}; exit 2`
  const said = await report('PreToolUse', on('PreToolUse', command(chatter)))
  try {
    process.kill(Number(fs.readFileSync(pid, 'utf8')), 'SIGKILL')
  } catch {}
  expect(said.outcomes[0]).toMatchObject({ exit: 2, result: 'blocked' })
})

test('a 5 MB payload that nobody reads is no failure', async () => {
  const payload = { tool_name: 'Write', tool_input: { file_path: '/a', content: 'x'.repeat(5_000_000) } }
  const said = await report(
    'PreToolUse',
    on('PreToolUse', command('exec <&-; exit 0'), command('sleep 0.1; exit 2')),
    payload,
  )
  expect(said.outcomes.map(({ exit, failure }) => [exit, failure])).toEqual([
    [0, null],
    [2, null],
  ])
})

test('a 5 MB payload arrives whole', async () => {
  const content = 'ü'.repeat(2_500_000)
  const payload = { tool_name: 'Write', tool_input: { file_path: '/a', content } }
  const said = await report(
    'PreToolUse',
    on('PreToolUse', command("jq -r '.tool_input.content' | tr -d '\\n' | wc -c")),
    payload,
  )
  expect(said.outcomes[0]?.stdout.trim()).toBe('5000000')
})

test('invalid UTF-8 is read with replacement characters', async () => {
  const said = await report('PreToolUse', on('PreToolUse', command(`printf 'a\\377b' >&2; exit 2`)))
  expect(said.reason).toBe('a\uFFFDb')
})

test('a character split between two writes stays whole', async () => {
  const said = await report(
    'PreToolUse',
    on('PreToolUse', command(`printf '\\344\\275' >&2; sleep 0.1; printf '\\240' >&2; exit 2`)),
  )
  expect(said.reason).toBe('你')
})

test('a byte order mark before the JSON does not hide it', async () => {
  const json = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'
  const said = await report('PreToolUse', on('PreToolUse', command(`printf '\\357\\273\\277%s' '${json}'`)))
  expect(said.effect).toBe('deny')
})

test('a deleted working directory falls back to the first folder that exists', async () => {
  const start = tempFolder()
  const gone = join(start, 'gone')
  const context = contextOf(on('PreToolUse', command('pwd >&2; exit 2')), { cwd: start })
  const said = await runnerOf(context, { cwd: gone }).run('PreToolUse', {
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  })
  expect(said.reason).toBe(fs.realpathSync(start))
})

test('a home that cannot be written to keeps long context as a cut text that says so', async () => {
  const blocked = join(tempFolder(), 'file')
  fs.writeFileSync(blocked, '')
  const long = `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"%s"}}' $(head -c 10001 /dev/zero | tr '\\0' x)`
  const said = await report('PreToolUse', on('PreToolUse', command(long)), undefined, {
    sessionDir: join(blocked, 'session'),
  })
  expect(said.additionalContext[0]).toMatch(
    /^x{2000}\n\[10001 characters, the rest was dropped: .* cannot be written: ENOTDIR\]$/,
  )
})

test('a clock that jumps changes neither limit nor duration', async () => {
  const real = Date.now
  let jump = 0
  Date.now = () => real() + jump
  try {
    const running = report('PreToolUse', on('PreToolUse', command('sleep 0.2; echo done >&2; exit 2', { timeout: 20 })))
    jump = 3_600_000
    const said = await running
    expect(said).toMatchObject({ effect: 'deny', reason: 'done' })
    expect(said.outcomes[0]?.durationMs).toBeLessThan(60_000)
  } finally {
    Date.now = real
  }
})

test('a timeout longer than timers can count does not fire at once', async () => {
  const said = await report('PreToolUse', on('PreToolUse', command('sleep 0.1; exit 2', { timeout: 99_999_999 })))
  expect(said.effect).toBe('deny')
})

test('50 hooks run at once', async () => {
  const folder = tempFolder()
  // Each waits until all have started; one after another they would wait for ever.
  const wait = `touch ${folder}/$$; while [ "$(ls ${folder} | wc -l)" -lt 50 ]; do sleep 0.05; done; exit 2`
  const hooks = Array.from({ length: 50 }, (_, i) => command(`: ${i}; ${wait}`, { timeout: 25 }))
  const said = await report('PreToolUse', on('PreToolUse', ...hooks))
  expect(said.outcomes.map(({ exit }) => exit)).toEqual(Array(50).fill(2))
})

test('200 parallel runs leave no process, no file descriptor and no temp file', async () => {
  const temp = tempFolder()
  vi.stubEnv('TMPDIR', temp)
  onTestFinished(() => void vi.unstubAllEnvs())
  const descriptors = () => fs.readdirSync('/proc/self/fd').length
  const context = contextOf({
    PreToolUse: [{ hooks: [command('cat >/dev/null; sleep 0.0303; exit 2'), command('sleep 303', { timeout: 0.3 })] }],
    SessionStart: [{ hooks: [command('echo "export A=1" >> "$CLAUDE_ENV_FILE"')] }],
  })
  const runner = runnerOf(context)
  // The first run loads what later ones need.
  await runner.run('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } })
  const before = descriptors()
  const reports = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      i % 10 === 0
        ? runner.run('SessionStart', { source: 'resume' })
        : runner.run('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
    ),
  )
  expect(reports.filter(({ effect }) => effect === 'deny')).toHaveLength(180)
  expect(reports.filter(({ exports }) => exports === 'export A=1\n')).toHaveLength(20)
  await runner.close()
  expect(processesWith('sleep\x00303')).toEqual([])
  expect(processesWith('sleep 0.0303')).toEqual([])
  expect(descriptors()).toBeLessThanOrEqual(before)
  expect(fs.readdirSync(temp)).toEqual([])
}, 120_000)

/** Keeps the event loop from turning until something is so. */
function blockUntil(so: () => boolean): void {
  while (!so()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
}

test('a busy host loses nothing that a hook printed', async () => {
  const folder = tempFolder()
  const at = (name: string) => join(folder, name)
  const isZombie = (file: string) => {
    if (!fs.existsSync(file)) return false
    const pid = fs.readFileSync(file, 'utf8').trim()
    return pid !== '' && fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  }
  const hook = command(`echo $$ > ${at('hook')}; while [ ! -e ${at('go')} ]; do sleep 0.01; done; echo no >&2; exit 2`)
  const running = report('PreToolUse', on('PreToolUse', hook))
  await expect.poll(() => fs.existsSync(at('hook'))).toBe(true)

  // In one turn of the loop: a process that ended, and text of another whose reader is slow. Only when the hook has
  // ended too are the ended processes looked at; what the hook printed is read in the next turn.
  const text = spawn('sh', ['-c', 'echo text; sleep 30'], { detached: true })
  const ended = spawn('sh', ['-c', `echo $$ > ${at('ended')}`], { stdio: 'ignore' })
  text.stdout.once('data', () => {
    fs.writeFileSync(at('go'), '')
    blockUntil(() => isZombie(at('hook')))
    // Longer than the silence after which a hook's pipes are let go.
    setImmediate(() => blockUntil(after(200)))
  })
  blockUntil(() => isZombie(at('ended')))
  blockUntil(after(100))

  expect(await running).toMatchObject({ effect: 'deny', reason: 'no' })
  process.kill(-(text.pid as number), 'SIGKILL')
  expect(ended.pid).toBeGreaterThan(0)
})

function after(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() > end
}

test('a hook that ended in time is not timed out by a busy host', async () => {
  const started = join(tempFolder(), 'started')
  const running = report('PreToolUse', on('PreToolUse', command(`: > ${started}; exit 2`, { timeout: 0.3 })))
  await expect.poll(() => fs.existsSync(started)).toBe(true)
  blockUntil(after(600))
  expect((await running).outcomes[0]).toMatchObject({ exit: 2, result: 'blocked' })
})
