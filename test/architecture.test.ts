import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as library from '../src/index.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

/** The rows of the table below a heading, header and rule left out. */
function table(heading: string): string[][] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading))
  if (section === undefined) throw new Error(`docs/architecture.md has no heading \`${heading}\``)
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

interface Import {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replaceAll('\\', '/'))
  .sort()

const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(join(root, 'src', from), 'utf8')
  const statements = [...text.matchAll(/^(?:import|export)\s(type\s)?(?:[^'"`;]*?\sfrom\s)?'([^']+)'/gm)].map(
    ([, type, to]) => ({ from, to: to!, typeOnly: type !== undefined }),
  )
  const typeQueries = new Set(
    [...text.matchAll(/typeof import\('([^']+)'\)/g)].map(({ index }) => index + 'typeof '.length),
  )
  const calls = [
    ...text
      .replace(/`(?:[^`\\]|\\.)*`|"[^"\n]*"/g, (found) => ' '.repeat(found.length))
      .matchAll(/\b(?:import|require|need|createRequire\([^)]*\))\('([^']+)'\)/g),
  ]
    .filter(({ index }) => !typeQueries.has(index))
    .map(([, to]) => ({ from, to: to!, typeOnly: false }))
  return [...statements, ...calls]
})

const own = imports
  .filter(({ to }) => to.startsWith('.'))
  .map((each) => ({ ...each, to: normalize(join(dirname(each.from), each.to)) }))
const folderOf = (file: string) => (file.includes('/') ? file.split('/')[0]! : 'root')
const isWithin = (file: string, places: string) =>
  places.split(' ').some((place) => file === place || file.startsWith(`${place}/`))

describe('imports', () => {
  it('of the table name every folder', () => {
    const named = table('Folders').map(([folder]) => folder)
    const found = new Set(files.map(folderOf))
    expect([...found].filter((folder) => !named.includes(folder))).toEqual([])
  })

  it('reach only the folders that the table allows', () => {
    const allowed = new Map(table('Folders').map(([folder, , may]) => [folder, may!.split(', ')]))
    const wrong = own.filter(({ from, to }) => {
      const [source, target] = [folderOf(from), folderOf(to)]
      const may = allowed.get(source)
      if (from === 'index.ts' || source === target || may?.[0] === 'everything') return false
      return !may?.includes(target) && to !== '../package.json'
    })
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('form no cycle', () => {
    const graph = new Map(
      files.map((file) => [file, own.filter(({ from, typeOnly }) => from === file && !typeOnly).map(({ to }) => to)]),
    )
    const done = new Set<string>()
    const walk = (file: string, path: readonly string[]): string[] => {
      if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' -> ')]
      if (done.has(file)) return []
      const found = (graph.get(file) ?? []).flatMap((next) => walk(next, [...path, file]))
      done.add(file)
      return found
    }
    expect(files.flatMap((file) => walk(file, []))).toEqual([])
  })

  it('of packages stand where the table says', () => {
    const places = new Map(table('Packages').map(([name, , only]) => [name, only!]))
    const wrong = imports.filter(({ from, to, typeOnly }) => {
      if (typeOnly || to.startsWith('.') || to.startsWith('node:')) return false
      const name = to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : to.split('/')[0]!
      return !isWithin(from, places.get(name) ?? '')
    })
    expect(wrong.map(({ from, to }) => `${from}: ${to}`)).toEqual([])
  })

  it('of packages name every dependency, and no other', () => {
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const named = table('Packages').map(([name]) => name!)
    expect(named.sort()).toEqual(Object.keys({ ...dependencies, ...optionalDependencies }).sort())
  })

  it('of Node modules that reach the machine stand where the table says', () => {
    const places = new Map(table('Modules of Node').map(([name, only]) => [name, only!]))
    const free = ['node:path', 'node:buffer']
    const wrong = imports.filter(({ from, to, typeOnly }) => {
      return !typeOnly && to.startsWith('node:') && !free.includes(to) && !isWithin(from, places.get(to) ?? '')
    })
    expect(wrong.map(({ from, to }) => `${from}: ${to}`)).toEqual([])
  })

  it('of own files end in `.ts`', () => {
    expect(imports.filter(({ to }) => /^\.\.?\//.test(to) && !/\.(ts|json)$/.test(to))).toEqual([])
  })
})

describe('files', () => {
  const all = ['src', 'test', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  )

  it('have at most 400 lines', () => {
    const long = all.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 401)
    expect(long).toEqual([])
  })

  it('are named after what they hold', () => {
    expect(all.filter((file) => /(^|\/)(utils?|helpers?|common|types|manager|service)(\.ts|\/)/.test(file))).toEqual([])
  })

  it('touch `process` only where the table says', () => {
    const places = table('Modules of Node').find(([name]) => name === 'process')?.[1] ?? ''
    const uses = /\bprocess\.(?!platform\b)\w/
    const users = files.filter((file) => uses.test(withoutText(readFileSync(join(root, 'src', file), 'utf8'))))
    expect(users.filter((file) => !isWithin(file, places))).toEqual([])
  })
})

/** Source without comments and strings, so that words about a process are no use of it. */
function withoutText(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '')
}

it('the public names of the library are those of the page', () => {
  const section = page.split('The public values of `index.ts` are')[1]!.split(';')[0]!
  const named = [...section.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
  expect(Object.keys(library).sort()).toEqual(named.sort())
})
