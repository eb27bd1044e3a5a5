import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { caseFolder } from '../../src/hooks/case-folder.ts'

test('files of the working directory are there, scripts executable, links inside it', () => {
  const folder = caseFolder(
    '/work/my proj',
    { '/work/my proj/.claude/guard.sh': '#!/bin/sh\n', '/work/my proj/a.txt': 'a', '/elsewhere/b': 'b' },
    { '/work/my proj/link': 'a.txt', '/work/my proj/out': '/elsewhere/b' },
  )
  const mode = (name: string) => fs.statSync(join(folder.cwd, name)).mode & 0o111
  expect(folder.cwd).toMatch(/\/work\/my proj$/)
  expect([mode('.claude/guard.sh') > 0, mode('a.txt')]).toEqual([true, 0])
  expect(fs.readFileSync(join(folder.cwd, 'link'), 'utf8')).toBe('a')
  expect(fs.readdirSync(folder.cwd).sort()).toEqual(['.claude', 'a.txt', 'link', 'out'])
  expect(fs.existsSync(join(folder.cwd, 'out'))).toBe(false)
  folder.dispose()
  expect(fs.existsSync(folder.cwd)).toBe(false)
})

test('nothing is written outside, neither by `..` nor through a link', () => {
  const outside = fs.mkdtempSync('/tmp/case-outside-')
  try {
    const climb = '/../..'.repeat(8)
    const folder = caseFolder(
      '/w',
      { [`/w${climb}${outside}/a`]: 'x', '/w/../../b': 'x' },
      { '/w/door': `${'../'.repeat(16)}${outside.slice(1)}`, '/w/door/c': 'x', '/w/door/d/e': 'x' },
    )
    expect(fs.readdirSync(outside)).toEqual([])
    expect(fs.readdirSync(folder.cwd)).toEqual(['door'])
    folder.dispose()
    expect(fs.existsSync(outside)).toBe(true)
  } finally {
    fs.rmSync(outside, { recursive: true, force: true })
  }
})
