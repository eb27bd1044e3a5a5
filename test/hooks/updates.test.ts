import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type SettingsWriter, saveUpdates } from '../../src/hooks/saved-updates.ts'
import { applyUpdates, type PermissionUpdate, readUpdate } from '../../src/hooks/updates.ts'
import type { PermissionContext } from '../../src/rules/context.ts'
import { evaluate } from '../../src/rules/evaluate.ts'
import { createContext } from '../../src/settings/load.ts'
import { changeSettings } from '../../src/settings/write.ts'
import { memorySystem } from '../../src/system.ts'
import { bash, on, report, says, tempFolder } from './support/hooks.ts'

const effect = (context: PermissionContext, command: string) =>
  evaluate({ tool: 'Bash', input: { command } }, context, memorySystem({})).effect

const context = (layers = {}, more = {}) => createContext({ cwd: '/work/proj', home: '/home/dev', layers, ...more })
const resolve = (path: string) => (path.startsWith('/') ? path : `/work/proj/${path}`)
const rules = (...ruleContent: string[]) => ruleContent.map((text) => ({ toolName: 'Bash', ruleContent: text }))

const apply = (start: PermissionContext, ...updates: unknown[]) =>
  applyUpdates(start, updates.map(readUpdate) as PermissionUpdate[], resolve)

describe('updates take effect in the running session', () => {
  test('added rules count from the next call', () => {
    const start = context()
    expect(effect(start, 'make all')).toBe('ask')
    const added = { type: 'addRules', rules: rules('make *'), behavior: 'allow', destination: 'session' }
    const { context: after, warnings } = apply(start, added)
    expect([effect(after, 'make all'), effect(after, 'cargo run'), warnings]).toEqual(['allow', 'ask', []])
    expect(effect(start, 'make all')).toBe('ask')
    expect(after.rules.allow[0]?.source).toMatchObject({ layer: 'session', pointer: '/permissions/addRules/0' })
  })

  test('a rule that is there already is not added again', () => {
    const added = { type: 'addRules', rules: rules('make *'), behavior: 'allow', destination: 'session' }
    expect(apply(context(), added, added).context.rules.allow).toHaveLength(1)
  })

  test('a rule without content names the whole tool', () => {
    const added = { type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'deny', destination: 'session' }
    expect(effect(apply(context(), added).context, 'ls')).toBe('deny')
  })

  test('replacing changes the rules of one behavior in one place', () => {
    const start = context({
      project: { permissions: { allow: ['Bash(make *)'], deny: ['Bash(rm *)'] } },
      user: { permissions: { allow: ['Bash(npm test)'] } },
    })
    const replaced = {
      type: 'replaceRules',
      rules: rules('cargo *'),
      behavior: 'allow',
      destination: 'projectSettings',
    }
    const after = apply(start, replaced).context
    expect(after.rules.allow.map(({ text, source }) => [text, source.layer])).toEqual([
      ['Bash(cargo *)', 'project'],
      ['Bash(npm test)', 'user'],
    ])
    expect(after.rules.deny.map(({ text }) => text)).toEqual(['Bash(rm *)'])
  })

  test('removing takes a rule only from its own place', () => {
    const settings = { permissions: { allow: ['Bash(make *)'] } }
    const removed = { type: 'removeRules', rules: rules('make *'), behavior: 'allow', destination: 'userSettings' }
    const after = apply(context({ project: settings, user: settings }), removed).context
    expect(after.rules.allow.map(({ source }) => source.layer)).toEqual(['project'])
  })

  test('a mode is entered, `manual` is default, and bypass only where it is available', () => {
    const mode = (name: string, more = {}) => {
      const { context: after, warnings } = apply(context({}, more), {
        type: 'setMode',
        mode: name,
        destination: 'session',
      })
      return [after.mode, warnings.length]
    }
    expect(mode('acceptEdits')).toEqual(['acceptEdits', 0])
    expect(mode('manual', { mode: 'plan' })).toEqual(['default', 0])
    expect(mode('bypassPermissions')).toEqual(['default', 1])
    expect(mode('bypassPermissions', { bypassAvailable: true })).toEqual(['bypassPermissions', 0])
  })

  test('directories come and go, the working directory stays', () => {
    const added = { type: 'addDirectories', directories: ['/data', 'sub', '/data'], destination: 'session' }
    const removed = { type: 'removeDirectories', directories: ['/data', '/work/proj'], destination: 'session' }
    expect(apply(context(), added).context.workingDirectories).toEqual(['/work/proj', '/data', '/work/proj/sub'])
    expect(apply(context(), added, removed).context.workingDirectories).toEqual(['/work/proj', '/work/proj/sub'])
  })

  test('where only managed rules count, no allow rule is added and a deny rule still is', () => {
    const locked = context({ managed: { allowManagedPermissionRulesOnly: true } })
    const allow = { type: 'addRules', rules: rules('make *'), behavior: 'allow', destination: 'session' }
    const after = apply(locked, allow, { ...allow, behavior: 'deny', rules: rules('rm *') })
    expect([effect(after.context, 'make all'), effect(after.context, 'rm x')]).toEqual(['ask', 'deny'])
    expect(after.warnings).toEqual(['only managed settings may allow here: the new allow rules are ignored'])
  })
})

