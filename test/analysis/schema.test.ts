import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { caseFileShape } from '../../src/analysis/case-file.ts'
import { policyFileShape } from '../../src/analysis/policy-file.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

describe.each([
  ['schema/policy-test.schema.json', caseFileShape, 'policies/git.policy-test.yaml'],
  ['schema/policy.schema.json', policyFileShape, 'policies/git.yaml'],
] as const)('%s', (file, shape, example) => {
  const published = JSON.parse(read(file))

  test('is what the program reads', () => {
    expect(published).toEqual(z.toJSONSchema(shape as z.ZodType, { io: 'input' }))
  })

  test('takes our own files and refuses a slip', () => {
    const validate = new Ajv.default({ strict: false }).compile(published)
    const value = parse(read(example))
    expect(validate(value)).toBe(true)
    expect(validate({ ...value, polices: [] })).toBe(false)
  })

  test('describes every property', () => {
    const bare: string[] = []
    const walk = (node: unknown, at: string) => {
      if (typeof node !== 'object' || node === null) return
      const { properties } = node as { properties?: Record<string, { description?: string }> }
      for (const [name, property] of Object.entries(properties ?? {})) {
        if (property.description === undefined) bare.push(`${at}/${name}`)
      }
      for (const [key, child] of Object.entries(node)) if (key !== 'examples') walk(child, `${at}/${key}`)
    }
    walk(published, '')
    expect(bare).toEqual([])
  })
})
