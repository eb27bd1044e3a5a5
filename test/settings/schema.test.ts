import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asObject, frozenCopy, type JsonObject } from '../../src/settings/json.ts'
import { explainMisfit, settingsJsonSchema, settingsSchema } from '../../src/settings/schema.ts'
import { fits, hookEvents } from '../../src/settings/shape.ts'

const copy = (value: unknown) => frozenCopy(value, { keys: 0, tooDeep: false }) as JsonObject

const odd = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  '',
  'x',
  'disable',
  [],
  ['x'],
  [7],
  {},
  { a: 1 },
  { a: 'b' },
)
const words = fc.constantFrom('', 'x', '*', 'Bash', '(')
const list = fc.array(fc.oneof({ weight: 9, arbitrary: words }, odd), { maxLength: 3 })
/** Mostly the right thing, sometimes anything. */
const mostly = <T>(right: fc.Arbitrary<T>) => fc.oneof({ weight: 12, arbitrary: right as fc.Arbitrary<unknown> }, odd)
const flag = mostly(fc.boolean())
const word = mostly(words)
const some = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) =>
  fc
    .tuple(
      fc.record(fields, { requiredKeys: [] }),
      fc.dictionary(fc.constantFrom('constructor', 'toString', 'zzz', '__proto__'), odd, { maxKeys: 1 }),
    )
    .map(([known, unknown]) => Object.assign(Object.create(null), known, unknown))

const handler = fc
  .tuple(
    fc.constantFrom<unknown>(
      'command',
      'http',
      'mcp_tool',
      'prompt',
      'agent',
      'zzz',
      7,
      undefined,
      'constructor',
      null,
      {},
      [],
    ),
    some({
      command: word,
      url: word,
      server: word,
      tool: word,
      prompt: word,
      if: word,
      timeout: mostly(fc.constantFrom(1, 0.5, 600)),
      statusMessage: word,
      once: flag,
      args: mostly(fc.array(words, { maxLength: 2 })),
      async: flag,
      asyncRewake: flag,
      shell: mostly(fc.constantFrom('bash', 'powershell')),
      onFailure: mostly(fc.constantFrom('block', 'continue')),
      headers: mostly(fc.constant({ a: 'b' })),
      allowedEnvVars: mostly(fc.array(words, { maxLength: 2 })),
      input: mostly(fc.constant({ a: [1] })),
      model: word,
      continueOnBlock: flag,
    }),
  )
  .map(([type, fields]) => (type === undefined ? fields : { ...fields, type }))
/** A handler with all that its type needs, so that whole files fit now and then. */
const goodHandler = fc.constantFrom(
  { type: 'command', command: 'x' },
  { type: 'http', url: 'x', headers: { a: 'b' } },
  { type: 'mcp_tool', server: 's', tool: 't', input: {} },
  { type: 'prompt', prompt: 'p' },
  { type: 'agent', prompt: 'p', model: 'm' },
)
const groups = mostly(
  fc.array(mostly(some({ matcher: word, hooks: mostly(fc.array(fc.oneof(goodHandler, handler), { maxLength: 2 })) })), {
    maxLength: 2,
  }),
)

const settings = some({
  $schema: word,
  permissions: mostly(
    some({
      allow: mostly(list),
      ask: mostly(list),
      deny: mostly(list),
      additionalDirectories: mostly(list),
      defaultMode: word,
      disableBypassPermissionsMode: odd,
      disableAutoMode: odd,
      blockReadsOutsideWorkingDirectories: flag,
    }),
  ),
  hooks: mostly(some({ PreToolUse: groups, PermissionRequest: groups, PostToolUse: groups, NoSuch: odd })),
  disableAllHooks: flag,
  allowedHttpHookUrls: odd,
  httpHookAllowedEnvVars: odd,
  env: mostly(some({ A: odd })),
  sandbox: mostly(
    some({
      enabled: flag,
      failIfUnavailable: flag,
      autoAllowBashIfSandboxed: flag,
      allowUnsandboxedCommands: flag,
      excludedCommands: mostly(list),
      filesystem: mostly(some({})),
      network: mostly(some({})),
    }),
  ),
  disableAutoMode: odd,
  allowManagedPermissionRulesOnly: odd,
  allowManagedHooksOnly: odd,
  strictPluginOnlyCustomization: odd,
  managedSourcesBehavior: odd,
  enabledMcpjsonServers: odd,
  model: word,
  outputStyle: word,
  apiKeyHelper: word,
  awsAuthRefresh: word,
  awsCredentialExport: word,
  otelHeadersHelper: word,
  cleanupPeriodDays: mostly(fc.constantFrom(0, 30)),
  statusLine: mostly(some({})),
  includeCoAuthoredBy: flag,
  enableAllProjectMcpServers: flag,
  alwaysThinkingEnabled: flag,
  respectGitignore: flag,
})

