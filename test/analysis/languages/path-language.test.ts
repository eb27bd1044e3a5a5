import ignore from 'ignore'
import { expect, test } from 'vitest'
import { acceptsText, automaton, findText } from '../../../src/analysis/languages/automaton.ts'
import { below, pathPattern } from '../../../src/analysis/languages/path-language.ts'
import { seeded } from '../../support/seeded.ts'

test.each([
  ['.env', ['.env', 'a/b/.env', '.env/x'], ['x.env', '.envrc']],
  ['/src', ['src', 'src/a.ts'], ['lib/src']],
  ['src/*', ['src/a.ts', 'src/a/b.ts'], ['src', 'lib/src/a.ts']],
  ['src/**', ['src/a.ts', 'src/a/b.ts'], ['src', 'lib/src/a.ts']],
  ['**/src/**', ['src/a.ts', 'lib/src/a.ts'], ['src']],
  ['a/**/b', ['a/b', 'a/x/y/b', 'a/b/c'], ['b', 'a/xb']],
  ['*.pem', ['k.pem', 'a/k.pem', 'k.pem/x'], ['pem', 'k.pemx']],
  ['[a-c]?.ts', ['ax.ts', 'd/bx.ts'], ['dx.ts', 'a.ts', 'a/.ts']],
  ['a\\*b', ['a*b'], ['axb']],
])('%s covers and misses', (glob, covers, misses) => {
  const machine = automaton([pathPattern(glob)!])
  for (const path of covers) expect([path, acceptsText(machine, path)]).toEqual([path, true])
  for (const path of misses) expect([path, acceptsText(machine, path)]).toEqual([path, false])
})

test.each(['', '/', '[x', '//'])('%j names nothing', (glob) => {
  expect(pathPattern(glob)).toBeUndefined()
})

test('4,000 random patterns cover the paths that the gitignore library says', () => {
  const random = seeded(7)
  const paths = shortPaths()
  let covered = 0
  const differing: string[][] = []
  for (let i = 0; i < 4000; i++) {
    const glob = randomGlob(random)
    const pattern = pathPattern(glob)
    if (pattern === undefined) continue
    const machine = automaton([pattern])
    const library = ignore().add(glob)
    for (const path of paths) {
      const expected = library.ignores(path)
      if (expected) covered++
      if (acceptsText(machine, path) !== expected) differing.push([glob, path])
    }
  }
  expect(differing).toEqual([])
  expect(covered).toBeGreaterThan(10_000)
})

test('inclusion below different anchors', () => {
  const wide = automaton([below('/w', pathPattern('**')!)])
  const narrow = automaton([below('/w/src', pathPattern('*.ts')!)])
  expect(findText([narrow], [wide])).toEqual({ found: 'nothing' })
  expect(findText([wide], [narrow])).toEqual({ found: 'text', text: '/w/x' })
})

function shortPaths(): string[] {
  const names = ['a', 'b', 'ab', 'ba', 'a.b', 'c']
  const paths = [...names]
  for (const one of names) for (const two of names) paths.push(`${one}/${two}`, `${one}/${two}/a`, `a/${one}/${two}/b`)
  return paths
}

function randomGlob(random: () => number): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!
  const segment = () =>
    random() < 0.25
      ? '**'
      : Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
          pick(['a', 'b', '*', '?', '.', '[ab]', '[!a]']),
        ).join('')
  const body = Array.from({ length: 1 + Math.floor(random() * 3) }, segment).join('/')
  return pick(['', '', '/']) + body + pick(['', '', '', '/**'])
}
