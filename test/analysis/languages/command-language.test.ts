import { expect, test } from 'vitest'
import { acceptsText, automaton, findText } from '../../../src/analysis/languages/automaton.ts'
import { commandPattern, commandTexts } from '../../../src/analysis/languages/command-language.ts'
import { seeded } from '../../support/seeded.ts'

const machine = (...specifiers: string[]) => automaton(specifiers.map(commandPattern))

test.each([
  ['npm run build', ['npm run build'], ['npm run build x', 'npm run', 'npm  run build']],
  ['npm run *', ['npm run', 'npm run x --y'], ['npm runx', 'npm install', 'npm']],
  ['npm run:*', ['npm run', 'npm run x --y'], ['npm runx', 'npm run:x']],
  ['ls*', ['ls', 'lsof', 'ls -l'], ['l', 'xls']],
  ['git * main', ['git merge main', 'git  main'], ['git main', 'git log mainx']],
  ['* --help *', ['npm --help x', ' --help '], ['npm --help', '--help x']],
  ['git:* push', ['git:x push', 'git: push'], ['git push']],
  ['a*b*c', ['abc', 'aXbYc', 'abbcc'], ['ab', 'acb']],
  ['*', ['', 'x y'], []],
])('%s covers and misses', (specifier, covers, misses) => {
  for (const text of covers) expect([text, acceptsText(machine(specifier), text)]).toEqual([text, true])
  for (const text of misses) expect([text, acceptsText(machine(specifier), text)]).toEqual([text, false])
})

test.each([
  ['git push *', ['git *'], null],
  ['git *', ['git push *'], 'git'],
  ['git push:*', ['git push *'], null],
  ['ls *', ['ls*'], null],
  ['ls*', ['ls *'], 'lsx'],
  ['a*b', ['a*', '*b'], null],
  ['npm run test', ['npm run *'], null],
  ['npm *', ['npm', 'npm *'], null],
  ['npm*', ['npm', 'npm *'], 'npmx'],
  ['* x *', ['* *'], null],
  ['* * *', ['* x *'], 'y y y'],
  ['git * main', ['git * *'], null],
])('of %s, outside %j: %j', (wide, narrow, witness) => {
  const found = findText(
    [machine(wide), commandTexts],
    narrow.map((one) => machine(one)),
  )
  expect(found).toEqual(witness === null ? { found: 'nothing' } : { found: 'text', text: witness })
})

test('a union is covered by parts that no single part covers', () => {
  const found = findText([machine('git *'), commandTexts], [machine('git'), machine('git -*'), machine('git x*')])
  expect(found).toEqual({ found: 'text', text: 'git y' })
  expect(findText([machine('git x', 'git y')], [machine('git x'), machine('* y')])).toEqual({ found: 'nothing' })
})

/** The matcher of old: a regular expression, nothing shared with the automata. */
function matcher(specifier: string): RegExp {
  const quote = (text: string) => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')
  if (specifier.endsWith(':*'))
    return new RegExp(`^${quote(specifier.slice(0, -2)).replaceAll('*', '\\*')}( .*)?$`, 's')
  const body = specifier.split('*').map(quote).join('.*')
  if (specifier.endsWith(' *') && specifier.indexOf('*') === specifier.length - 1) {
    return new RegExp(`^${body.slice(0, -' .*'.length)}( .*)?$`, 's')
  }
  return new RegExp(`^${body}$`, 's')
}

test('10,000 random pairs: each answer is confirmed by its witness or by every short text', () => {
  const random = seeded(20_260_101)
  const texts = [...shortTexts('abc: ', 6)].filter((text) => acceptsText(commandTexts, text))
  const pool = Array.from({ length: 300 }, () => {
    const specifier = randomSpecifier(random)
    return { specifier, regex: matcher(specifier), machine: machine(specifier) }
  })
  const counts = { covered: 0, witnessed: 0, longest: 0 }
  for (let i = 0; i < 10_000; i++) {
    const a = pool[Math.floor(random() * pool.length)]!
    // Every third pair is a pattern and one widened from it, or hardly any pair would be covered.
    const b = i % 3 === 0 ? widened(a.specifier, random) : pool[Math.floor(random() * pool.length)]!
    const found = findText([a.machine, commandTexts], [b.machine])
    const label = `${a.specifier} outside ${b.specifier}`
    if (found.found === 'text') {
      counts.witnessed++
      counts.longest = Math.max(counts.longest, found.text.length)
      expect([label, a.regex.test(found.text), b.regex.test(found.text)]).toEqual([label, true, false])
    } else {
      counts.covered++
      expect(found.found).toBe('nothing')
      const counterexample = texts.find((text) => a.regex.test(text) && !b.regex.test(text))
      expect([label, counterexample]).toEqual([label, undefined])
      // And longer ones, made from the pattern itself.
      for (let k = 0; k < 40; k++) {
        const member = expanded(a.specifier, random)
        if (acceptsText(commandTexts, member))
          expect([label, member, b.regex.test(member)]).toEqual([label, member, true])
      }
    }
  }
  expect(counts.covered).toBeGreaterThan(1000)
  expect(counts.witnessed).toBeGreaterThan(1000)
})

/** A text that the pattern matches: each `*` as up to five letters. */
function expanded(specifier: string, random: () => number): string {
  const some = () => Array.from({ length: Math.floor(random() * 6) }, () => 'abc: '[Math.floor(random() * 5)]).join('')
  if (specifier.endsWith(':*')) return `${specifier.slice(0, -2)} ${some()}`
  return [...specifier].map((letter) => (letter === '*' ? some() : letter)).join('')
}

function widened(specifier: string, random: () => number) {
  const cut = Math.floor(random() * specifier.length)
  const wide = `${specifier.slice(0, cut)}*${specifier.slice(cut + Math.floor(random() * 3))}`
  return { specifier: wide, regex: matcher(wide), machine: machine(wide) }
}

function randomSpecifier(random: () => number): string {
  const pieces = ['a', 'b', 'a', 'b', ' ', '*', '*', ':']
  const length = 1 + Math.floor(random() * 6)
  const body = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('')
  return body + ['', '', ' *', ':*', '*'][Math.floor(random() * 5)]
}

function* shortTexts(characters: string, longest: number): Generator<string> {
  let level = ['']
  for (let length = 0; length <= longest; length++) {
    yield* level
    level = level.flatMap((text) => [...characters].map((character) => text + character))
  }
}
