import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { readAwkProgram } from '../../../src/bash-parser/commands/awk-script.ts'
import { readSedScript } from '../../../src/bash-parser/commands/sed-script.ts'
import { seeded } from '../../support/seeded.ts'

/** Scripts of one to eight pieces that are easy to misread. */
function scripts(pieces: readonly string[], seed: number): string[] {
  const random = seeded(seed)
  const pick = () => pieces[Math.floor(random() * pieces.length)] as string
  return Array.from({ length: count }, () => Array.from({ length: 1 + Math.floor(random() * 8) }, pick).join(''))
}

const count = Number(process.env['TOOLGATE_FUZZ'] ?? 200)
const present = (program: string) => spawnSync(program, ['--version']).status === 0

/** What a program says about a script in its sandbox, where it refuses to read, write or run anything. */
const refuses = (program: string, ...words: string[]) =>
  /sandbox mode/.test(
    spawnSync(program, ['--sandbox', ...words], { input: 'x\n', encoding: 'utf8', timeout: 2000 }).stderr ?? '',
  )

it.skipIf(!present('sed'))('GNU sed refuses no script in its sandbox that is read as harmless', () => {
  const pieces = [
    ...'s y / , # ; { } p d e w r a i c \\ [ ] ^ g I 1 2 $ ! : b t n N q l = M 0 + ~ * . & - x | R W'.split(' '),
    ...['\n', '\\\n', ' ', 's/a/b/', 's/x/y/e', 's,a,b,w o', 'w out', '1e id', '[/]', '[]/]', '[^/]*', '\\/', '/x/'],
    ...['\\,x,', 'a\\\n', 'a text', '-e', 'y/a/b/', 'ba', ':a'],
  ]
  const refused = scripts(pieces, 7).filter((script) => refuses('sed', '-n', '--', script))
  expect(refused.length).toBeGreaterThan(0)
  const missed = refused.filter((script) => {
    const effects = readSedScript(script)
    return (
      effects !== null && !effects.runsInput && [...effects.reads, ...effects.writes, ...effects.shells].length === 0
    )
  })
  expect(missed).toEqual([])
})

it.skipIf(!present('gawk'))('gawk refuses no program in its sandbox that is read as harmless', () => {
  const pieces = [
    ...'/ [ ] ( ) { } " # ; + - = ~ , $ ! x a 1 0 print if else while getline in length return BEGIN END > < | ++ -- & ^ * : ?'.split(
      ' ',
    ),
    ...[
      ' ',
      '\n',
      '\\\n',
      '\\',
      '\\"',
      '\\/',
      ' / ',
      '/x/',
      '[/]',
      '"a"',
      'system("id")',
      ' system("id") ',
      'print "x" > "out"',
    ],
    ...[
      'print | "cat"',
      '"id" | getline',
      'getline < "f"',
      'BEGIN {',
      '}',
      'if (x) ',
      'x[1]',
      '(a)',
      '# c\n',
      'x = ',
      'printf "%s"',
    ],
  ]
  const programs = scripts(pieces, 11).map((body, i) => (i % 2 === 0 ? body : `BEGIN { ${body} }`))
  const refused = programs.filter((program) => refuses('gawk', '--', program))
  expect(refused.length).toBeGreaterThan(0)
  const missed = refused.filter((program) => {
    const effects = readAwkProgram(program)
    return (
      effects !== null &&
      effects.unknown === null &&
      [...effects.reads, ...effects.writes, ...effects.shells].length === 0
    )
  })
  expect(missed).toEqual([])
})
