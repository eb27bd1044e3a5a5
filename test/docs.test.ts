import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands, main } from '../src/cli/commands.ts'
import { memoryIo } from './support/memory-io.ts'
import { inFolder } from './support/temporary.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'))

/** Fenced blocks of a page: what stands behind the fence, and the text. */
function blocks(page: string): { info: string; text: string }[] {
  return [...read(page).matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info = '', text = '']) => ({ info, text }))
}

/** The names of a union of string literals, from the source that declares it. */
function union(file: string, name: string): string[] {
  const body = new RegExp(`export type ${name} =([^\\n]*(?:\\n {2}\\|[^\\n]*)*)`).exec(read(file))?.[1] ?? ''
  return [...body.matchAll(/'([\w-]+)'/g)].map(([, code]) => code!)
}

describe('the README', () => {
  const settings = blocks('README.md').find(({ info }) => info === 'json .claude/settings.json')?.text ?? ''
  const examples = blocks('README.md').filter(({ info }) => info === 'console policy')

  it('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(2)
    expect(JSON.parse(settings)).toHaveProperty('permissions')
  })

  it.each(examples)('prints what is printed: $text', async ({ text }) => {
    const [, command = '', output = ''] = /^\$ policy ([^\n]*)\n([\s\S]*)$/.exec(text) ?? []
    // One word in single quotes, the others plain: all that the examples use.
    const argv = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
    await inFolder({ 'p/.claude/settings.json': settings }, async (folder) => {
      const { io, stdout, stderr } = memoryIo({ cwd: `${folder}/p` })
      await main([argv[0]!, '--home', folder, ...argv.slice(1)], io)
      expect({ stdout: stdout(), stderr: stderr() }).toEqual({
        stdout: `${output}\n`.replace(/\n\n\n$/, '\n\n'),
        stderr: '',
      })
    })
  })

  it('names every command', () => {
    const text = read('README.md')
    expect(Object.keys(commands).filter((name) => !text.includes(`policy ${name}`))).toEqual([])
  })

  it('says what each dependency is for', () => {
    const { dependencies, optionalDependencies } = JSON.parse(read('package.json'))
    const section = read('README.md').split('## Dependencies')[1] ?? ''
    const missing = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !section.includes(`\`${name}\``),
    )
    expect(missing).toEqual([])
  })
})

describe('a code', () => {
  const page = read('docs/reasons.md')
  const headings = (section: string) =>
    [...(page.split(`## ${section}\n`)[1]?.split(/^## /m)[0] ?? '').matchAll(/^### (\S+)$/gm)].map(([, code]) => code!)
  const settingsCodes = [
    ...(/const sentences = \{([\s\S]*?)\n\}/.exec(read('src/settings/faults.ts'))?.[1] ?? '').matchAll(
      /^ {2}'?([\w-]+)'?: \(/gm,
    ),
  ].map(([, code]) => code!)

  it.each([
    ['Reasons', union('src/decision.ts', 'ReasonCode')],
    ['Doubts', union('src/bash-parser/script.ts', 'DoubtCode')],
    ['Issues of settings', settingsCodes],
  ])('has a heading: %s', (section, codes) => {
    expect(codes.length).toBeGreaterThan(5)
    expect(headings(section).sort()).toEqual([...codes].sort())
  })
})

describe('a way of being stricter', () => {
  const body = /export type StricterCode =\n([\s\S]*?)\n\n/.exec(read('src/decision.ts'))?.[1] ?? ''
  const codes = [...body.matchAll(/^ {2}\| '([\w-]+)'$/gm)].map(([, code]) => code!).sort()
  const differences = read('docs/differences.md')
  /** The cells of every table row of a page below a heading. */
  const rows = (page: string, section: string) =>
    (page.split(`## ${section}\n`)[1]?.split(/^## /m)[0] ?? '')
      .split('\n')
      .filter((line) => /^\| (?!kind |code )/.test(line))
      .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  const intended = [...rows(differences, 'Stricter'), ...rows(differences, 'Not copied')]
  const named = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, code]) => code!)

  it('has rows on the page of differences, which names no other', () => {
    expect(codes.length).toBeGreaterThan(10)
    expect([...new Set(intended.flatMap((cells) => named(cells[4]!)))].sort()).toEqual(codes)
  })

  it('is on every row, or the row says why not', () => {
    const silent = intended.filter((cells) => named(cells[4]!).length === 0).map((cells) => cells[4]!)
    expect(silent.filter((cell) => !/^null( \(\d\)|: .+)$/.test(cell))).toEqual([])
    const notes = silent.flatMap((cell) => /\((\d)\)/.exec(cell)?.[1] ?? [])
    expect(notes.filter((note) => !differences.includes(`\n${note}. `))).toEqual([])
  })

  it('is told on the page of reasons and in the schema of answers', () => {
    const told = rows(read('docs/reasons.md'), 'Stricter than the reference client').map((cells) => named(cells[1]!)[0])
    expect(told.sort()).toEqual(codes)
    const schema = JSON.parse(read('schema/answer.schema.json'))
    expect(schema.$defs.decision.properties.stricter.enum.filter(Boolean).sort()).toEqual(codes)
  })
})

describe('the pages', () => {
  it.each(pages)('%s: links lead somewhere', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target!)
    const dead = links.filter((target) => !/^https?:/.test(target) && !existsSync(join(root, dirname(page), target)))
    expect(dead).toEqual([])
  })

  it.each(pages)('%s: files in backticks exist', (page) => {
    const files = [...read(page).matchAll(/`((?:src|test|docs|bench|scripts|policies|schema|bin)\/[\w./-]+)`/g)].map(
      ([, name]) => name!,
    )
    expect(files.filter((name) => !existsSync(join(root, name)))).toEqual([])
  })
})
