import { describe, expect, test } from 'vitest'
import type { Layer } from '../../src/decision.ts'
import { createContext } from '../../src/settings/load.ts'

const run = (command: string, more = {}) => ({ type: 'command', command, ...more })
const pre = (...hooks: unknown[]) => ({ PreToolUse: [{ matcher: 'Bash', hooks }] })

interface Row {
  readonly layers: Partial<Record<Layer, unknown>>
  /** Command and place of each handler that may run; `!` after those that may only tighten. */
  readonly hooks: readonly string[]
  readonly issues?: readonly string[]
}

const rows: Record<string, Row> = {
  'hooks of all layers add up': {
    layers: { managed: { hooks: pre(run('m')) }, project: { hooks: pre(run('p')) }, user: { hooks: pre(run('u')) } },
    hooks: [
      'm managed#/hooks/PreToolUse/0/hooks/0',
      'p project#/hooks/PreToolUse/0/hooks/0',
      'u user#/hooks/PreToolUse/0/hooks/0',
    ],
  },
  'a handler that two files hold alike runs once': {
    layers: {
      project: { hooks: pre(run('x', { timeout: 5 })) },
      user: { hooks: pre({ timeout: 5, ...run('x'), statusMessage: 'hi' }) },
    },
    hooks: ['x project#/hooks/PreToolUse/0/hooks/0'],
  },
  'handlers that differ in a field, a matcher or an event are two': {
    layers: {
      local: { hooks: { PreToolUse: [{ matcher: 'Read', hooks: [run('x')] }] } },
      project: { hooks: pre(run('x', { timeout: 5 })) },
      user: { hooks: { ...pre(run('x')), PostToolUse: [{ matcher: 'Bash', hooks: [run('x')] }] } },
    },
    hooks: [
      'x local#/hooks/PreToolUse/0/hooks/0',
      'x project#/hooks/PreToolUse/0/hooks/0',
      'x user#/hooks/PreToolUse/0/hooks/0',
      'x user#/hooks/PostToolUse/0/hooks/0',
    ],
  },
  'of two copies the one that may also allow stays': {
    layers: { project: { model: 7, hooks: pre(run('x')) }, user: { hooks: pre(run('x')) } },
    hooks: ['x user#/hooks/PreToolUse/0/hooks/0'],
    issues: ['error project#/model'],
  },
  'S9: the nearer disableAllHooks wins': {
    layers: { project: { disableAllHooks: false }, user: { disableAllHooks: true, hooks: pre(run('u')) } },
    hooks: ['u user#/hooks/PreToolUse/0/hooks/0'],
  },
  'disableAllHooks spares managed hooks': {
    layers: { managed: { hooks: pre(run('m')) }, project: { disableAllHooks: true, hooks: pre(run('p')) } },
    hooks: ['m managed#/hooks/PreToolUse/0/hooks/0'],
  },
  'disableAllHooks in managed settings spares none': {
    layers: {
      managed: { disableAllHooks: true, hooks: pre(run('m')) },
      user: { disableAllHooks: false, hooks: pre(run('u')) },
    },
    hooks: [],
  },
  'disableAllHooks of a file that drops is not heard': {
    layers: { project: { disableAllHooks: true, model: 7 }, user: { hooks: pre(run('u')) } },
    hooks: ['u user#/hooks/PreToolUse/0/hooks/0'],
    issues: ['error project#/model'],
  },
  allowManagedHooksOnly: {
    layers: { managed: { allowManagedHooksOnly: true, hooks: pre(run('m')) }, cli: { hooks: pre(run('c')) } },
    hooks: ['m managed#/hooks/PreToolUse/0/hooks/0'],
  },
  'strictPluginOnlyCustomization that names hooks': {
    layers: { managed: { strictPluginOnlyCustomization: ['hooks'] }, user: { hooks: pre(run('u')) } },
    hooks: [],
  },
  'strictPluginOnlyCustomization that names something else': {
    layers: { managed: { strictPluginOnlyCustomization: ['mcp'] }, user: { hooks: pre(run('u')) } },
    hooks: ['u user#/hooks/PreToolUse/0/hooks/0'],
  },
  'allowManagedHooksOnly does nothing in a project': {
    layers: { project: { allowManagedHooksOnly: true, hooks: pre(run('p')) } },
    hooks: ['p project#/hooks/PreToolUse/0/hooks/0'],
    issues: ['warning project#/allowManagedHooksOnly'],
  },
  'an unknown event is skipped': {
    layers: { project: { hooks: { NoSuch: 'x', ...pre(run('p')) } } },
    hooks: ['p project#/hooks/PreToolUse/0/hooks/0'],
    issues: ['warning project#/hooks/NoSuch'],
  },
  'a bad entry of an event that decides nothing is skipped': {
    layers: {
      project: {
        hooks: {
          PostToolUse: [{ hooks: [{ type: 'zzz' }, run('post')] }, { matcher: 5, hooks: [] }],
          Stop: 'x',
          ...pre(run('p')),
        },
      },
    },
    hooks: ['post project#/hooks/PostToolUse/0/hooks/1', 'p project#/hooks/PreToolUse/0/hooks/0'],
    issues: [
      'warning project#/hooks/PostToolUse/0/hooks/0',
      'warning project#/hooks/PostToolUse/1',
      'warning project#/hooks/Stop',
    ],
  },
  'a bad handler under PreToolUse drops the file; its neighbour still runs and only tightens': {
    layers: {
      project: { hooks: { ...pre({ type: 'zzz', command: 'a' }, run('b')), PostToolUse: [{ hooks: [run('post')] }] } },
    },
    hooks: ['b project#/hooks/PreToolUse/0/hooks/1 !'],
    issues: ['error project#/hooks/PreToolUse/0/hooks/0/type'],
  },
  'a bad group under PreToolUse drops the file; the other group still runs': {
    layers: { project: { hooks: { PreToolUse: [{ matcher: 5, hooks: [run('a')] }, { hooks: [run('b')] }] } } },
    hooks: ['b project#/hooks/PreToolUse/1/hooks/0 !'],
    issues: ['error project#/hooks/PreToolUse/0/matcher'],
  },
  'a handler where a group belongs drops the file': {
    layers: { project: { hooks: { PreToolUse: [run('a')] } } },
    hooks: [],
    issues: ['error project#/hooks/PreToolUse/0/hooks'],
  },
  'of a file that drops, PermissionRequest hooks may refuse, and other events do not run': {
    layers: {
      project: {
        hooks: {
          PermissionRequest: [{ hooks: [run('a'), { type: 'command' }] }],
          PostToolUse: [{ hooks: [run('b')] }],
        },
      },
    },
    hooks: ['a project#/hooks/PermissionRequest/0/hooks/0 !'],
    issues: ['error project#/hooks/PermissionRequest/0/hooks/1/command'],
  },
  'a managed file is repaired: the bad entry goes, the rest may still allow': {
    layers: { managed: { hooks: pre({ type: 'zzz' }, run('m')), permissions: { allow: ['Bash'] } } },
    hooks: ['m managed#/hooks/PreToolUse/0/hooks/1'],
    issues: ['error managed#/hooks/PreToolUse/0/hooks/0/type', 'error managed#/hooks/PreToolUse/0/hooks/0'],
  },
  'hooks in a text that is no JSON run when they can be read': {
    layers: { user: `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"u"},]}]}` },
    hooks: ['u user#/hooks/PreToolUse/0/hooks/0 !'],
    issues: ['error user#'],
  },
  'hooks: null removes the key': { layers: { project: { hooks: null } }, hooks: [] },
}