describe('the hand-written checks and the schema', () => {
  test('accept exactly the same files', () => {
    const seen = { fit: 0, misfit: 0 }
    const same = (value: unknown) => {
      const file = copy(value)
      const accepted = fits(file)
      seen[accepted ? 'fit' : 'misfit']++
      expect({ file, accepted: settingsSchema().safeParse(file).success }).toEqual({ file, accepted })
      expect(explainMisfit(file).length === 0).toBe(accepted)
    }
    fc.assert(fc.property(settings, same), { numRuns: 4000, seed: 7 })
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('permissions', 'hooks', 'env', 'sandbox', 'model', 'zzz'), fc.jsonValue()),
        same,
      ),
      {
        numRuns: 1000,
        seed: 8,
      },
    )
    // A generator that never fits, or always does, would prove nothing.
    expect(seen.fit).toBeGreaterThan(500)
    expect(seen.misfit).toBeGreaterThan(500)
  })

  test('one wrong value at a time is found and named', () => {
    const good = {
      permissions: {
        allow: ['a'],
        ask: [],
        deny: [],
        additionalDirectories: [],
        defaultMode: 'plan',
        blockReadsOutsideWorkingDirectories: true,
      },
      hooks: {
        PreToolUse: [
          {
            matcher: 'x',
            hooks: [
              {
                type: 'command',
                command: 'c',
                args: ['a'],
                timeout: 1,
                async: true,
                shell: 'bash',
                onFailure: 'block',
                if: 'Bash',
              },
            ],
          },
        ],
      },
      env: { A: 'a' },
      sandbox: { enabled: true, excludedCommands: [], network: {} },
      model: 'm',
      cleanupPeriodDays: 3,
      disableAllHooks: false,
    }
    const pointers: string[] = []
    const eachValue = (value: unknown, pointer: string, replace: (other: unknown) => unknown) => {
      if (pointer !== '') {
        const file = copy(replace({ wrong: [null] }))
        const found = explainMisfit(file).map((misfit) => misfit.pointer)
        if (!fits(file)) pointers.push(`${pointer} -> ${found.join(' ')}`)
        else expect(found).toEqual([])
      }
      for (const [key, inner] of Object.entries(asObject(value) ?? (Array.isArray(value) ? value : {}))) {
        eachValue(inner, `${pointer}/${key}`, (other) =>
          replace(
            Array.isArray(value)
              ? value.map((entry, i) => (String(i) === key ? other : entry))
              : { ...(value as object), [key]: other },
          ),
        )
      }
    }
    eachValue(good, '', (value) => value)
    const handlerAt = '/hooks/PreToolUse/0/hooks/0'
    expect(pointers).toEqual([
      '/permissions/allow -> /permissions/allow',
      '/permissions/ask -> /permissions/ask',
      '/permissions/deny -> /permissions/deny',
      '/permissions/additionalDirectories -> /permissions/additionalDirectories',
      '/permissions/defaultMode -> /permissions/defaultMode',
      '/permissions/blockReadsOutsideWorkingDirectories -> /permissions/blockReadsOutsideWorkingDirectories',
      '/hooks/PreToolUse -> /hooks/PreToolUse',
      '/hooks/PreToolUse/0 -> /hooks/PreToolUse/0/hooks',
      '/hooks/PreToolUse/0/matcher -> /hooks/PreToolUse/0/matcher',
      '/hooks/PreToolUse/0/hooks -> /hooks/PreToolUse/0/hooks',
      `${handlerAt} -> ${handlerAt}/type`,
      ...['type', 'command', 'args', 'args/0', 'timeout', 'async', 'shell', 'onFailure', 'if'].map(
        (key) => `${handlerAt}/${key} -> ${handlerAt}/${key}`,
      ),
      '/sandbox/enabled -> /sandbox/enabled',
      '/sandbox/excludedCommands -> /sandbox/excludedCommands',
      '/model -> /model',
      '/cleanupPeriodDays -> /cleanupPeriodDays',
      '/disableAllHooks -> /disableAllHooks',
    ])
  })
})

describe('schema/settings.schema.json', () => {
  const published = JSON.parse(readFileSync(new URL('../../schema/settings.schema.json', import.meta.url), 'utf8'))

  test('is what the zod schema says; `node scripts/settings-schema.mjs` writes it', () => {
    expect(published).toEqual(settingsJsonSchema())
  })

  test('names every event and describes every key', () => {
    expect(Object.keys(published.properties.hooks.anyOf[0].properties)).toEqual([...hookEvents])
    const silent = Object.entries(published.properties).filter(
      ([, value]) => (value as { description?: string }).description === undefined,
    )
    expect(silent).toEqual([])
  })

  test('accepts a good file and refuses the mistakes that an editor should show', () => {
    const accepts = new Ajv2020({ strict: false }).compile(published)
    const command = { type: 'command', command: 'x' }
    expect(
      accepts({
        permissions: { allow: ['Bash(ls)'], defaultMode: 'manual' },
        hooks: { Stop: [{ hooks: [command] }] },
        zzz: 1,
      }),
    ).toBe(true)
    for (const wrong of [
      { permissions: { deny: [5] } },
      { permissions: { defaultMode: 'acceptedits' } },
      { permissions: { disableBypassPermissionsMode: true } },
      { hooks: { Stop: [command] } },
      { hooks: { PreToolUse: [{ hooks: [{ type: 'zzz' }] }] } },
      { env: { A: 7 } },
      { allowManagedHooksOnly: 'yes' },
    ]) {
      expect([wrong, accepts(wrong)]).toEqual([wrong, false])
    }
  })
})
