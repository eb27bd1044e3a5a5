import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LoadOptions, loadContext } from '../../src/settings/load.ts'
import { nodeSystem } from '../../src/system.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'settings-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = (...parts: string[]) => path.join(root, ...parts)
function write(file: string, content: string | Uint8Array) {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), content)
}
const allow = (rule: string) => JSON.stringify({ permissions: { allow: [rule] } })
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main', ...args], {
    cwd: at(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  })

function load(cwd: string, options: LoadOptions = {}) {
  // The machine's own managed settings are none of this test's business.
  return loadContext({
    cwd: at(cwd),
    home: at('home'),
    configDir: at('home/.claude'),
    layers: { managed: {} },
    ...options,
  })
}
const files = (cwd: string) =>
  load(cwd)
    .layers.map(({ layer, file }) => `${layer} ${path.relative(root, file)}`)
    .slice(1)
const allowed = (cwd: string, options: LoadOptions = {}) => load(cwd, options).rules.allow.map(({ text }) => text)
const issues = (cwd: string, options: LoadOptions = {}) =>
  load(cwd, options).issues.map(({ code, file, line, column, data }) => ({
    code,
    file: path.relative(root, file),
    line,
    column,
    found: data['found'],
  }))

describe('real git repositories', () => {
  beforeEach(() => {
    write('r/a.txt', 'a')
    git('r', 'init', '-q')
    git('r', 'add', 'a.txt')
    git('r', 'commit', '-qm', 'a')
    write('r/.claude/settings.local.json', allow('l'))
  })

  test('a sub-folder and a worktree read the local file of the main checkout', () => {
    git('r', 'worktree', 'add', '-q', '../wt')
    mkdirSync(at('r/pkg'))
    mkdirSync(at('wt/pkg'))
    for (const cwd of ['r', 'r/pkg', 'wt', 'wt/pkg'])
      expect([cwd, files(cwd)]).toEqual([cwd, ['local r/.claude/settings.local.json']])
  })

  test('a worktree moved by hand is no worktree until git repairs it', () => {
    git('r', 'worktree', 'add', '-q', '../wt')
    cpSync(at('wt'), at('moved'), { recursive: true })
    expect(files('moved')).toEqual([])
    rmSync(at('wt'), { recursive: true })
    git('r', 'worktree', 'repair', '../moved')
    expect(files('moved')).toEqual(['local r/.claude/settings.local.json'])
  })

  test('a worktree of a bare repository has no main checkout', () => {
    git('.', 'clone', '-q', '--bare', 'r', 'bare.git')
    git('bare.git', 'worktree', 'add', '-q', '../wt2')
    write('wt2/.claude/settings.local.json', allow('l2'))
    expect(files('wt2')).toEqual(['local wt2/.claude/settings.local.json'])
  })

  test('a submodule reads its own', () => {
    git('r', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', at('r'), 'sub')
    expect(files('r/sub')).toEqual([])
    write('r/sub/.claude/settings.local.json', allow('s'))
    expect(files('r/sub')).toEqual(['local r/sub/.claude/settings.local.json'])
  })

  for (const version of ['2', '3', '4']) {
    test(`index version ${version}: a local file counts as shared from the moment git tracks it`, () => {
      git('r', 'update-index', '--index-version', version)
      const untracked = version === '4' ? [] : ['l']
      expect(allowed('r')).toEqual(untracked)
      git('r', 'add', '-f', '.claude/settings.local.json')
      git('r', 'update-index', '--index-version', version)
      expect(allowed('r')).toEqual([])
      expect(allowed('r', { trusted: true })).toEqual(['l'])
      git('r', 'rm', '-q', '--cached', '.claude/settings.local.json')
      expect(allowed('r')).toEqual(untracked)
    })
  }

  test('a split index hides nothing', () => {
    git('r', 'add', '-f', '.claude/settings.local.json')
    git('r', 'update-index', '--split-index')
    write('r/b.txt', 'b')
    git('r', 'add', 'b.txt')
    expect(allowed('r')).toEqual([])
  })

  test('a tracked local file in a worktree of its own counts as shared', () => {
    git('r', 'worktree', 'add', '-q', '../wt')
    git('r', 'add', '-f', '.claude/settings.local.json')
    expect(allowed('wt')).toEqual([])
  })
})

describe('files that cannot be read', () => {
  const user = 'home/.claude/settings.json'
  const project = 'p/.claude/settings.json'
  const unreadable = (file: string, found: string) => ({ code: 'unreadable', file, line: 0, column: 0, found })
  beforeEach(() => write(user, allow('u')))

  test('a directory in place of a file is told, and other layers count', () => {
    mkdirSync(at(project), { recursive: true })
    expect(issues('p')).toEqual([unreadable(project, 'EISDIR')])
    expect(allowed('p')).toEqual(['u'])
  })

  test('a link to nothing and a link to itself are told', () => {
    mkdirSync(at('p/.claude'), { recursive: true })
    symlinkSync('nowhere', at(project))
    expect(issues('p')).toEqual([unreadable(project, 'a link to nothing')])
    rmSync(at(project))
    symlinkSync('settings.json', at(project))
    expect(issues('p')).toEqual([unreadable(project, 'ELOOP')])
  })

  test('a link to a file is followed', () => {
    write('dotfiles/claude.json', allow('d'))
    rmSync(at(user))
    symlinkSync('../../dotfiles/claude.json', at(user))
    mkdirSync(at('p'))
    expect(allowed('p')).toEqual(['d'])
  })

  test('a device is not read to its end, nor one behind links', () => {
    mkdirSync(at('p/.claude'), { recursive: true })
    symlinkSync('/dev/zero', at('p/zero'))
    symlinkSync('../zero', at(project))
    expect(issues('p')).toEqual([unreadable(project, 'no regular file')])
    expect(issues('home', { settings: '/dev/zero' }).map(({ code, found }) => `${code} ${found}`)).toEqual([
      'unreadable no regular file',
      'refuses-to-start undefined',
    ])
  })

  test.skipIf(process.getuid?.() === 0)('a file without permission is told', () => {
    write(project, allow('p'))
    chmodSync(at(project), 0)
    expect(issues('p')).toEqual([unreadable(project, 'EACCES')])
  })

  test('UTF-16 and UTF-8 with a mark', () => {
    const text = JSON.stringify({ permissions: { deny: ['Bash(rm *)'], allow: ['x'] } })
    write(project, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))
    const { rules, layers } = load('p', { trusted: true })
    expect(rules.deny.map((rule) => rule.text)).toEqual(['Bash(rm *)'])
    expect(rules.allow.map((rule) => rule.text)).toEqual(['u'])
    expect(layers.map(({ dropped }) => dropped)).toEqual([false, true, false])
    expect(issues('p').map(({ code }) => code)).toEqual(['not-utf8', 'invalid-json'])
    write(project, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]))
    expect(issues('p', { trusted: true })).toEqual([])
    expect(allowed('p', { trusted: true })).toEqual(['x', 'u'])
  })

  test('random bytes', () => {
    write(
      project,
      Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3)) & 255),
    )
    expect(load('p').layers[1]).toMatchObject({ file: at(project), dropped: true, settings: {} })
  })

  test('a fault is placed in its file', () => {
    write(project, '{\n  "permissions": {\n    "deny": "Read",\n  }\n}\n')
    expect(issues('p')).toEqual([{ code: 'invalid-json', file: project, line: 4, column: 3, found: undefined }])
    write(project, '{\n  "permissions": {\n    "deny": [\n      7\n    ]\n  }\n}\n')
    expect(issues('p')).toEqual([{ code: 'invalid-entry', file: project, line: 4, column: 7, found: '`7`' }])
  })
})

test('the machine says where and as whom we run', () => {
  expect(nodeSystem.cwd?.()).toBe(process.cwd())
  expect(nodeSystem.uid).toBe(process.getuid?.())
  const { cwd, home, configDir } = loadContext()
  expect({ cwd, home }).toEqual({ cwd: process.cwd(), home: process.env['HOME'] })
  expect(configDir).toBe(process.env['CLAUDE_CONFIG_DIR'] ?? path.join(home, '.claude'))
})
