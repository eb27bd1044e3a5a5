import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadPolicy } from '../../src/analysis/check-policy.ts'
import { nodeSystem } from '../../src/system.ts'

const files = readdirSync('policies').filter((name) => name.endsWith('.yaml') && !name.endsWith('.policy-test.yaml'))

test('eight policies ship', () => {
  expect(files).toEqual([
    'ci.yaml',
    'cloud.yaml',
    'databases.yaml',
    'filesystem.yaml',
    'git.yaml',
    'network.yaml',
    'package-managers.yaml',
    'secrets.yaml',
  ])
})

test.each(files)('%s keeps its own examples', (file) => {
  const policy = loadPolicy(`policies/${file}`, nodeSystem)
  expect(policy).not.toBeInstanceOf(Array)
})
