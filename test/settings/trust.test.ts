import { describe, expect, test } from 'vitest'
import { loadContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'
import { allow, check, git, trustedIn, worktree } from './loading.ts'

describe('trust', () => {
  const project = { '/r/.claude/settings.json': allow('p') }
  const untrusted = { allow: [], issues: ['untrusted /r/.claude/settings.json'], expected: { trusted: false } }
  const trusted = { allow: ['p'], expected: { trusted: true } }
  check('an unknown folder is not trusted', { files: project, ...untrusted })
  check('the state file says so', { files: { ...project, '/h/.claude.json': trustedIn('/r') }, ...trusted })
  check('another folder’s trust does not count', {
    files: { ...project, '/h/.claude.json': trustedIn('/', '/r/x') },
    ...untrusted,
  })
  check('an option wins over the state file', {
    files: { ...project, '/h/.claude.json': trustedIn('/r') },
    options: { trusted: false },
    ...untrusted,
  })
  check('an option is enough', { files: project, options: { trusted: true }, ...trusted })
  check('a state file that cannot be read is no trust', {
    files: { ...project, '/h/.claude.json': trustedIn('/r').slice(1) },
    ...untrusted,
  })
  check('a folder named like a member of Object is not trusted', {
    files: { '/h/.claude.json': '{"projects":{}}', ...project },
    ...untrusted,
  })
  check('trust hangs on the root of the repository', {
    files: { ...git, '/r/pkg/.claude/settings.json': allow('p'), '/h/.claude.json': trustedIn('/r') },
    options: { cwd: '/r/pkg' },
    ...trusted,
  })
  check('a worktree has the trust of its main checkout', {
    files: { ...worktree, '/wt/.claude/settings.json': allow('p'), '/h/.claude.json': trustedIn('/r') },
    options: { cwd: '/wt' },
    ...trusted,
  })
  const borrowed = { allow: [], issues: ['untrusted /wt/.claude/settings.json'] }
  check('a `.git` file that names a worktree of somebody else borrows no trust', {
    files: {
      ...worktree,
      '/wt/.claude/settings.json': allow('p'),
      '/h/.claude.json': trustedIn('/r'),
      '/r/.git/worktrees/wt/gitdir': '/other/.git\n',
    },
    options: { cwd: '/wt' },
    ...borrowed,
  })
  check('a made-up git folder borrows no trust either', {
    files: {
      ...git,
      '/wt/.git': 'gitdir: ./fake\n',
      '/wt/fake/commondir': '/r/.git\n',
      '/wt/fake/gitdir': '/wt/.git\n',
      '/wt/.claude/settings.json': allow('p'),
      '/h/.claude.json': trustedIn('/r'),
    },
    options: { cwd: '/wt' },
    ...borrowed,
  })
  const index = (...names: string[]) => `DIRC\0\0\0\x02${names.map((name) => `\x1b${name}\0\0`).join('')}`
  const local = { ...git, '/r/.claude/settings.local.json': allow('l') }
  check('a local file that git does not track needs no trust', {
    files: { ...local, '/r/.git/index': index('a.ts') },
    allow: ['l'],
  })
  check('one that git tracks does', {
    files: { ...local, '/r/.git/index': index('a.ts', '.claude/settings.local.json') },
    allow: [],
    issues: ['untrusted /r/.claude/settings.local.json'],
  })
  check('one that git tracks in other case does', {
    files: { ...local, '/r/.git/index': index('.claude/Settings.LOCAL.json') },
    allow: [],
    issues: ['untrusted /r/.claude/settings.local.json'],
  })
  check('one behind a linked `.claude` does', {
    files: { ...git, '/r/conf/settings.local.json': allow('l') },
    links: { '/r/.claude': 'conf' },
    allow: [],
    issues: ['untrusted /r/.claude/settings.local.json'],
  })
  check('one that is a link itself does', {
    files: { ...git, '/r/x.json': allow('l') },
    links: { '/r/.claude/settings.local.json': '../x.json' },
    allow: [],
    issues: ['untrusted /r/.claude/settings.local.json'],
  })
  test('a large state file is not read when nothing depends on trust', () => {
    const system = memorySystem({ '/h/.claude/settings.json': allow('u'), '/h/.claude.json': trustedIn('/r') })
    const asked: string[] = []
    const readText = (path: string) => {
      asked.push(path)
      return system.readText(path)
    }
    const context = loadContext({ cwd: '/r', home: '/h' }, { ...system, readText })
    expect(asked).not.toContain('/h/.claude.json')
    expect(context.trusted).toBe(true)
    expect(asked).toContain('/h/.claude.json')
  })
})
