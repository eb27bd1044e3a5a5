import { describe, expect, it } from 'vitest'
import { compileCommand } from '../../src/rules/specifiers/command.ts'

const table: readonly [specifier: string, covers: readonly string[], misses: readonly string[]][] = [
  ['npm run build', ['npm run build'], ['npm run build --watch', 'npm run', 'npm  run build']],
  ['npm run:*', ['npm run', 'npm run x --y'], ['npm runx', 'npm', 'npm install']],
  ['npm run *', ['npm run', 'npm run x --y'], ['npm runx', 'npm install']],
  ['ls*', ['ls', 'ls -la', 'lsof'], ['als']],
  ['* --version', ['node --version'], ['node -v', '--version']],
  ['* --help *', ['npm --help x'], ['npm --help']],
  ['git * main', ['git merge main', 'git push origin main'], ['git log', 'git main']],
  ['git:* push', ['git:x push'], ['git push']],
  ['docker exec * ls *', ['docker exec c ls -l'], ['docker exec c ls']],
  ['g++ *', ['g++ main.cpp', 'g++'], ['gcc main.cpp']],
  ['echo \\(x\\)', ['echo (x)', 'echo \\(x\\)'], ['echo x']],
  [':*', [], ['', 'ls', ':']],
  ['f?o *', ['f?o x'], ['foo x']],
  ['*a*a*ab', ['xaxaxab', 'aaab'], ['aaa', 'ab', 'xab']],
]

describe('a command pattern', () => {
  for (const [specifier, covers, misses] of table) {
    const pattern = compileCommand(specifier)
    it.each(covers.map((text) => [text]))(`Bash(${specifier}) covers %s`, (text) => {
      expect(pattern.matches(text)).toBe(true)
    })
    it.each(misses.map((text) => [text]))(`Bash(${specifier}) misses %s`, (text) => {
      expect(pattern.matches(text)).toBe(false)
    })
  }
  it('stays linear in the command where a regular expression would not', () => {
    const pattern = compileCommand(`${'*a'.repeat(30)}b`)
    expect(pattern.matches('a'.repeat(20_000))).toBe(false)
  })
})
