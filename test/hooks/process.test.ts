import fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHookRunner } from '../../src/hooks/runner.ts'
import { command, contextOf, on, processesWith, report, runnerOf, tempFolder } from './support/hooks.ts'

test('exit 2 blocks with the text of stderr', async () => {
  const said = await report('PreToolUse', on('PreToolUse', command('echo no >&2; exit 2')))
  expect(said).toMatchObject({ effect: 'deny', blocked: true, reason: 'no', warnings: [] })
})

test('exit 2 behind 100 MB of stdout still blocks', async () => {
  const said = await report('PreToolUse', on('PreToolUse', command('head -c 100000000 /dev/zero; echo no >&2; exit 2')))
  expect(said).toMatchObject({ effect: 'deny', reason: 'no' })
})

test.each(['TERM', 'KILL', 'HUP', 'SEGV', 'PIPE'])('an answer printed before death by %s counts', async (signal) => {
  const answer = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'
  const said = await report('PreToolUse', on('PreToolUse', command(`printf %s '${answer}'; kill -${signal} $$`)))
  expect(said.effect).toBe('deny')
  expect(said.outcomes[0]).toMatchObject({ exit: null, signal: `SIG${signal}` })
})

test('an answer printed in two parts is one answer', async () => {
  const said = await report(
    'PreToolUse',
    on('PreToolUse', command(`printf '{"decision":'; sleep 0.1; printf '"block","reason":"two"}'`)),
  )
  expect(said).toMatchObject({ effect: 'deny', reason: 'two' })
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

test('a working directory that goes away while the hook is started is no reason to let a call through', async () => {
  const [start, gone] = [tempFolder(), join(tempFolder(), 'gone')]
  fs.mkdirSync(gone)
  const context = contextOf(on('PreToolUse', command('pwd >&2; exit 2')), { cwd: start })
  const runner = createHookRunner(context, {
    get cwd() {
      queueMicrotask(() => fs.rmSync(gone, { recursive: true, force: true }))
      return gone
    },
  })
  const said = await runner.run('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } })
  expect(said).toMatchObject({ effect: 'deny', reason: fs.realpathSync(start) })
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
