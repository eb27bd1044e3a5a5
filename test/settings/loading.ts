import { expect, test } from 'vitest'
import { type LoadOptions, loadContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'

export const file = (permissions: object, more = {}) => JSON.stringify({ permissions, ...more })
export const allow = (...rules: string[]) => file({ allow: rules })
export const git = { '/r/.git/HEAD': 'ref: refs/heads/main\n', '/r/.git/config': '' }
/** A worktree `/wt` of `/r`, as git lays it out. */
export const worktree = {
  ...git,
  '/wt/.git': 'gitdir: /r/.git/worktrees/wt\n',
  '/r/.git/worktrees/wt/commondir': '../..\n',
  '/r/.git/worktrees/wt/gitdir': '/wt/.git\n',
}
export const trustedIn = (...folders: string[]) =>
  JSON.stringify({ projects: Object.fromEntries(folders.map((at) => [at, { hasTrustDialogAccepted: true }])) })

interface Row {
  readonly files: Readonly<Record<string, string>>
  readonly links?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly options?: LoadOptions
  /** Files of the layers, in their order. */
  readonly layers?: readonly string[]
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  readonly issues?: readonly string[]
  readonly expected?: object
}

/** A test of what is loaded from a disk in memory; what a row leaves out is not compared, but for the issues. */
export function check(title: string, { files, links = {}, env = {}, options = {}, ...want }: Row) {
  test(title, () => {
    const context = loadContext({ cwd: '/r', home: '/h', ...options }, memorySystem(files, links, env))
    if (want.layers) expect(context.layers.map(({ layer, file }) => `${layer} ${file}`)).toEqual(want.layers)
    if (want.allow) expect(context.rules.allow.map(({ text }) => text)).toEqual(want.allow)
    if (want.deny) expect(context.rules.deny.map(({ text }) => text)).toEqual(want.deny)
    expect(context.issues.map(({ code, file }) => `${code} ${file}`)).toEqual(want.issues ?? [])
    expect(context).toMatchObject(want.expected ?? {})
  })
}
