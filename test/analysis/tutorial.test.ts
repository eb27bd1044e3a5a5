import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { carryOut, stepsOf } from '../support/page-commands.ts'
import { inFolder } from '../support/temporary.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/tutorial.md'), 'utf8')
const steps = stepsOf(page)

test('the tutorial writes files and runs commands', () => {
  expect(steps.filter(({ kind }) => kind === 'command').length).toBeGreaterThan(10)
  expect(steps.filter(({ kind }) => kind === 'file').length).toBeGreaterThan(5)
})

test('carried out from top to bottom, it prints what it says', async () => {
  await inFolder({ '.tools/x': '' }, (folder) => {
    const bin = join(root, 'bin/policy.cjs')
    const printed = steps.flatMap((step) => {
      const output = carryOut(step, folder, bin)
      return step.kind === 'command' ? [{ command: step.command, output }] : []
    })
    expect(printed).toEqual(
      steps.flatMap((step) => (step.kind === 'command' ? [{ command: step.command, output: step.output }] : [])),
    )
  })
}, 120_000)

test('its workflow uses inputs that the action has', () => {
  const workflow = steps.find((step) => step.kind === 'file' && step.path.startsWith('.github/'))
  if (workflow?.kind !== 'file') throw new Error('no workflow')
  const used = parse(workflow.text).jobs.policy.steps.flatMap((step: { with?: object }) => Object.keys(step.with ?? {}))
  const { inputs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  expect(used.filter((name: string) => !(name in inputs))).toEqual([])
})
