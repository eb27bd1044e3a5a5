import { expect, it } from 'vitest'
import { isHarmlessExport } from '../../src/bash-parser/environment.ts'

it.each(['UTC', 'UTC-8', 'EST5EDT', 'Etc/UTC', 'America/Argentina/Buenos_Aires', ''])(
  'TZ=%s names a time zone',
  (value) => {
    expect(isHarmlessExport('TZ', value)).toBe(true)
  },
)

it.each(['/etc/passwd', ':/etc/passwd', ':UTC', '../x', 'a/../b'])('TZ=%s may name a file', (value) => {
  expect(isHarmlessExport('TZ', value)).toBe(false)
})

it('LANGUAGE is a list of names, none of them a path', () => {
  const values = ['de:en', '1', '', 'de/x', '/tmp/x']
  expect(values.map((value) => isHarmlessExport('LANGUAGE', value))).toEqual([true, true, true, false, false])
})

it('a pager that pages nothing is harmless, any other value of it is not', () => {
  const values = [
    ['GIT_PAGER', 'cat'],
    ['GIT_PAGER', 'less'],
    ['GIT_PAGER', ''],
    ['GIT_OPTIONAL_LOCKS', '0'],
    ['GIT_OPTIONAL_LOCKS', '1'],
  ] as const
  expect(values.map(([name, value]) => isHarmlessExport(name, value))).toEqual([true, false, false, true, false])
})