describe('hooks of the layers', () => {
  for (const [title, { layers, hooks, issues = [] }] of Object.entries(rows)) {
    test(title, () => {
      const context = createContext({ layers })
      expect(
        context.hooks.map(
          ({ handler, source, onlyTightens }) =>
            `${handler['command']} ${source.file}#${source.pointer}${onlyTightens ? ' !' : ''}`,
        ),
      ).toEqual(hooks)
      expect(context.issues.map(({ severity, file, data }) => `${severity} ${file}#${data['pointer']}`)).toEqual(issues)
    })
  }
})

test('the switches are told besides', () => {
  const flags = (managed: object, user: object) => {
    const { disableAllHooks, managedHooksOnly } = createContext({ layers: { managed, user } })
    return { disableAllHooks, managedHooksOnly }
  }
  expect(flags({}, {})).toEqual({ disableAllHooks: false, managedHooksOnly: false })
  expect(flags({}, { disableAllHooks: true })).toEqual({ disableAllHooks: true, managedHooksOnly: false })
  expect(flags({ allowManagedHooksOnly: 'yes' }, {})).toEqual({ disableAllHooks: false, managedHooksOnly: true })
  expect(flags({ allowManagedHooksOnly: false }, {})).toEqual({ disableAllHooks: false, managedHooksOnly: false })
})
