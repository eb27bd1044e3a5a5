import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { decideCase, readCases } from './support/client-case.ts'

const cases = readCases(fileURLToPath(new URL('./fixtures/cases.jsonl', import.meta.url)))

test.concurrent.each(cases.map((one) => [one.id, one] as const))('%s ends as recorded', async (_, one) => {
  const { decision } = await decideCase(one)
  expect(one.observed === undefined ? one.expect?.effect : [one.observed]).toContain(decision.effect)
})
