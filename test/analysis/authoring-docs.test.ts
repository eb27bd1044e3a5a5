import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { profiles } from '../../src/analysis/profiles.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const page = read('docs/authoring.md')

/** First cells of the tables below a heading, one list a table. */
function tables(heading: string): string[][] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? ''
  return section.split(/\n\n/).flatMap((block) => {
    const rows = block.split('\n').filter((line) => line.startsWith('|'))
    return rows.length > 2 ? [rows.slice(2).map((row) => row.split('|')[1]!.trim())] : []
  })
}

const keys = (schema: { properties: object }) => Object.keys(schema.properties).sort()

describe('docs/authoring.md', () => {
  test('names every key of case files', () => {
    const schema = JSON.parse(read('schema/policy-test.schema.json'))
    const [file, ofCase] = tables('Case files')
    expect([...file!].sort()).toEqual(keys(schema))
    const shared = file!.filter((key) => !['about', 'policies', 'cases'].includes(key))
    expect([...shared, ...ofCase!].sort()).toEqual(keys(schema.properties.cases.items))
  })

  test('names every key of policy files', () => {
    const schema = JSON.parse(read('schema/policy.schema.json'))
    const [file, rule] = tables('Policy files')
    expect([...file!].sort()).toEqual(keys(schema))
    expect([...rule!].sort()).toEqual(keys(schema.properties.deny.items))
  })

  test('names every policy as it names itself, and every profile', () => {
    const files = readdirSync(join(root, 'policies')).filter(
      (name) => name.endsWith('.yaml') && !name.includes('policy-test'),
    )
    for (const name of files) {
      const { policy, about } = parse(read(`policies/${name}`))
      expect(page).toContain(`| ${policy} | ${about} |`)
    }
    expect(tables('Policies that ship')[0]).toHaveLength(files.length)
    expect(tables('Profiles of')[0]).toEqual(Object.keys(profiles))
    for (const [name, { about, policies }] of Object.entries(profiles)) {
      expect(page).toContain(`| ${name} | ${about}: ${policies.join(', ')} |`)
    }
  })
})
