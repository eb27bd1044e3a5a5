import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bash, decideIn } from '../support/decide.ts'

/** Harmless lines that still prompt, each with the reason why it must, or why nobody can know better. */
const explained: Readonly<Record<string, string>> = {
  'npm --version': 'older versions of npm write a log of every run',
  'go version': 'it may start the toolchain that go.mod names, and counts what it did',
  'cargo --version': 'rustup runs the toolchain that a file of the project names',
  'rustc --version': 'rustup runs the toolchain that a file of the project names',
  'cat list.txt | while read f; do wc -l "$f"; done': 'the file may name anything, also outside the project',
  'env -u FOO ls': 'a program may act otherwise without a variable',
  'apt-cache policy nodejs': 'it writes its package cache where it may',
  'apt list --installed 2>/dev/null | head': 'it writes its package cache where it may',
  'kubectl version --client': 'traced: it connects to the cluster it is set up for',
  'terraform --version': 'it asks a server for a newer version',
  'aws --version': 'it writes its cache and runs plug-ins of the user',
  'java -version': 'traced: it leaves a folder in /tmp',
  'mvn --version': 'traced: it starts Java, which leaves a folder in /tmp',
  'pnpm --version': 'a field of package.json names the version that is fetched and run',
  'yarn --version': 'a file of the project names the program that is run',
  'pip --version': 'traced: it opens a socket',
  '[ $(wc -l < a.txt) -gt 10 ] && echo long': 'an unquoted substitution may become an operator that evaluates text',
}

const lines = fs
  .readFileSync(path.join(import.meta.dirname, 'agent-lines.txt'), 'utf8')
  .split('\n')
  .filter((line) => /^[has] /.test(line))
  .map((line) => ({ label: line[0], command: line.slice(2).replaceAll('⏎', '\n') }))

/** A project as such lines are written for. */
const scene = {
  files: [
    'src/index.ts',
    'src/a.ts',
    'src/b.ts',
    'README.md',
    'package.json',
    'a.txt',
    'b.txt',
    'logs/app.log',
    '.git/HEAD',
  ].map((name) => `/work/proj/${name}`),
}

describe('command lines as agents write them', () => {
  const harmless = lines.filter((line) => line.label === 'h')
  const acting = lines.filter((line) => line.label === 'a')

  it('there are at least 600, half of them harmless, none twice', () => {
    expect(lines.length).toBeGreaterThanOrEqual(600)
    expect(harmless.length).toBeGreaterThanOrEqual(300)
    expect(new Set(lines.map((line) => line.command)).size).toBe(lines.length)
  })

  it('at most one harmless line in twenty prompts, and each of those is explained', () => {
    const prompting = harmless.filter(({ command }) => decideIn(scene, bash(command)).effect !== 'allow')
    expect(prompting.map(({ command }) => command).sort()).toEqual(Object.keys(explained).sort())
    expect(prompting.length).toBeLessThanOrEqual(harmless.length / 20)
  })

  it('no line that acts is approved or called read-only', () => {
    const approved = acting.filter(({ command }) => {
      const { effect, readOnly } = decideIn(scene, bash(command))
      return effect === 'allow' || readOnly
    })
    expect(approved).toEqual([])
  })

  it('a line that shows a secret is asked about, though it changes nothing', () => {
    const showing = lines.filter((line) => line.label === 's')
    expect(showing.length).toBeGreaterThan(0)
    for (const { command } of showing) expect(decideIn(scene, bash(command)).effect).toBe('ask')
  })

  it('rules against a few commands and files disturb no harmless line, and of those that act few', () => {
    const deny = ['Bash(rm -rf /*)', 'Bash(sudo:*)', 'Bash(git push --force:*)', 'Read(~/.ssh/**)']
    const files = ['Read(./.env)', 'Edit(./secrets/**)', 'Edit(.env)']
    const ruled = { ...scene, allow: ['Bash', 'Edit'], deny: [...deny, ...files] }
    const disturbed = lines.filter(({ command }) => decideIn(ruled, bash(command)).effect !== 'allow')
    expect(disturbed.filter(({ label }) => label === 'h')).toEqual([])
    expect(disturbed.length).toBeLessThanOrEqual(21)
  })
})
