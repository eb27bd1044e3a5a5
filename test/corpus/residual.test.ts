import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bash, decideIn } from '../support/decide.ts'
import { residual, residualReads } from './residual.ts'

let root: string

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'toolgate-residual-'))
  fs.mkdirSync(path.join(root, 'bin'))
  fs.writeFileSync(path.join(root, 'bin', 'rm'), `#!/bin/sh\necho "rm $*" >>${root}/ran\n`, { mode: 0o755 })
})
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

/** What real bash prints for a command in a folder that holds `.env`. */
function printed(command: string, files: Readonly<Record<string, string>>): string {
  const folder = fs.mkdtempSync(path.join(root, 'case-'))
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  const ran = spawnSync('bash', ['--noprofile', '--norc', '-c', command], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    timeout: 10_000,
    encoding: 'utf8',
  })
  return ran.stdout
}

/** Whether real bash runs the `rm` of our own that stands first on the path. */
function runsRm(command: string, files: Readonly<Record<string, string>>): boolean {
  const folder = fs.mkdtempSync(path.join(root, 'case-'))
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text, { mode: 0o755 })
  }
  fs.rmSync(path.join(root, 'ran'), { force: true })
  const env = { PATH: `${path.join(root, 'bin')}:${process.env['PATH']}`, HOME: folder }
  spawnSync('bash', ['--noprofile', '--norc', '-c', command], {
    cwd: folder,
    env,
    timeout: 10_000,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  return fs.existsSync(path.join(root, 'ran'))
}

describe('what a deny rule on a command cannot see', () => {
  it.each(residual.map((entry) => [entry.command, entry] as const))('%s', (_, { command, files }) => {
    const program = /^[\w./-]+/.exec(command)?.[0] ?? ''
    if (spawnSync('bash', ['-c', `command -v ${program}`]).status === 0 || program.startsWith('.')) {
      expect(runsRm(command, files ?? {})).toBe(true)
    }
    expect(decideIn({ allow: ['Bash'], deny: ['Bash(rm:*)'] }, bash(command)).effect).toBe('allow')
  })

  it('none of it is approved without a rule', () => {
    for (const { command } of residual) expect([command, decideIn({}, bash(command)).effect]).toEqual([command, 'ask'])
  })
})

describe('what a deny rule on a file cannot see', () => {
  it.each(residualReads.map((entry) => [entry.command, entry] as const))('%s', (_, { command, files }) => {
    expect(printed(command, { '.env': 'KEY=1\n', ...files })).toContain('KEY=1')
    expect(decideIn({ allow: ['Bash'], deny: ['Read(.env)'] }, bash(command)).effect).toBe('allow')
  })

  it('none of it is approved without a rule', () => {
    for (const { command } of residualReads) {
      expect([command, decideIn({}, bash(command)).effect]).toEqual([command, 'ask'])
    }
  })
})
