import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checks } from '../../src/analysis/checks/index.ts'
import { lintTitle, proseCodes } from '../../src/analysis/lint-prose.ts'
import { lintDisk } from '../support/lint-disk.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/lint.md'), 'utf8')
const sections = page.split(/^## /m).slice(1)
const codes = checks.map(({ code }) => code)

describe('a check, its words, its page and its table', () => {
  test('have the same code, once each', () => {
    expect(new Set(codes).size).toBe(codes.length)
    expect([...proseCodes].sort()).toEqual([...codes].sort())
    expect(sections.map((section) => section.split('\n')[0])).toEqual(codes)
  })

  test('every check is a file, and every file a check', () => {
    const files = readdirSync(join(root, 'src/analysis/checks')).filter((name) => name !== 'index.ts')
    expect(files.map((name) => name.replace('.ts', '')).sort()).toEqual([...codes].sort())
  })

  test('every check has a table', () => {
    const folder = join(import.meta.dirname, 'checks')
    const tables = readdirSync(folder).flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/^testCheck\('([\w-]+)'/gm),
    ])
    const tested = tables.map(([, code]) => code)
    expect(codes.filter((code) => !tested.includes(code))).toEqual([])
  })
})

describe('docs/lint.md', () => {
  test.each(sections.map((section) => [section.split('\n')[0]!, section] as const))('%s', (code, section) => {
    const disk = (kind: string) =>
      JSON.parse(new RegExp(`^\`\`\`json ${kind}\\n(.*)\\n\`\`\`$`, 'm').exec(section)![1]!)
    const found = (kind: string) => lintDisk(disk(kind)).filter((finding) => finding.code === code)
    expect(section.toLowerCase()).toContain(lintTitle(code).toLowerCase())
    expect(found('finds').length).toBe(1)
    expect(found('passes')).toEqual([])
  })
})
