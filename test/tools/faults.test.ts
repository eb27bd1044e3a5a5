import { execFileSync, spawn } from 'node:child_process'
import { existsSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { execute, sessionOf } from '../../src/tools/execute.ts'
import type { StreamEvent } from '../../src/tools/stream.ts'
import { inFolder } from '../support/temporary.ts'
import { bundled } from './bundle.ts'
import { resultsOf, textOf, useOf, withSession } from './session.ts'

const allow = { permissions: { allow: ['Bash', 'Write'] } }

describe('a disk without room', () => {
  it('loses no result and leaves no half-written file', async () => {
    const script = bundled('test/tools/run-target.ts')
    const uses = [
      useOf('big', 'Bash', { command: 'seq 20000' }),
      useOf('file', 'Write', { file_path: 'out.txt', content: 'x'.repeat(200_000) }),
      useOf('small', 'Bash', { command: 'echo still here' }),
    ]
    await inFolder({}, async (folder) => {
      const args = [
        '--json',
        '--trusted',
        '--home',
        folder,
        '--settings',
        JSON.stringify(allow),
        '--results',
        join(folder, 'results'),
        '-',
      ]
      // No file may grow beyond 40 blocks of 1,024 bytes: a write fails half-way, as on a full disk.
      const child = spawn('bash', ['-c', 'ulimit -f 40; exec "$@"', 'bash', process.execPath, script, ...args], {
        cwd: folder,
      })
      let stdout = ''
      child.stdout.on('data', (chunk) => (stdout += chunk))
      child.stdin.end(JSON.stringify(uses))
      await new Promise((resolve) => child.on('close', resolve))
      const results = resultsOf(JSON.parse(stdout))
      expect(results.map(({ id, failed }) => [id, failed])).toEqual([
        ['big', false],
        ['file', true],
        ['small', false],
      ])
      expect(results[0]?.text).toMatch(
        /^\(output of \d+ characters was cut: it could not be written to a file: EFBIG\)\n\n1\n2\n3/,
      )
      expect(results[1]?.text).toContain('cannot write')
      expect(results[2]?.text).toBe('still here')
      expect(existsSync(join(folder, 'out.txt'))).toBe(false)
      expect(execFileSync('find', [folder, '-name', '*.partial'], { encoding: 'utf8' })).toBe('')
    })
  })
})

describe('a stream that breaks off', () => {
  async function* broken(): AsyncGenerator<StreamEvent> {
    yield {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'a', name: 'TaskList', input: {} },
    }
    yield { type: 'content_block_stop', index: 0 }
    yield {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 'b', name: 'Bash', input: {} },
    }
    yield {
      type: 'content_block_delta',
      index: 1,
      delta: { type: 'input_json_delta', partial_json: '{"command": "touch ma' },
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    throw new Error('socket hang up')
  }

  it('leaves one result for each call that was begun, and runs nothing half-said', async () => {
    await withSession({ settings: allow }, async ({ context, path }) => {
      const run = await execute(broken(), sessionOf(context))
      expect(run.interrupted).toBe('socket hang up')
      expect(run.outcomes.map(({ id, status }) => [id, status])).toEqual([
        ['a', 'ok'],
        ['b', 'cancelled'],
      ])
      expect(textOf(run.outcomes[1]!)).toBe('`Bash` was not run: the message broke off: socket hang up')
      expect(existsSync(path('ma'))).toBe(false)
    })
  })
})

describe('a folder that is gone', () => {
  it('is said, nothing runs elsewhere, and the next call is back where the session began', async () => {
    await withSession({ settings: allow }, async ({ call, path, project }) => {
      await call('Bash', { command: 'mkdir e && cd e' })
      rmdirSync(path('e'))
      const outcome = await call('Bash', { command: 'touch here' })
      expect(outcome.status).toBe('error')
      expect(textOf(outcome)).toBe(`the folder \`${path('e')}\` is gone: the shell is back in \`${project}\``)
      expect(existsSync(path('here'))).toBe(false)
      expect(textOf(await call('Bash', { command: 'pwd' }))).toBe(project)
    })
  })
})

describe('a question on the terminal', () => {
  const hasScript = existsSync('/usr/bin/script')

  /** Runs `policy run --ask tty` on a terminal of its own, types the answers, and gives what stood on the screen. */
  async function onTerminal(folder: string, answers: string): Promise<string> {
    const target = bundled('test/tools/run-target.ts')
    const command = `${process.execPath} ${target} --ask tty --trusted --home ${folder} message.json; echo exit=$?`
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] })
    let screen = ''
    const typed = answers.split('')
    child.stdout.on('data', (chunk) => {
      screen += chunk
      if (/run it\? \[y\/N\] $/.test(screen.trimEnd() + ' ')) child.stdin.write(`${typed.shift() ?? 'n'}\n`)
    })
    await new Promise((resolve) => child.on('close', resolve))
    return screen
  }

  it.runIf(hasScript)('runs what is answered with yes, and nothing else', async () => {
    const uses = [useOf('a', 'Bash', { command: 'touch yes' }), useOf('b', 'Bash', { command: 'touch no' })]
    await inFolder({ 'message.json': uses }, async (folder) => {
      const screen = await onTerminal(folder, 'yn')
      expect(screen).toContain('run it? [y/N]')
      expect([existsSync(join(folder, 'yes')), existsSync(join(folder, 'no'))]).toEqual([true, false])
      expect(screen).toContain('exit=2')
    })
  })

  it('needs a terminal', async () => {
    const target = bundled('test/tools/run-target.ts')
    await inFolder({ 'message.json': [] }, async (folder) => {
      const child = spawn('setsid', [process.execPath, target, '--ask', 'tty', '--home', folder, 'message.json'], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let stderr = ''
      child.stderr.on('data', (chunk) => (stderr += chunk))
      expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
      expect(stderr).toContain('`--ask tty` needs a terminal, and there is none')
    })
  })
})
