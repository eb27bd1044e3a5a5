import { expect, test } from 'vitest'
import { sarif } from '../../../src/analysis/reports/sarif.ts'
import { sarifSchemaErrors } from '../../support/sarif-schema.ts'

const rules = [
  {
    id: 'dead-rule',
    summary: 'never matches',
    help: 'longer',
    level: 'error' as const,
  },
]

test('a log with a fix and odd names validates against the 2.1.0 schema', () => {
  const log = sarif({ name: 'toolgate', version: '1.2.3' }, rules, [
    {
      rule: 'dead-rule',
      level: 'error',
      message: '`Write(x)` never matches',
      file: 'a dir/ü#?.json',
      region: { startLine: 3, startColumn: 7 },
      fix: {
        description: 'write `Edit(x)`',
        replacements: [{ region: { startLine: 3, startColumn: 7, endLine: 3, endColumn: 17 }, text: '"Edit(x)"' }],
      },
      properties: { witness: { tool: 'Write', without: 'ask', with: 'ask' } },
    },
    {
      rule: 'dead-rule',
      level: 'warning',
      message: 'm',
      file: '/abs/x.json',
      region: undefined,
      fix: undefined,
      properties: {},
    },
  ])
  expect(sarifSchemaErrors(log)).toEqual([])
  const [run] = JSON.parse(log).runs
  expect(run.results[0].locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: 'a%20dir/%C3%BC%23%3F.json' },
        region: { startLine: 3, startColumn: 7 },
      },
    },
  ])
  expect(run.results[1].locations).toEqual([{ physicalLocation: { artifactLocation: { uri: 'file:///abs/x.json' } } }])
})

test('an empty log validates', () => {
  expect(sarifSchemaErrors(sarif({ name: 'toolgate', version: '0' }, [], []))).toEqual([])
})

test('the schema refuses what is no SARIF', () => {
  const log = JSON.parse(sarif({ name: 'toolgate', version: '0' }, rules, []))
  log.runs[0].results.push({ ruleId: 'dead-rule', level: 'fatal', message: {} })
  expect(sarifSchemaErrors(JSON.stringify(log))).not.toEqual([])
})
