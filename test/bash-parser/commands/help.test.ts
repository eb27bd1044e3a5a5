import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gitCommands } from '../../../src/bash-parser/commands/git.ts'
import { findProgram } from '../../../src/bash-parser/commands/index.ts'
import type { Program, Subcommand } from '../../../src/bash-parser/commands/program.ts'

type Takes = 'nothing' | 'required' | 'optional'

/** The options a table knows, by spelling. */
function tableOptions(table: Subcommand): Map<string, Takes> {
  const known = new Map<string, Takes>()
  for (const entry of (table.options ?? '').split(/\s+/).filter(Boolean)) {
    const [, spellings = '', takes = ''] = /^([^=[:]+)(\[=\]|==?)?/.exec(entry) ?? []
    for (const spelling of spellings.split(',')) {
      known.set(spelling, takes === '[=]' ? 'optional' : takes === '' ? 'nothing' : 'required')
    }
  }
  return known
}

/** The options a help text lists: `-a, --all`, `-n <num>`, `--color[=<when>]`, `--[no-]stat`, `-o, --output string`. */
function helpOptions(text: string, value = /^(=| ?[<(]| [A-Z]+\b)/): Map<string, Takes> {
  const found = new Map<string, Takes>()
  for (const line of text.split('\n')) {
    const shown = /^ {0,10}((?:-n?\w|-[#?:]|--?[\w[][\w.[\]-]*)(?:[ ,=[<(].*)?)$/.exec(line)?.[1]
    if (shown === undefined) continue
    const head = shown.replace(/^(-\w+), +/, '$1, ').split(/ {2,}/)[0] as string
    const names = [...head.matchAll(/(?:^|, ?)(--?(?:\[no-\])?[\w#?:][\w.-]*)/g)].map((match) => match[1] as string)
    const last = names.at(-1) ?? ''
    const rest = head.slice(head.lastIndexOf(last) + last.length)
    const insists = value.test(rest) || /--[\w-]+=[A-Z]+,/.test(head)
    const takes = rest.startsWith('[') ? 'optional' : insists ? 'required' : 'nothing'
    for (const name of names) found.set(name.replace('[no-]', ''), takes)
  }
  return found
}

/** What the help lists and the table lacks or reads in another way. A value that may be left out is safely read as one that is never a word of its own. */
function differences(table: Subcommand, help: Map<string, Takes>): string[] {
  const known = tableOptions(table)
  return [...help].flatMap(([name, takes]) => {
    const written =
      known.get(name) ?? known.get(name.replace(/^--no-/, '--')) ?? known.get(name.replace(/^--/, '--no-'))
    if (written === undefined) return [`${name} is missing`]
    // INVARIANT: a word is taken for a value only where the program takes it for one, or it could hide an option.
    if (written === 'required' && takes !== 'required') return [`${name} takes a value in the table only`]
    if (written === 'nothing' && takes === 'required') return [`${name} takes a value in the help only`]
    return []
  })
}

const folder = mkdtempSync(join(tmpdir(), 'toolgate-help-'))
beforeAll(() => {
  spawnSync('git', ['init', '-q', folder])
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

function help(words: readonly string[]): string {
  const [program, ...rest] = words as [string, ...string[]]
  const { stdout, stderr } = spawnSync(program, rest, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 20_000,
    env: { ...process.env, LC_ALL: 'C', COLUMNS: '200' },
  })
  return `${stdout}\n${stderr}`
}

function isHere(program: string): boolean {
  const here = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  if (!here) console.warn(`SKIPPED: ${program} is not installed, its table is not compared with its help`)
  return here
}

/** Every table of verbs below a program, with the words that lead to it. */
function tables(words: readonly string[], table: Subcommand): { words: readonly string[]; table: Subcommand }[] {
  const inner = Object.entries(table.subcommands ?? {}).flatMap(([verb, each]) => tables([...words, verb], each))
  return [{ words, table }, ...inner]
}

/** Options whose help is not what the program does, and why. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  // The help draws the value in a way of its own; the program insists on it.
  'git range-diff': ['--diff-filter'],
  'git commit': ['--fixup'],
  'git cat-file': ['--path'],
  'git am': ['--resolvemsg'],
  'git commit-graph write': ['--max-new-filters'],
  // `-h` alone is help; next to other options it is another one.
  rsync: ['--no-OPTION', '-h', '--help'],
  curl: ['--preproxy', '-x', '--proxy', '-:'],
  wget: ['--max-redirect', '--hsts-file', '-nv', '-nc', '-nd', '-nH', '-np'],
  // The table calls it unknown, whatever follows.
  sqlite3: ['-A'],
  // `-5`: read by its shape.
  'git grep': ['-NUM'],
  'git archive': ['-NUM'],
}

/** What is left when the accepted ones are taken out; an accepted one that is no difference any more is one, too. */
function unexplained(name: string, differing: readonly string[]): string[] {
  const excused = accepted[name] ?? []
  const names = differing.map((line) => line.split(' ', 1)[0] as string)
  return [
    ...differing.filter((_, i) => !excused.includes(names[i] as string)),
    ...excused.filter((option) => !names.includes(option)).map((option) => `${option} needs no excuse`),
  ]
}

describe.runIf(isHere('git'))('git -h lists no option that its table lacks', () => {
  const compared = Object.entries(gitCommands)
    .flatMap(([name, table]) => tables(['git', name], table))
    .filter(({ table }) => table.options !== undefined && table.harmfulOptions !== false)
  it.each(compared.map(({ words, table }) => [words.join(' '), words, table] as const))('%s', (name, words, table) => {
    const text = help([...words, '-h'])
    expect(unexplained(name, differences(table, helpOptions(text)))).toEqual([])
  })
  it('every command of `git help -a` is known, or hidden from the user', () => {
    const section = /^(Main|Ancillary|Interacting|Low-level)/
    let inside = false
    const names = help(['git', 'help', '-a'])
      .split('\n')
      .flatMap((line) => {
        if (/^\S/.test(line)) inside = section.test(line)
        const name = /^ {3}([a-z][\w-]*)/.exec(line)?.[1]
        return inside && name !== undefined ? [name] : []
      })
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => !Object.hasOwn(gitCommands, name))).toEqual([])
  })
})

const program = (name: string): Program => {
  const found = findProgram(name)
  if (found === undefined) throw new Error(`${name} is in no table`)
  return found
}

describe.runIf(isHere('docker'))('docker --help lists no option that its table lacks', () => {
  const compared = tables(['docker'], program('docker')).filter(
    ({ words, table }) =>
      table.options !== undefined && table.harmfulOptions !== false && !/compose|buildx/.test(words.join(' ')),
  )
  it.each(compared.map(({ words, table }) => [words.join(' '), words, table] as const))('%s', (_, words, table) => {
    const text = help([...words, '--help'])
    expect(differences(table, helpOptions(text, /^ [a-z]/))).toEqual([])
  })
})

const others = [
  ['curl', ['--help', 'all']],
  ['wget', ['--help']],
  ['psql', ['--help']],
  ['pg_dump', ['--help']],
  ['sqlite3', ['-help']],
  ['make', ['--help']],
  ['rsync', ['--help']],
  ['terraform', ['-help']],
] as const

for (const [name, words] of others) {
  it.runIf(isHere(name))(`${name} lists no option that its table lacks`, () => {
    const found = helpOptions(help([name, ...words]))
    expect(found.size).toBeGreaterThan(2)
    expect(unexplained(name, differences(program(name), found))).toEqual([])
  })
}

/** `usage: ssh [-46AaC] [-B bind_interface]`: letters without and with a value. */
function usageOptions(text: string): Map<string, Takes> {
  const found = new Map<string, Takes>()
  for (const [, letters = '', value] of text.matchAll(/\[-([0-9A-Za-z]+)( [^\]]*)?\]/g)) {
    if (value !== undefined && letters.length === 1) found.set(`-${letters}`, 'required')
    else for (const letter of letters) found.set(`-${letter}`, 'nothing')
  }
  return found
}

for (const name of ['ssh', 'scp', 'sftp']) {
  it.runIf(isHere(name))(`${name} lists no option that its table lacks`, () => {
    const found = usageOptions(help([name]).replace(/\s+/g, ' '))
    expect(found.size).toBeGreaterThan(10)
    expect(differences(program(name), found)).toEqual([])
  })
}
