import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processesWith } from '../hooks/support/hooks.ts'
import { inFolder } from '../support/temporary.ts'

const bin = join(import.meta.dirname, '../../bin/policy.cjs')

test.each([
  ['check', 'SIGINT'],
  ['check', 'SIGTERM'],
  ['check --batch', 'SIGTERM'],
  ['hooks run', 'SIGHUP'],
  ['hooks test', 'SIGINT'],
] as const)('`policy %s` that %s ends leaves no hook and no temp file', async (command, signal) => {
  await inFolder({ 'tmp/x': '', 'home/x': '' }, async (folder) => {
    const mark = `306.${process.pid}`
    const hook = { type: 'command', command: `echo > "${folder}/started"; sleep ${mark}; sleep ${mark}` }
    const settings = { hooks: { PreToolUse: [{ hooks: [hook] }] } }
    const one = { tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: '/w', layers: { project: settings } }
    const suite = { hook, cases: [{ name: 'a', payload: {}, expect: { exit: 0 } }] }
    writeFileSync(join(folder, 'a.test.yaml'), JSON.stringify(suite))
    const operands = {
      check: ['--settings', JSON.stringify(settings), 'ls'],
      'check --batch': ['-'],
      'hooks run': ['--settings', JSON.stringify(settings), 'ls'],
      'hooks test': ['a.test.yaml'],
    }[command]
    const env = { PATH: process.env['PATH'], HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp') }
    const argv = [bin, ...command.split(' '), ...operands]
    const child = spawn(process.execPath, argv, { cwd: folder, env, stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.end(command === 'check --batch' ? `${JSON.stringify(one)}\n` : '')
    await expect.poll(() => existsSync(join(folder, 'started')), { timeout: 10_000 }).toBe(true)
    const ended = new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
    child.kill(signal)
    expect(await ended).toBe(signal)
    await expect.poll(() => processesWith(mark)).toEqual([])
    expect(readdirSync(join(folder, 'tmp'))).toEqual(['x'])
  })
})
