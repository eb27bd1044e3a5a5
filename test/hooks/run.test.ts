import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runProcess } from '../../src/hooks/run.ts'
import { tempFolder } from './support/hooks.ts'

/** Keeps the event loop from turning until something is so. */
function blockUntil(so: () => boolean): void {
  while (!so()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
}

function after(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() > end
}

function isZombie(file: string): boolean {
  const pid = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
  return pid !== '' && fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
}

function start(script: string, folder: string, graceMs: number) {
  const env = { PATH: process.env['PATH'] as string }
  return runProcess({ file: 'sh', args: ['-c', script], cwd: folder, env, input: '', timeoutMs: 60_000, graceMs })
}

/** The file is read now: when the test has ended, its folder is gone. */
function killLater(file: string): void {
  const pid = Number(fs.readFileSync(file, 'utf8'))
  onTestFinished(() => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  })
}

// With no time to wait at all, only an order of events can be what makes the output whole.
test.each([
  ['one line', 1],
  ['all that pipes hold', 50_000],
])('what a program printed before its end is read whole from pipes that stay open: %s', async (_, bytes) => {
  const folder = tempFolder()
  const at = (name: string) => join(folder, name)
  const print = `head -c ${bytes} /dev/zero | tr '\\0' x`
  const script =
    `sleep 305 & echo $! > ${at('grandchild')}; echo $$ > ${at('program')}; ` +
    `while [ ! -e ${at('go')} ]; do sleep 0.01; done; ${print}; ${print} >&2; exit 2`
  const running = start(script, folder, 0)
  await expect.poll(() => isRunning(at('program'))).toBe(true)
  killLater(at('grandchild'))

  // In one turn of the loop: a process that ended, and text of another whose reader is slow. Only when the program has
  // ended too are the ended processes looked at, so its end is known before a byte of it was read.
  const text = spawn('sh', ['-c', 'echo text; sleep 30'], { detached: true })
  const ended = spawn('sh', ['-c', `echo $$ > ${at('ended')}`], { stdio: 'ignore' })
  onTestFinished(() => void process.kill(-(text.pid as number), 'SIGKILL'))
  text.stdout.once('data', () => {
    fs.writeFileSync(at('go'), '')
    blockUntil(() => isZombie(at('program')))
    // After its end every limit is over before the loop looks at the pipes again.
    setImmediate(() => blockUntil(after(20)))
  })
  blockUntil(() => isZombie(at('ended')))
  expect(ended.pid).toBeGreaterThan(0)

  const all = 'x'.repeat(bytes)
  expect(await running).toEqual({ kind: 'exited', exit: 2, signal: null, stdout: all, stderr: all, overflow: false })
})

function isRunning(file: string): boolean {
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8').endsWith('\n')
}

test('a child that hands on what the program printed is heard', async () => {
  const script = `exec bash -c 'exec > >(cat); echo answer; exit 2'`
  expect(await start(script, tempFolder(), 5_000)).toMatchObject({ kind: 'exited', exit: 2, stdout: 'answer\n' })
})

test('a grandchild that floods the pipes does not hold the hook', async () => {
  const folder = tempFolder()
  const ended = await start(`yes & echo $! > ${folder}/pid; exit 2`, folder, 0)
  killLater(join(folder, 'pid'))
  expect(ended).toMatchObject({ kind: 'exited', exit: 2 })
})
