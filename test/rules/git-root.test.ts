import { describe, expect, it } from 'vitest'
import { createContext, evaluate } from '../../src/index.ts'
import { memorySystem } from '../../src/system.ts'

const repository = (folder: string, config = '[core]') => ({
  [`${folder}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${folder}/.git/config`]: config,
  [`${folder}/.git/objects/x`]: '',
  [`${folder}/.git/refs/heads/main`]: '',
})
const files = { ...repository('/work'), '/work/src/a.ts': '', '/work/secrets/k': '', '/work/.env': '' }
const root = '$(git rev-parse --show-toplevel)'

const decide = (
  command: string,
  more: { cwd?: string; files?: Record<string, string>; env?: Record<string, string> } = {},
) => {
  const layers = {
    project: { permissions: { deny: ['Edit(/secrets/**)', 'Read(.env)'], allow: ['Bash(git config:*)'] } },
  }
  const context = createContext({ cwd: more.cwd ?? '/work', home: '/home/dev', layers })
  return evaluate({ tool: 'Bash', input: { command } }, context, memorySystem(more.files ?? files, {}, more.env)).effect
}

describe('the folder that git names', () => {
  it.each([
    [`ls "${root}"`, 'allow'],
    [`cd "${root}" && cat src/a.ts`, 'allow'],
    [`ROOT=${root}; wc -l "$ROOT/src/a.ts"`, 'allow'],
    [`cat "${root}/.env"`, 'deny'],
    [`echo x > "${root}/secrets/k"`, 'deny'],
    [`cat "${root}/../x"`, 'ask'],
    // Whoever can move the work tree can make the name mean anything.
    [`git config core.worktree /etc && cat "${root}/passwd"`, 'ask'],
    [`GIT_WORK_TREE=/etc; cat "${root}/passwd"`, 'ask'],
    [`git() { echo /etc; }; cat "${root}/passwd"`, 'ask'],
    [`cat "$(git rev-parse --show-toplevel; echo /etc)"`, 'ask'],
  ])('%s: %s', (command, effect) => {
    expect(decide(command)).toBe(effect)
  })

  it('is unknown where the repository does not certainly name it', () => {
    const command = `ls "${root}"`
    expect([
      decide(command, { files: {} }),
      decide(command, { files: repository('/work', '[core]\n\tworktree = /etc') }),
      decide(command, { files: repository('/work', '[include]\n\tpath = x') }),
      decide(command, { files: { '/work/.git': 'gitdir: /elsewhere' } }),
      decide(command, { env: { GIT_DIR: '/etc/.git' } }),
      // Above the folder it is known, and outside.
      decide(command, { cwd: '/work/src' }),
    ]).toEqual(['ask', 'ask', 'ask', 'ask', 'ask', 'ask'])
  })
})
