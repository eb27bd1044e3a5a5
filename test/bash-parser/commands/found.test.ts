import { expect, it } from 'vitest'
import { collectEffects } from '../../../src/bash-parser/collect.ts'
import { findProgram } from '../../../src/bash-parser/commands/index.ts'
import type { Program } from '../../../src/bash-parser/commands/program.ts'
import type { PathUse } from '../../../src/bash-parser/effects.ts'
import { parse } from '../../../src/bash-parser/parse.ts'

const show = (verb: string) => (use: PathUse) => `${verb} ${use.path ?? use.glob ?? '?'}${use.tree ? '/**' : ''}`

/** What the first program that a find starts does. */
function effectsOfRun(line: string): string[] {
  const words = parse(line, { home: '/home/dev' }).commands[0]?.words ?? []
  const finder = words[0]?.value ?? ''
  const [run] = collectEffects(findProgram(finder) as Program, finder, words.slice(1)).runs
  const [first, ...rest] = run?.words ?? []
  const name = first?.value ?? ''
  const { reads, writes, deletes } = collectEffects(findProgram(name) as Program, name, rest)
  return [...reads.map(show('reads')), ...writes.map(show('writes')), ...deletes.map(show('deletes'))]
}

it.each([
  ['find . -exec cat {} \\;', ['reads ./**']],
  ['find -type f -exec grep -l x {} +', ['reads ./**']],
  ['find src/* -exec cat {} +', ['reads src/*/**']],
  ['fd -H x -x cat {}', ['reads ./**']],
  ['find src -exec rm {} +', ['deletes src/**']],
  ['find src -exec sed -i s/a/b/ {} +', ['reads src/**', 'writes src/**']],
  ["find . -name '*' -exec cat {} +", ['reads ./**']],
  ['find . -not -name a -exec cat {} +', ['reads ./**']],
])('`%s` may use anything below the start', (line, effects) => {
  expect(effectsOfRun(line)).toEqual(effects)
})

it('a name narrows what is found, however deep it lies', () => {
  expect(effectsOfRun('find . -name .env -exec cat {} +')).toEqual(
    expect.arrayContaining(['reads ./.env', 'reads ./*/.env', 'reads ./.*/.env', 'reads ./*/*/.env']),
  )
  expect(effectsOfRun("find src -name '*.env' -exec cat {} +")).toEqual(
    expect.arrayContaining(['reads src/*.env', 'reads src/.env', 'reads src/.*.env', 'reads src/*/.env']),
  )
  expect(effectsOfRun("find src -name '*.ts' -exec cat {} +")).not.toContain('reads src/**')
})
