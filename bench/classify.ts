import { readFileSync } from 'node:fs'
import { classify } from '../src/bash-parser/classify.ts'
import { lex } from '../src/bash-parser/lexer.ts'
import { parse, readWithBoth } from '../src/bash-parser/parse.ts'
import { memorySystem } from '../src/system.ts'
import { perSecond } from './cpu.ts'
import type { Figure } from './figure.ts'

const names = { home: '/home/dev', cwd: '/work' }
const surroundings = {
  ...names,
  platform: 'linux',
  workingDirectories: ['/work'],
  system: memorySystem({ '/work/package.json': '{}', '/work/src/a.ts': '' }),
} as const

/** What agents write (test/corpus), those of 20 to 200 characters. */
function agentLines(): readonly string[] {
  return readFileSync('test/corpus/agent-lines.txt', 'utf8')
    .split('\n')
    .filter((line) => /^[a-z] /.test(line))
    .map((line) => line.slice(2).replaceAll('⏎', '\n'))
    .filter(({ length }) => length >= 20 && length <= 200)
}

/** Texts read and classified a second of CPU time, and what memory a process that stays takes on. */
export function classifications(milliseconds: number, parses: number): Figure[] {
  const lines = agentLines()
  const plain = lines.filter((line) => lex(line) !== null)
  const speed = (name: string, texts: readonly string[], work: (text: string) => unknown, least?: number): Figure => {
    const value = perSecond(milliseconds, () => {
      for (const text of texts) work(text)
      return texts.length
    })
    return { name, value, unit: '/CPU s', ...(least === undefined ? {} : { target: { least } }) }
  }
  return [
    speed(`${plain.length} plain lines, read`, plain, lex, 1_000_000),
    speed(`${plain.length} plain lines, read and classified`, plain, (text) => classify(parse(text), surroundings)),
    speed(`all ${lines.length} lines, read by both readers`, lines, (text) => readWithBoth(text, names)),
    speed(
      `all ${lines.length} lines, read by both readers and classified`,
      lines,
      (text) => classify(readWithBoth(text, names), surroundings),
      50_000,
    ),
    growth(lines, parses),
  ]
}

/** Memory after many parses, less what it was after the first tenth of them. */
function growth(lines: readonly string[], parses: number): Figure {
  const read = (count: number) => {
    for (let i = 0; i < count; i++) readWithBoth(lines[i % lines.length] as string, names)
    return process.memoryUsage().rss / 1e6
  }
  const before = read(parses / 10)
  const after = read(parses - parses / 10)
  const name = `growth over ${parses.toLocaleString('en')} parses`
  return { name, value: Math.max(0, after - before), unit: 'MB', target: { most: 50 } }
}
