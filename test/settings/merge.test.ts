import { describe, expect, test } from 'vitest'
import type { Layer } from '../../src/decision.ts'
import type { PermissionContext } from '../../src/rules/context.ts'
import { type CreateOptions, createContext } from '../../src/settings/load.ts'

const ground = { cwd: '/w', home: '/h' }

/** Every rule that counts, with where it stands. */
function rulesOf({ rules }: PermissionContext): string[] {
  return [...rules.deny, ...rules.ask, ...rules.allow].map(
    ({ effect, text, source }) => `${effect} ${text} ${source.file}#${source.pointer}`,
  )
}

/** Issues without the words that explain.ts prints. */
function issuesOf({ issues }: PermissionContext): string[] {
  return issues.map(({ code, severity, file, data }) => `${severity} ${code} ${file}#${data['pointer']}`)
}

type Layers = Partial<Record<Layer, unknown>>

interface Row {
  readonly layers: Layers
  readonly options?: CreateOptions
  readonly rules?: readonly string[]
  readonly issues?: readonly string[]
  readonly context?: Partial<PermissionContext>
}

/** The worked examples of spec/permissions.md 1.9 and the rules behind them. */
const rows: Record<string, Row> = {
  'S1: rules of every layer are kept, a managed deny first': {
    layers: {
      managed: { permissions: { deny: ['Bash(curl *)'] } },
      project: { permissions: { allow: ['Bash(curl *)'] } },
    },
    rules: ['deny Bash(curl *) managed#/permissions/deny/0', 'allow Bash(curl *) project#/permissions/allow/0'],
  },
  'S4: the managed lock leaves managed rules alone': {
    layers: {
      managed: { allowManagedPermissionRulesOnly: true, permissions: { ask: ['WebFetch'] } },
      user: { permissions: { deny: ['Bash(rm *)'], allow: ['Bash(ls)'], ask: ['Read'] } },
      cli: { permissions: { deny: ['Edit'] } },
    },
    rules: ['ask WebFetch managed#/permissions/ask/0'],
    context: { managedRulesOnly: true },
  },
  'the managed lock spares what the host restricts while running': {
    layers: {
      managed: { allowManagedPermissionRulesOnly: true },
      session: { permissions: { deny: ['Bash(rm *)'], allow: ['Bash(ls)'], ask: ['Read'] } },
    },
    rules: ['deny Bash(rm *) session#/permissions/deny/0', 'ask Read session#/permissions/ask/0'],
  },
  'the managed lock written wrongly still locks': {
    layers: {
      managed: { allowManagedPermissionRulesOnly: 'yes' },
      user: { permissions: { allow: ['Bash'] } },
    },
    rules: [],
    issues: ['error wrong-type managed#/allowManagedPermissionRulesOnly'],
    context: { managedRulesOnly: true },
  },
  'the managed lock does nothing elsewhere': {
    layers: { project: { allowManagedPermissionRulesOnly: true, permissions: { allow: ['Bash'] } } },
    rules: ['allow Bash project#/permissions/allow/0'],
    issues: ['warning key-not-here project#/allowManagedPermissionRulesOnly'],
    context: { managedRulesOnly: false },
  },
  'S6: bypassPermissions of a project gives the built-in default, not the next choice': {
    layers: {
      project: { permissions: { defaultMode: 'bypassPermissions' } },
      user: { permissions: { defaultMode: 'acceptEdits' } },
    },
    issues: ['warning mode-not-here project#/permissions/defaultMode'],
    context: { mode: 'default' },
  },
  'S7: auto of a local file gives the built-in default': {
    layers: { local: { permissions: { defaultMode: 'auto' } }, user: { permissions: { defaultMode: 'plan' } } },
    issues: ['warning mode-not-here local#/permissions/defaultMode'],
    context: { mode: 'default' },
  },
  'S8: the nearer mode wins': {
    layers: {
      project: { permissions: { defaultMode: 'acceptEdits' } },
      user: { permissions: { defaultMode: 'default' } },
    },
    context: { mode: 'acceptEdits' },
  },
  'a mode further out survives a permissions block without one': {
    layers: { project: { permissions: { allow: [] } }, user: { permissions: { defaultMode: 'acceptEdits' } } },
    context: { mode: 'acceptEdits' },
  },
  'a user may start in bypassPermissions': {
    layers: { user: { permissions: { defaultMode: 'bypassPermissions' } } },
    context: { mode: 'bypassPermissions' },
  },
  'manual is default': {
    layers: { local: { permissions: { defaultMode: 'manual' } }, user: { permissions: { defaultMode: 'plan' } } },
    context: { mode: 'default' },
  },
  'a misspelt mode is default, whatever stands further out': {
    layers: {
      project: { permissions: { defaultMode: 'acceptedits' } },
      user: { permissions: { defaultMode: 'acceptEdits' } },
    },
    issues: ['warning unknown-mode project#/permissions/defaultMode'],
    context: { mode: 'default' },
  },
  'the mode asked for wins over files': {
    layers: { managed: { permissions: { defaultMode: 'plan' } } },
    options: { mode: 'acceptEdits' },
    context: { mode: 'acceptEdits' },
  },
  'S12: any layer can take bypassPermissions away': {
    layers: {
      project: { permissions: { disableBypassPermissionsMode: 'disable' } },
      user: { permissions: { defaultMode: 'bypassPermissions' } },
    },
    options: { bypassAvailable: true },
    issues: ['warning mode-disabled user#/permissions/defaultMode'],
    context: { mode: 'default', bypassDisabled: true, bypassAvailable: false },
  },
  'bypassPermissions asked for is taken away too': {
    layers: { managed: { permissions: { disableBypassPermissionsMode: 'disable' } } },
    options: { mode: 'bypassPermissions' },
    issues: ['warning mode-disabled --mode#'],
    context: { mode: 'default', bypassDisabled: true },
  },
  'S13: disableBypassPermissionsMode as a truth value does nothing, and says so': {
    layers: {
      project: { permissions: { disableBypassPermissionsMode: true, allow: ['Bash(ls)'] } },
      user: { permissions: { defaultMode: 'bypassPermissions' } },
    },
    rules: ['allow Bash(ls) project#/permissions/allow/0'],
    issues: ['warning no-effect project#/permissions/disableBypassPermissionsMode'],
    context: { mode: 'bypassPermissions', bypassDisabled: false },
  },
  'an unknown mode asked for is default, whatever the files say': {
    layers: { user: { permissions: { defaultMode: 'acceptEdits' } } },
    options: { mode: 'yolo' as never, additionalDirectories: ['//srv/x'] },
    issues: ['error unknown-mode --mode#', 'error refused-directory --add-dir#'],
    context: { mode: 'default', workingDirectories: ['/w'] },
  },
  'auto can be taken away at the top level': {
    layers: { cli: { disableAutoMode: 'disable' }, user: { permissions: { defaultMode: 'auto' } } },
    issues: ['warning mode-disabled user#/permissions/defaultMode'],
    context: { mode: 'default' },
  },
  'S14: allow rules of an untrusted project wait, deny and ask do not': {
    layers: {
      project: {
        permissions: {
          allow: ['Bash(npm test)'],
          deny: ['Bash(git push *)'],
          ask: ['Read'],
          additionalDirectories: ['/x'],
        },
      },
      local: { permissions: { allow: ['Bash(l)'], additionalDirectories: ['/y'] } },
      user: { permissions: { allow: ['Bash(u)'] } },
    },
    options: { trusted: false },
    rules: [
      'deny Bash(git push *) project#/permissions/deny/0',
      'ask Read project#/permissions/ask/0',
      'allow Bash(l) local#/permissions/allow/0',
      'allow Bash(u) user#/permissions/allow/0',
    ],
    issues: ['warning untrusted project#/permissions'],
    context: { trusted: false, workingDirectories: ['/w', '/y'] },
  },
  'blockReadsOutsideWorkingDirectories: true anywhere wins, and a project adds no directories then': {
    layers: {
      managed: { permissions: { blockReadsOutsideWorkingDirectories: false } },
      user: { permissions: { blockReadsOutsideWorkingDirectories: true, additionalDirectories: ['/u'] } },
      project: { permissions: { additionalDirectories: ['/p'] } },
    },
    context: { blockReadsOutside: true, workingDirectories: ['/w', '/u'] },
  },
  'directories: relative to the start folder, home, no network path, no number, each once': {
    layers: {
      user: {
        permissions: { additionalDirectories: ['../out', '~/x', '~', '//srv/share', '\\\\srv\\share', 7, '/out'] },
      },
    },
    options: { additionalDirectories: ['extra', '/out'] },
    issues: [
      'warning refused-directory user#/permissions/additionalDirectories/3',
      'warning refused-directory user#/permissions/additionalDirectories/4',
      'warning refused-directory user#/permissions/additionalDirectories/5',
    ],
    context: { workingDirectories: ['/w', '/w/extra', '/out', '/h/x', '/h'] },
  },
  'directories on Windows': {
    layers: { user: { permissions: { additionalDirectories: ['..\\out', '~\\x', 'D:\\y', '\\\\srv\\share'] } } },
    options: { cwd: 'C:\\w', home: 'C:\\h', platform: 'win32' },
    issues: ['warning refused-directory user#/permissions/additionalDirectories/3'],
    context: { workingDirectories: ['C:\\w', 'C:\\out', 'C:\\h\\x', 'D:\\y'] },
  },
  'entries that are no text are skipped one by one': {
    layers: { project: { permissions: { deny: [5, 'Bash(rm *)', null], allow: [['x'], 'Bash(ls)'] } } },
    rules: ['deny Bash(rm *) project#/permissions/deny/1', 'allow Bash(ls) project#/permissions/allow/1'],
    issues: [
      'error invalid-entry project#/permissions/deny/0',
      'error invalid-entry project#/permissions/deny/2',
      'error invalid-entry project#/permissions/allow/0',
    ],
  },
  'malformed rules are passed on as written': {
    layers: { project: { permissions: { allow: ['Bash(', 'bash(x)', 'nonsense rule', ''] } } },
    rules: ['Bash(', 'bash(x)', 'nonsense rule', ''].map((text, i) => `allow ${text} project#/permissions/allow/${i}`),
  },
  'keys at the top level that belong elsewhere': {
    layers: { project: { allowedTools: ['Bash'], defaultMode: 'acceptEdits', deny: ['Read'] } },
    rules: [],
    issues: ['allowedTools', 'defaultMode', 'deny'].map((key) => `warning misplaced-key project#/${key}`),
    context: { mode: 'default' },
  },
  'keys of a nested block that count elsewhere': {
    layers: { project: { sandbox: { network: { allowManagedDomainsOnly: true, strictAllowlist: true } } } },
    issues: [
      'warning key-not-here project#/sandbox/network/allowManagedDomainsOnly',
      'warning key-not-here project#/sandbox/network/strictAllowlist',
    ],
  },
  'unknown keys are nobody’s business': {
    layers: { project: { zzz: 1, permissions: { zzz: [], deny: ['Read'] } } },
    rules: ['deny Read project#/permissions/deny/0'],
  },
  'env: variable by variable, highest first, and a repository cannot move the guard': {
    layers: {
      managed: { env: { A: 'managed' } },
      project: { env: { A: 'project', B: 'project', N: 7, O: {}, CLAUDE_CONFIG_DIR: '/evil', OTEL_EXPORTER: 'x' } },
      user: { env: { B: 'user', C: 'user', CLAUDE_CONFIG_DIR: '/ok' } },
    },
    issues: [
      'warning invalid-entry project#/env/O',
      'warning variable-not-here project#/env/CLAUDE_CONFIG_DIR',
      'warning variable-not-here project#/env/OTEL_EXPORTER',
    ],
    context: { env: { A: 'managed', B: 'project', N: '7', C: 'user', CLAUDE_CONFIG_DIR: '/ok' } },
  },
  'sandbox: highest value, lists joined': {
    layers: {
      local: { sandbox: { enabled: true, excludedCommands: ['docker *', 5] } },
      user: { sandbox: { enabled: false, autoAllowBashIfSandboxed: false, excludedCommands: ['git *', 'docker *'] } },
    },
    context: {
      sandbox: {
        enabled: true,
        autoAllowBash: false,
        allowUnsandboxed: true,
        excludedCommands: ['docker *', 'git *'],
      },
    },
  },
  'sandbox: a repository cannot loosen what an administrator requires': {
    layers: {
      managed: { sandbox: { allowUnsandboxedCommands: false } },
      project: { sandbox: { enabled: false, excludedCommands: ['*'] } },
      user: { sandbox: { enabled: true } },
    },
    context: { sandbox: { enabled: true, autoAllowBash: true, allowUnsandboxed: false, excludedCommands: [] } },
  },
  'http limits: lists join, absent means no limit': {
    layers: {
      project: { allowedHttpHookUrls: ['https://a/*'] },
      user: { allowedHttpHookUrls: ['https://b/*', 'https://a/*'] },
    },
    context: { allowedHttpHookUrls: ['https://a/*', 'https://b/*'], httpHookAllowedEnvVars: null },
  },
  'http limits: an empty list blocks all, and a managed value of a wrong type is one': {
    layers: { managed: { allowedHttpHookUrls: 'https://a/*' }, user: { httpHookAllowedEnvVars: [] } },
    issues: ['error wrong-type managed#/allowedHttpHookUrls'],
    context: { allowedHttpHookUrls: [], httpHookAllowedEnvVars: [] },
  },
  'http limits: the list of a file that drops only tightens': {
    layers: {
      project: { model: 7, allowedHttpHookUrls: ['https://p'], httpHookAllowedEnvVars: ['P'] },
      user: { allowedHttpHookUrls: ['https://u'] },
    },
    issues: ['error wrong-type project#/model'],
    context: { allowedHttpHookUrls: ['https://u'], httpHookAllowedEnvVars: ['P'] },
  },
  'keys named like members of Object are plain keys': {
    layers: {
      project:
        '{"toString":1,"__proto__":{"permissions":{"allow":["Bash"]}},"constructor":{},"permissions":{"deny":["Read"]}}',
      user: '{"env":{"__proto__":"x","toString":"y"},"hooks":{"__proto__":[],"toString":[]}}',
    },
    rules: ['deny Read project#/permissions/deny/0'],
    issues: ['warning unknown-event user#/hooks/__proto__', 'warning unknown-event user#/hooks/toString'],
  },
}

