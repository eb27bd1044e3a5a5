import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectEffects } from '../../../src/bash-parser/collect.ts'
import { gitCommands } from '../../../src/bash-parser/commands/git.ts'
import { findProgram } from '../../../src/bash-parser/commands/index.ts'
import type { Program, Subcommand } from '../../../src/bash-parser/commands/program.ts'
import type { Word } from '../../../src/bash-parser/script.ts'
import { seeded } from '../../support/seeded.ts'

const here = spawnSync('git', ['--version']).status === 0
if (!here) console.warn('SKIPPED: git is not installed, nothing is run')

const root = mkdtempSync(join(tmpdir(), 'toolgate-git-'))
const repository = join(root, 'repository')
const env = {
  PATH: process.env.PATH,
  HOME: join(root, 'home'),
  GIT_EDITOR: 'touch edited',
  // Without it `status`, `diff` and `describe --dirty` refresh the index, which changes nothing it says.
  GIT_OPTIONAL_LOCKS: '0',
}
const git = (...words: string[]) => spawnSync('git', words, { cwd: repository, env, input: '', timeout: 10_000 })

beforeAll(() => {
  for (const folder of ['repository/src', 'home']) mkdirSync(join(root, folder), { recursive: true })
  git('init', '-q', '-b', 'main')
  for (const [name, value] of [
    ['user.name', 'p'],
    ['user.email', 'p@x.example'],
  ] as const)
    git('config', name, value)
  for (const name of ['a.txt', 'src/a.c']) writeFileSync(join(repository, name), 'one\n')
  git('add', '-A')
  git('commit', '-qm', 'one')
  git('tag', 'v1')
  writeFileSync(join(repository, 'a.txt'), 'two\n')
  git('commit', '-qam', 'two')
  git('notes', 'add', '-m', 'n')
  git('remote', 'add', 'origin', '.')
  writeFileSync(join(repository, 'a.txt'), 'three\n')
})
afterAll(() => rmSync(root, { recursive: true }))

/** Every file below the root with its size and time. */
function files(folder = root, found = new Map<string, string>()): Map<string, string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) files(path, found)
    else {
      const { mtimeMs, size } = lstatSync(path)
      found.set(path, `${mtimeMs} ${size}`)
    }
  }
  return found
}

const plain = (value: string): Word => ({
  ...{ text: value, literal: value, value, values: null, glob: null, prefix: value, splits: false },
  ...{ brace: false, start: 0, end: value.length },
})

/** Whether the tables say that a command leaves nothing behind. */
function leavesNothing(words: readonly string[]): boolean {
  const effects = collectEffects(findProgram('git') as Program, 'git', words.map(plain))
  const { writes, deletes, hosts, runs, changes, doubt } = effects
  return doubt === null && [writes, deletes, hosts, runs, changes].every((list) => list.length === 0)
}

function tables(
  words: readonly string[],
  table: Subcommand,
): { words: readonly string[]; options: readonly string[] }[] {
  const options = (table.options ?? '').split(/\s+/).filter(Boolean)
  const inner = Object.entries(table.subcommands ?? {}).flatMap(([verb, each]) => tables([...words, verb], each))
  return [{ words, options }, ...inner]
}

const operands = [
  'HEAD',
  'a.txt',
  'v1',
  'main',
  'new',
  '--',
  '.',
  'HEAD:a.txt',
  'show',
  'list',
  'src',
  'origin',
  'user.name',
]

/** Random command lines over the tables: abbreviated, negated, glued and left-out values among them. */
function lines(seed: number, count: number): string[][] {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const all = Object.entries(gitCommands).flatMap(([name, table]) => tables([name], table))
  const made: string[][] = []
  while (made.length < count) {
    const { words, options } = pick(all)
    const line = [...words]
    for (let i = Math.floor(random() * 4); i > 0 && options.length > 0; i--) {
      const [, spellings = '', takes] = /^([^=[:]+)(\[=\]|=)?/.exec(pick(options)) ?? []
      let option = pick(spellings.split(','))
      if (option.startsWith('--') && random() < 0.2) option = option.slice(0, 4 + Math.floor(random() * option.length))
      if (option.startsWith('--') && random() < 0.1) option = `--no-${option.slice(2)}`
      if (takes === undefined) line.push(option)
      else if (random() < 0.5) line.push(option.startsWith('--') ? `${option}=new` : `${option}new`)
      else line.push(option, ...(random() < 0.5 ? ['new'] : []))
    }
    for (let i = Math.floor(random() * 4); i > 0; i--) line.push(pick(operands))
    if (leavesNothing(line)) made.push(line)
  }
  return made
}

describe.runIf(here)('git leaves nothing behind where the tables say so', () => {
  it('300 random command lines', () => {
    const before = files()
    for (const line of lines(20_240_607, 300)) {
      git(...line)
      expect({ line, files: files() }).toEqual({ line, files: before })
    }
  })
})
