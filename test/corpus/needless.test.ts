import { describe, expect, it } from 'vitest'
import { decideIn } from '../support/decide.ts'
import { reading, untouched } from './needless.ts'

const files = ['.env', 'a.txt', 'b.txt', 'list', 'secrets/k', 'sub/a.txt', 'build/x', '.git/HEAD'].map(
  (name) => `/work/proj/${name}`,
)
const scene = {
  files,
  allow: ['Bash', 'Edit'],
  deny: ['Edit(./secrets/**)', 'Edit(./.env)', 'Read(./.env)', 'Bash(sudo:*)', 'Bash(git push:*)'],
}

describe('lines that reach nothing that is denied', () => {
  it.each(untouched)('%s', (command) => expect(decideIn(scene, command).effect).toBe('allow'))
})

describe('lines that only read', () => {
  it.each(reading)('%s', (command) =>
    expect(decideIn({ files }, command)).toMatchObject({ effect: 'allow', readOnly: true }),
  )
})