describe('layers merge as the settings format says', () => {
  for (const [title, row] of Object.entries(rows)) {
    test(title, () => {
      const context = createContext({ ...ground, ...row.options, layers: row.layers })
      expect(issuesOf(context)).toEqual(row.issues ?? [])
      if (row.rules !== undefined) expect(rulesOf(context)).toEqual(row.rules)
      expect(context).toMatchObject(row.context ?? {})
    })
  }
})

test('a context without layers knows nothing and allows nothing', () => {
  expect(createContext()).toEqual({
    cwd: '/',
    home: '/',
    configDir: '/.claude',
    mode: 'default',
    platform: 'linux',
    trusted: true,
    layers: [],
    rules: { deny: [], ask: [], allow: [] },
    anchors: {},
    workingDirectories: ['/'],
    hooks: [],
    disableAllHooks: false,
    managedHooksOnly: false,
    allowedHttpHookUrls: null,
    httpHookAllowedEnvVars: null,
    env: {},
    sandbox: { enabled: false, autoAllowBash: true, allowUnsandboxed: true, excludedCommands: [] },
    blockReadsOutside: false,
    bypassDisabled: false,
    bypassAvailable: false,
    managedRulesOnly: false,
    headless: false,
    issues: [],
  })
})

test('`/path` rules are anchored at the start folder, those of the user at the configuration folder', () => {
  const layers = { managed: {}, cli: {}, local: {}, project: {}, user: {}, session: {} }
  const { anchors } = createContext({ ...ground, configDir: '/c', layers })
  expect(anchors).toEqual({ managed: '/w', cli: '/w', local: '/w', project: '/w', user: '/c', session: '/w' })
})

test('every value of a context is frozen, and every map of settings has no prototype', () => {
  const project = { permissions: { deny: ['Read'] }, hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] } }
  const context = createContext({
    ...ground,
    layers: { project, user: JSON.stringify({ ...project, env: { A: 'a' } }) },
  })
  const open: string[] = []
  const walk = (value: unknown, at: string, inSettings: boolean) => {
    if (typeof value !== 'object' || value === null) return
    if (!Object.isFrozen(value)) open.push(`${at} is not frozen`)
    if (inSettings && !Array.isArray(value) && Object.getPrototypeOf(value) !== null) open.push(`${at} has a prototype`)
    for (const [key, inner] of Object.entries(value)) {
      walk(inner, `${at}/${key}`, inSettings || key === 'settings' || key === 'handler')
    }
  }
  walk(context, '', false)
  expect(open).toEqual([])
})

test('what a caller hands over is neither changed nor followed afterwards', () => {
  const project = { permissions: { deny: ['Read'] } }
  const context = createContext({ ...ground, layers: { project } })
  project.permissions.deny.push('Edit')
  expect(Object.isFrozen(project)).toBe(false)
  expect(context.layers[0]?.settings).toEqual({ permissions: { deny: ['Read'] } })
})
