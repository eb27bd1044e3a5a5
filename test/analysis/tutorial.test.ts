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

test('its workflow uses this action where the submodule puts it, with inputs that it has', () => {
  const workflow = steps.find((step) => step.kind === 'file' && step.path.startsWith('.github/'))
  if (workflow?.kind !== 'file') throw new Error('no workflow')
  const folder = /^git submodule add .* (\S+)$/m.exec(page)?.[1]
  const ours = parse(workflow.text).jobs.policy.steps.filter(({ uses }: { uses: string }) => uses === `./${folder}`)
  expect(ours).toHaveLength(1)
  const used = ours.flatMap((step: { with?: object }) => Object.keys(step.with ?? {}))
  const { inputs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  expect(used.filter((name: string) => !(name in inputs))).toEqual([])
})

test('its hooks before a commit are those that the repository offers', () => {
  const config = steps.find((step) => step.kind === 'file' && step.path === '.pre-commit-config.yaml')
  if (config?.kind !== 'file') throw new Error('no pre-commit configuration')
  const bare = ({ id, entry, pass_filenames }: Record<string, unknown>) => ({
    id,
    entry: String(entry).replace('node .tools/toolgate/bin/policy.cjs', 'policy'),
    pass_filenames,
  })
  const offered = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8'))
  expect(parse(config.text).repos[0].hooks.map(bare)).toEqual(offered.map(bare))
})