test.each([
  [null, /no object/],
  [{ type: 'addRules' }, /`destination` is `undefined`: expected one of `session`/],
  [{ type: 'addRules', destination: 'session', behavior: 'maybe' }, /`behavior` is `"maybe"`/],
  [{ type: 'addRules', destination: 'session', behavior: 'allow', rules: ['Bash'] }, /`rules` is no list/],
  [{ type: 'addRules', destination: 'session', behavior: 'allow', rules: [{ toolName: '' }] }, /`rules` is no list/],
  [{ type: 'setMode', destination: 'session', mode: 'yolo' }, /`mode` is `"yolo"`/],
  [{ type: 'addDirectories', destination: 'session', directories: [''] }, /no list of paths/],
  [{ type: 'other', destination: 'session' }, /`type` is `"other"`/],
  [{ type: 'setMode', destination: 'toString', mode: 'plan' }, /`destination`/],
])('the update %o is refused', (value, reason) => {
  expect(readUpdate(value)).toMatch(reason)
})

describe('updates are written to settings files', () => {
  const before = `{
    "zeta": {"unknown": [1, 2]},
    "permissions": {
        "allow": ["Bash(ls *)"],
        "mystery": true
    },
    "alpha": 1
}
`

  async function saved(text: string | undefined, ...updates: unknown[]) {
    const file = join(tempFolder(), '.claude', 'settings.local.json')
    if (text !== undefined) {
      fs.mkdirSync(join(file, '..'), { recursive: true })
      fs.writeFileSync(file, text)
    }
    const write: SettingsWriter = (_, change) => changeSettings(file, change)
    const warnings = await saveUpdates(context(), updates.map(readUpdate) as PermissionUpdate[], write)
    return { warnings, text: fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined }
  }

  const add = { type: 'addRules', rules: rules('make *'), behavior: 'allow', destination: 'localSettings' }

  test('unknown keys, order and indentation stay', async () => {
    const { text } = await saved(before, add, { type: 'setMode', mode: 'acceptEdits', destination: 'localSettings' })
    expect(JSON.parse(text as string)).toEqual({
      zeta: { unknown: [1, 2] },
      permissions: { allow: ['Bash(ls *)', 'Bash(make *)'], mystery: true, defaultMode: 'acceptEdits' },
      alpha: 1,
    })
    expect(Object.keys(JSON.parse(text as string))).toEqual(['zeta', 'permissions', 'alpha'])
    expect(text).toContain('\n    "zeta": {"unknown": [1, 2]},\n')
  })

  test('a missing file is made', async () => {
    const { text } = await saved(undefined, add)
    expect(JSON.parse(text as string)).toEqual({ permissions: { allow: ['Bash(make *)'] } })
  })

  test('rules are replaced and removed, directories too', async () => {
    const { text } = await saved(
      before,
      { ...add, type: 'replaceRules', rules: rules('a', 'b', 'a') },
      { ...add, type: 'removeRules', rules: rules('a') },
      { type: 'addDirectories', directories: ['/x', '/y'], destination: 'localSettings' },
      { type: 'removeDirectories', directories: ['/x'], destination: 'localSettings' },
    )
    expect(JSON.parse(text as string).permissions).toEqual({
      allow: ['Bash(b)'],
      mystery: true,
      additionalDirectories: ['/y'],
    })
  })

  test('what belongs to the session is not written, bypass mode never', async () => {
    const { text, warnings } = await saved(
      before,
      { ...add, destination: 'session' },
      { type: 'setMode', mode: 'bypassPermissions', destination: 'localSettings' },
    )
    expect(text).toBe(before)
    expect(warnings).toEqual(['bypassPermissions is never saved'])
  })

  test('a file that is no JSON is left as it is', async () => {
    const { text, warnings } = await saved('{ broken', add)
    expect(text).toBe('{ broken')
    expect(warnings).toEqual([expect.stringMatching(/^localSettings could not be changed: .*is not valid JSON/)])
  })
})

test('updates of a hook that allows arrive checked, those of a hook that denies do not', async () => {
  const update = { type: 'addRules', rules: rules('make *'), behavior: 'allow', destination: 'session' }
  const answer = (decision: object) =>
    report(
      'PermissionRequest',
      on('PermissionRequest', says({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })),
      bash('make'),
    )
  const allowed = await answer({ behavior: 'allow', updatedPermissions: [update, { type: 'bad' }] })
  expect(allowed).toMatchObject({ effect: 'allow', updatedPermissions: [update] })
  expect(allowed.warnings[0]).toMatch(/an entry of `updatedPermissions` is ignored: `destination`/)
  const denied = await answer({ behavior: 'deny', message: 'no', interrupt: true, updatedPermissions: [update] })
  expect(denied).toMatchObject({ effect: 'deny', reason: 'no', interrupt: true, updatedPermissions: [] })
})
