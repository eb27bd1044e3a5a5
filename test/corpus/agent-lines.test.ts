import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bash, decideIn } from '../support/decide.ts'

/** Harmless lines that still prompt, each with the reason why it must, or why nobody can know better. */
const explained: Readonly<Record<string, string>> = {}

const lines = fs
  .readFileSync(path.join(import.meta.dirname, 'agent-lines.txt'), 'utf8')
  .split('\n')
  .filter((line) => /^[ha] /.test(line))
  .map((line) => ({ harmless: line.startsWith('h'), command: line.slice(2).replaceAll('⏎', '\n') }))

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
  const harmless = lines.filter((line) => line.harmless)
  const acting = lines.filter((line) => !line.harmless)

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
})
