import { describe, expect, test } from 'vitest'
import { splitRules } from '../../src/settings/find.ts'
import { loadContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'
import { allow, check, file, git, trustedIn, worktree } from './loading.ts'

const all = {
  ...git,
  '/etc/claude-code/managed-settings.json': allow('m'),
  '/r/.claude/settings.local.json': allow('l'),
  '/r/.claude/settings.json': allow('p'),
  '/h/.claude/settings.json': allow('u'),
  '/h/.claude.json': trustedIn('/r'),
}

describe('the files of each layer', () => {
  check('all of them, strongest first', {
    files: all,
    options: { settings: { permissions: { allow: ['c'] } }, allowedTools: 'a', disallowedTools: ['d'] },
    layers: [
      'managed /etc/claude-code/managed-settings.json',
      'cli --settings',
      'cli --allowedTools',
      'cli --disallowedTools',
      'local /r/.claude/settings.local.json',
      'project /r/.claude/settings.json',
      'user /h/.claude/settings.json',
    ],
    allow: ['m', 'c', 'a', 'l', 'p', 'u'],
    deny: ['d'],
    expected: {
      anchors: {
        '/etc/claude-code/managed-settings.json': '/r',
        '--settings': '/r',
        '--allowedTools': '/r',
        '--disallowedTools': '/r',
        '/r/.claude/settings.local.json': '/r',
        '/r/.claude/settings.json': '/r',
        '/h/.claude/settings.json': '/h/.claude',
      },
    },
  })
  check('none of them', { files: {}, layers: [], expected: { trusted: false, configDir: '/h/.claude' } })
  check('the project file has no fallback to a parent', {
    files: all,
    options: { cwd: '/r/pkg' },
    allow: ['m', 'l', 'u'],
  })
  check('settingSources leaves managed and command-line settings in', {
    files: all,
    options: { settingSources: ['project'], settings: '{"permissions":{"allow":["c"]}}' },
    allow: ['m', 'c', 'p'],
  })
  check('no settingSources at all', { files: all, options: { settingSources: [] }, allow: ['m'] })
  check('CLAUDE_CONFIG_DIR moves the user’s file and the state file', {
    files: { ...all, '/cfg/settings.json': allow('cfg'), '/cfg/.claude.json': trustedIn('/r') },
    env: { CLAUDE_CONFIG_DIR: '/cfg' },
    allow: ['m', 'l', 'p', 'cfg'],
    expected: { trusted: true, configDir: '/cfg', anchors: { '/cfg/settings.json': '/cfg' } },
  })
  check('a variable file of the project moves nothing', {
    files: { '/r/.env': 'CLAUDE_CONFIG_DIR=./cfg\n', '/r/cfg/settings.json': allow('Bash') },
    layers: [],
  })
  check('the home directory comes from the environment', {
    files: { '/home/dev/.claude/settings.json': allow('u') },
    options: { home: undefined },
    env: { HOME: '/home/dev' },
    allow: ['u'],
  })
  check('an empty or relative home is none', {
    files: { '/r/.claude/settings.json': allow('p'), '/r/x/.claude/settings.json': allow('x') },
    options: { home: '', settingSources: ['user'] },
    env: { HOME: 'x' },
    layers: [],
  })
  check('in the home directory the project’s file is the user’s', {
    files: { '/h/.claude/settings.json': allow('u'), '/h/.claude/settings.local.json': allow('l') },
    options: { cwd: '/h' },
    layers: ['local /h/.claude/settings.local.json', 'user /h/.claude/settings.json'],
  })
  check('files named instead of looked up', {
    files: {
      ...all,
      '/x/m.json': allow('1'),
      '/x/l.json': allow('2'),
      '/x/p.json': allow('3'),
      '/x/u.json': allow('4'),
    },
    options: {
      managed: '../x/m.json',
      local: '/x/l.json',
      project: '/x/p.json',
      user: '/x/u.json',
      settingSources: [],
    },
    allow: ['1', '2', '3', '4'],
  })
  check('layers given instead of looked up', {
    files: all,
    options: { layers: { user: { permissions: { allow: ['given'] } }, managed: {} } },
    layers: [
      'managed managed',
      'local /r/.claude/settings.local.json',
      'project /r/.claude/settings.json',
      'user user',
    ],
    allow: ['l', 'p', 'given'],
  })
  check('folders of managed settings on macOS', {
    files: { '/Library/Application Support/ClaudeCode/managed-settings.json': allow('mac') },
    options: { platform: 'darwin' },
    allow: ['mac'],
  })
})

describe('the local file', () => {
  const local = {
    '/r/.claude/settings.local.json': allow('root'),
    '/r/pkg/.claude/settings.local.json': allow('start'),
  }
  const start = { cwd: '/r/pkg' }
  check('stands at the root of the repository; an older one in the start folder is read too', {
    files: { ...git, ...local },
    options: start,
    layers: ['local /r/.claude/settings.local.json', 'local /r/pkg/.claude/settings.local.json'],
  })
  check('the one at the root wins a scalar', {
    files: {
      ...git,
      '/r/.claude/settings.local.json': file({ defaultMode: 'plan' }),
      '/r/pkg/.claude/settings.local.json': file({ defaultMode: 'acceptEdits' }),
    },
    options: start,
    expected: { mode: 'plan' },
  })
  const besideProject = ['local /r/pkg/.claude/settings.local.json']
  check('outside git it stands in the start folder', { files: local, options: start, layers: besideProject })
  check('in an SDK session too', {
    files: { ...git, ...local },
    options: { ...start, sdk: true },
    layers: besideProject,
  })
  check('on Windows too', {
    files: { ...git, ...local },
    options: { ...start, platform: 'win32' },
    layers: besideProject,
  })
  check('and when the repository is the home directory', {
    files: { ...git, ...local },
    options: { ...start, home: '/r' },
    layers: besideProject,
  })
  check('in a worktree it stands in the main checkout', {
    files: { ...worktree, ...local, '/wt/.claude/settings.json': allow('p') },
    options: { cwd: '/wt', trusted: true },
    layers: ['local /r/.claude/settings.local.json', 'project /wt/.claude/settings.json'],
  })
  check('a submodule is a repository of its own', {
    files: { ...git, ...local, '/r/sub/.git': 'gitdir: ../.git/modules/sub\n', '/r/.git/modules/sub/HEAD': '' },
    options: { cwd: '/r/sub' },
    layers: [],
  })
  const owned = (owners: Record<string, number>, uid: number) =>
    loadContext(
      { cwd: '/r/pkg', home: '/h' },
      { ...memorySystem({ ...git, ...local }), uid, owner: (path) => owners[path] ?? uid },
    ).layers.map(({ file: at }) => at)
  test('a root, `.git` or `.claude` of somebody else is not used', () => {
    const root = ['/r/.claude/settings.local.json', '/r/pkg/.claude/settings.local.json']
    expect(owned({}, 1000)).toEqual(root)
    for (const path of ['/r', '/r/.git', '/r/.claude']) expect(owned({ [path]: 1001 }, 1000)).toEqual(root.slice(1))
  })
})

describe('the command line', () => {
  check('--settings names a file; `/path` rules start in its folder', {
    files: { '/x/s.json': allow('c') },
    options: { settings: '../x/s.json' },
    allow: ['c'],
    expected: { anchors: { '/x/s.json': '/x' } },
  })
  check('--settings names no file', {
    files: { '/h/.claude/settings.json': allow('u') },
    options: { settings: 'none.json' },
    allow: [],
    issues: ['missing-file /r/none.json', 'refuses-to-start /r/none.json'],
  })
  check('--settings of more than 2 MiB', {
    files: { '/x/s.json': `{"x":"${'y'.repeat(2 * 1024 * 1024)}"}` },
    options: { settings: '/x/s.json' },
    issues: ['too-large /x/s.json', 'refuses-to-start /x/s.json'],
  })
  check('a file of another layer may be that large', {
    files: { '/h/.claude/settings.json': file({ allow: ['u'] }, { x: 'y'.repeat(3 * 1024 * 1024) }) },
    allow: ['u'],
  })
  check('the managed lock leaves --disallowedTools', {
    files: { '/etc/claude-code/managed-settings.json': '{"allowManagedPermissionRulesOnly":true}' },
    options: { allowedTools: 'Read', disallowedTools: 'Bash(rm *)', settings: { permissions: { deny: ['Edit'] } } },
    allow: [],
    deny: ['Bash(rm *)'],
  })
  test('rules are apart at commas and blanks outside parentheses', () => {
    expect(splitRules('Bash(git log *) Edit,Read(a, b),,  mcp__x')).toEqual([
      'Bash(git log *)',
      'Edit',
      'Read(a, b)',
      'mcp__x',
    ])
    expect(splitRules('Bash(echo (x) y) Edit')).toEqual(['Bash(echo (x) y)', 'Edit'])
    expect(splitRules('Bash(ls Edit')).toEqual(['Bash(ls Edit'])
    expect(splitRules('x) Edit')).toEqual(['x)', 'Edit'])
    expect(splitRules(' , ')).toEqual([])
  })
})

test('a file in a folder that may not be entered is told, not taken for missing', () => {
  const system = memorySystem({ '/h/.claude/settings.json': allow('u'), '/r/.claude/x': '' })
  const hidden = '/r/.claude/settings.json'
  const context = loadContext(
    { cwd: '/r', home: '/h' },
    {
      ...system,
      kind: (path) => (path === hidden ? undefined : system.kind(path)),
      readText(path) {
        if (path === hidden) throw Object.assign(new Error('no'), { code: 'EACCES' })
        return system.readText(path)
      },
    },
  )
  expect(context.issues.map(({ code, file, data }) => `${code} ${file} ${data['found']}`)).toEqual([
    `unreadable ${hidden} EACCES`,
  ])
  expect(context.layers.map(({ file, dropped }) => `${file} ${dropped}`)).toEqual([
    `${hidden} true`,
    '/h/.claude/settings.json false',
  ])
})

describe('files that are just being written', () => {
  const states = (...texts: string[]) => {
    const system = memorySystem({ '/h/.claude/settings.json': '' })
    let reads = 0
    let pauses = 0
    const context = loadContext(
      { cwd: '/r', home: '/h' },
      {
        ...system,
        readText: (path) =>
          path === '/h/.claude/settings.json' ? texts[Math.min(reads++, texts.length - 1)] : undefined,
        pause: () => {
          pauses++
        },
      },
    )
    return { deny: context.rules.deny.map(({ text }) => text), issues: context.issues.map(({ code }) => code), pauses }
  }
  const whole = file({ deny: ['d'] })
  test('are read again until they are whole or stand still', () => {
    expect(states(whole)).toEqual({ deny: ['d'], issues: [], pauses: 0 })
    expect(states('', whole)).toEqual({ deny: ['d'], issues: [], pauses: 1 })
    expect(states('', whole.slice(0, 9), whole)).toEqual({ deny: ['d'], issues: [], pauses: 2 })
    expect(states(whole.slice(0, -1))).toEqual({ deny: ['d'], issues: ['invalid-json'], pauses: 1 })
    expect(states('')).toEqual({ deny: [], issues: [], pauses: 1 })
  })
})
