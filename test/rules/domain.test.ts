import { describe, expect, it } from 'vitest'
import { compileDomain, urlHost } from '../../src/rules/specifiers/domain.ts'

const table: readonly [specifier: string, covers: readonly string[], misses: readonly string[]][] = [
  [
    'domain:example.com',
    ['https://example.com/a?b#c', 'HTTPS://EXAMPLE.com.:8443/', 'https://user:pw@example.com'],
    [
      'https://example.com.evil.test',
      'https://evil.test/?to=example.com',
      'https://example.com@evil.test',
      'https://www.example.com',
    ],
  ],
  [
    'domain:*.example.com',
    ['https://a.b.example.com', 'https://a.example.com'],
    ['https://example.com', 'https://notexample.com'],
  ],
  ['domain:*example.com', ['https://notexample.com', 'https://example.com'], ['https://a.example.com']],
  ['domain:example.*', ['https://example.org'], ['https://example.evil.test']],
  ['domain:api.*.example.com', ['https://api.eu.example.com'], ['https://api.a.b.example.com']],
  ['domain:*', ['https://anything.test'], []],
  [
    'domain:Bücher.example',
    ['https://bücher.example/a', 'https://xn--bcher-kva.example', 'https://BÜCHER.example.'],
    ['https://bucher.example'],
  ],
  ['domain:*.bücher.example', ['https://a.xn--bcher-kva.example'], ['https://bücher.example']],
  [
    'domain:169.254.169.254',
    ['http://169.254.169.254/x', 'http://[::ffff:169.254.169.254]/x', 'http://0xa9fea9fe/'],
    [],
  ],
]

describe('a domain rule', () => {
  for (const [specifier, covers, misses] of table) {
    const matches = compileDomain(specifier)
    it.each(covers.map((url) => [url]))(`${specifier} covers %s`, (url) => {
      expect(matches?.(urlHost(url) ?? '')).toBe(true)
    })
    it.each(misses.map((url) => [url]))(`${specifier} misses %s`, (url) => {
      expect(matches?.(urlHost(url) ?? '')).toBe(false)
    })
  }
  it.each([
    ['domain:'],
    ['example.com'],
    ['domain:example.com/path'],
    ['domain:example.com:8443'],
    ['domain:.example.com'],
    ['url:https://x'],
  ])('%s is no domain', (specifier) => {
    expect(compileDomain(specifier)).toBeNull()
  })
  it.each([[undefined], [7], ['not a url'], ['file:///etc/passwd']])('%s has no host', (url) => {
    expect(urlHost(url)).toBeNull()
  })
})
