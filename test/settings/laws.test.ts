import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PermissionContext } from '../../src/rules/context.ts'
import { createContext, loadContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'

const settings = {
  model: 'x',
  env: { A: 'b' },
  permissions: {
    allow: ['Bash(ls)', 'Read'],
    deny: ['Bash(rm *)', 'Read(./.env)'],
    ask: ['WebFetch'],
    additionalDirectories: ['/out'],
    defaultMode: 'acceptEdits',
  },
  hooks: { Stop: [{ hooks: [{ type: 'command', command: 'echo "x"' }] }] },
}
const restrictions = [...settings.permissions.deny, ...settings.permissions.ask]
const texts = [JSON.stringify(settings), JSON.stringify(settings, null, 2)]

const read = (text: string) => createContext({ layers: { project: text } })
const restricting = ({ rules }: PermissionContext) => [...rules.deny, ...rules.ask].map((rule) => rule.text)
const loosens = ({ rules, workingDirectories, mode }: PermissionContext) =>
  rules.allow.length > 0 || workingDirectories.length > 1 || mode !== 'default'

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

describe('a broken file never loosens', () => {
  test('cut off anywhere, what stands before the cut still restricts', () => {
    for (const text of texts) {
      for (let end = 1; end < text.length; end++) {
        const cut = text.slice(0, end)
        const context = read(cut)
        const whole = restrictions.filter((rule) => cut.includes(JSON.stringify(rule)))
        expect([cut, restricting(context)]).toEqual([cut, expect.arrayContaining(whole)])
        expect([cut, loosens(context)]).toEqual([cut, false])
        expect(context.layers[0]?.dropped).toBe(true)
      }
    }
  })

  test('with one character gone or too many, its rules still restrict', () => {
    const text = texts[1]!
    for (const extra of ['', ',', ':', '}', '{', ']', '[', 'x', '/']) {
      for (let at = 0; at < text.length; at++) {
        const broken = text.slice(0, at) + extra + text.slice(extra === '' ? at + 1 : at)
        // A quote that goes changes where every text of its line begins; then not all can be known.
        if ((extra === '' && text[at] === '"') || isJson(broken)) continue
        const context = read(broken)
        const whole = restrictions.filter((rule) => broken.includes(JSON.stringify(rule)))
        const named = broken.includes('"deny"') && broken.includes('"ask"')
        if (named) expect([broken, restricting(context)]).toEqual([broken, expect.arrayContaining(whole)])
        expect([broken, loosens(context)]).toEqual([broken, false])
      }
    }
  })

  test('however it is damaged', () => {
    const noise = fc.array(
      fc.tuple(
        fc.nat(texts[1]!.length),
        fc.nat(9),
        fc.constantFrom('', '"', '\\', '{', '}', '[', ']', '\0', '\ufffd', '// ', '/*', '\u2028', 'deny'),
      ),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(fc.constantFrom(...texts), noise, (text, changes) => {
        const damaged = changes.reduce(
          (now, [at, gone, extra]) => now.slice(0, at) + extra + now.slice(at + gone),
          text,
        )
        const context = read(damaged)
        if (!isJson(damaged) && damaged.trim() !== '') expect(loosens(context)).toBe(false)
      }),
      { numRuns: 2000, seed: 3 },
    )
  })
})

test('a wrong value anywhere never loosens and never throws', () => {
  const project = JSON.stringify(settings)
  fc.assert(
    fc.property(
      fc.constantFrom('permissions', 'env', 'model', 'hooks', 'sandbox', 'disableAllHooks'),
      fc.jsonValue(),
      (key, value) => {
        const context = createContext({ layers: { project: { ...JSON.parse(project), [key]: value } } })
        if (context.layers[0]?.dropped) expect(loosens(context)).toBe(false)
        if (key !== 'permissions') expect(restricting(context)).toEqual(restrictions)
      },
    ),
    { numRuns: 2000, seed: 4 },
  )
})

test('any JSON in any layer gives a context', () => {
  const layer = fc.oneof(fc.jsonValue(), fc.json(), fc.string())
  fc.assert(
    fc.property(
      fc.record(
        { managed: layer, cli: layer, local: layer, project: layer, user: layer, session: layer },
        { requiredKeys: [] },
      ),
      (layers) => {
        const { issues, layers: read } = createContext({ layers })
        expect(read.length).toBe(Object.keys(layers).length)
        for (const issue of issues) expect(issue.data['message']).toEqual(expect.any(String))
      },
    ),
    { numRuns: 1000, seed: 5 },
  )
})

test('more layers never take a restriction away, but for the managed lock', () => {
  const rule = fc.constantFrom('a', 'b', 'c')
  const block = fc.record({ deny: fc.array(rule), ask: fc.array(rule), allow: fc.array(rule) })
  const layers = fc.record(
    { managed: block, cli: block, local: block, project: block, user: block },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(layers, block, fc.constantFrom('managed', 'cli', 'local', 'project', 'user'), (given, more, layer) => {
      const wrap = (blocks: object) =>
        Object.fromEntries(Object.entries(blocks).map(([name, permissions]) => [name, { permissions }]))
      const before = restricting(createContext({ layers: wrap(given) }))
      if (layer in given) return
      const after = restricting(createContext({ layers: wrap({ ...given, [layer]: more }) }))
      expect(after).toEqual(expect.arrayContaining(before))
    }),
    { numRuns: 500, seed: 6 },
  )
})

test('the same settings from disk and given as layers give the same rules', () => {
  const files = { '/w/.claude/settings.json': texts[1]!, '/h/.claude/settings.json': texts[0]! }
  const loaded = loadContext({ cwd: '/w', home: '/h', trusted: true }, memorySystem(files))
  const given = createContext({ cwd: '/w', home: '/h', layers: { project: settings, user: settings } })
  const shape = ({ rules, hooks, workingDirectories, mode, env }: PermissionContext) => ({
    rules: Object.values(rules).map((list) =>
      list.map(({ effect, text, source }) => [effect, text, source.layer, source.pointer]),
    ),
    hooks: hooks.map(({ handler, source }) => [handler, source.pointer]),
    workingDirectories,
    mode,
    env,
  })
  expect(shape(loaded)).toEqual(shape(given))
})
