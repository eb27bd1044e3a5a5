import { describe } from 'vitest'
import { allow, check, file } from './loading.ts'

describe('managed settings', () => {
  const folder = '/etc/claude-code'
  const files = {
    [`${folder}/managed-settings.json`]: file({ deny: ['base'], defaultMode: 'plan' }, { allowManagedHooksOnly: true }),
    [`${folder}/managed-settings.d/20-b.json`]: file(
      { deny: ['b'], defaultMode: 'dontAsk' },
      { allowManagedHooksOnly: false },
    ),
    [`${folder}/managed-settings.d/10-a.json`]: file({ deny: ['a'] }),
    [`${folder}/managed-settings.d/.hidden.json`]: file({ deny: ['hidden'] }),
    [`${folder}/managed-settings.d/notes.txt`]: file({ deny: ['notes'] }),
  }
  check('drop-ins in order of their names: lists join, the last scalar wins', {
    files,
    deny: ['base', 'a', 'b'],
    expected: { mode: 'dontAsk', managedHooksOnly: false },
  })
  check('drop-ins alone', { files: { [`${folder}/managed-settings.d/x.json`]: file({ deny: ['x'] }) }, deny: ['x'] })
  check('another source stands alone, but for variables and what only tightens', {
    files: {
      ...files,
      [`${folder}/managed-settings.d/30-c.json`]: file(
        { blockReadsOutsideWorkingDirectories: true },
        { env: { A: 'f', B: 'f' } },
      ),
    },
    options: { managedSource: () => ({ permissions: { deny: ['host'] }, env: { A: 'h' } }) },
    deny: ['host'],
    expected: { mode: 'default', managedHooksOnly: false, blockReadsOutside: true, env: { A: 'h', B: 'f' } },
  })
  check('another source without a policy key does not count', {
    files,
    options: { managedSource: () => '{"managedSourcesBehavior":"first-wins"}' },
    deny: ['base', 'a', 'b'],
  })
  check('another source that says nothing does not count', {
    files,
    options: { managedSource: () => null },
    deny: ['base', 'a', 'b'],
  })
  check('sources that merge: lists join, locks take the strictest, the mode comes from the highest', {
    files: { ...files, [`${folder}/managed-settings.d/30-c.json`]: '{"allowManagedPermissionRulesOnly":true}' },
    options: {
      managedSource: () => ({
        managedSourcesBehavior: 'merge',
        permissions: { deny: ['host'] },
        allowManagedPermissionRulesOnly: false,
      }),
    },
    deny: ['base', 'a', 'b', 'host'],
    expected: { mode: 'default', managedRulesOnly: true },
  })
  check('a source that fails is no reason to go on', {
    files: { ...files, '/h/.claude/settings.json': allow('u') },
    options: {
      managedSource: () => {
        throw new Error('no route')
      },
    },
    allow: [],
    issues: ['unreadable managed-source', 'refuses-to-start managed-source'],
  })
  check('a file that cannot be read is no reason to go on, whoever stands above it', {
    files: { [`${folder}/managed-settings.json`]: '{', '/h/.claude/settings.json': allow('u') },
    options: { managedSource: () => ({ permissions: { allow: ['host'] } }) },
    allow: [],
    issues: [`invalid-json ${folder}/managed-settings.json`, `refuses-to-start ${folder}/managed-settings.json`],
  })
})
