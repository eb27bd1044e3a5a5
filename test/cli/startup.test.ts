import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programs } from '../../src/bash-parser/commands/index.ts'
import { inFolder } from '../support/temporary.ts'
import { bash, payload } from './hook-payloads.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')

/** A preload that prints at exit what was loaded: modules of Node and files. */
const witness = `process.on('exit', () => {
  const files = Object.keys(require.cache)
  require('fs').writeSync(2, JSON.stringify({ builtin: process.moduleLoadList, files }))
})`

/** What a script loads beyond an empty one. */
async function loads(stdin: (cwd: string) => string) {
  const settings = {
    permissions: {
      allow: ['Bash(npm test *)', 'Edit(/src/**)', 'WebFetch(domain:x.example)'],
      deny: ['Bash(rm *)'],
      ask: ['Bash(git push *)'],
    },
  }
  return inFolder({ 'p/.claude/settings.json': settings, 'witness.cjs': witness, 'empty.cjs': '' }, (folder) => {
    const run = (script: string, argv: readonly string[], input: string) => {
      const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env
      const command = [process.execPath, '--require', `${folder}/witness.cjs`, script, ...argv]
      // Standard error alone, where the witness speaks.
      const text = execFileSync('sh', ['-c', '"$@" 2>&1 >/dev/null', 'sh', ...command], {
        input,
        encoding: 'utf8',
        env: { ...env, HOME: folder },
      })
      return JSON.parse(text) as { builtin: string[]; files: string[] }
    }
    const empty = run(`${folder}/empty.cjs`, [], '')
    const hook = run(join(root, 'bin/policy.cjs'), ['hook'], stdin(`${folder}/p`))
    return {
      builtin: hook.builtin.filter((name) => !empty.builtin.includes(name)),
      files: hook.files
        .filter((name) => !name.startsWith(folder))
        .map((name) => relative(root, name))
        .sort(),
    }
  })
}

describe('the hook loads', () => {
  const table: readonly [string, object, readonly RegExp[]][] = [
    [
      'nothing but itself for a file tool',
      { tool_name: 'Write', tool_input: { file_path: '/tmp/x', content: '' } },
      [],
    ],
    [
      'nothing but itself for a host',
      { tool_name: 'WebFetch', tool_input: { url: 'https://x.example', prompt: '' } },
      [],
    ],
    ['nothing but itself for a program nobody wrote down', bash('frobnicate --all'), []],
    ['what one program does', bash('cat a.txt'), [/^dist\/programs\/[\w-]+\.cjs$/]],
    ['what one program does, where a rule allows it', bash('npm test -- --run'), [/^dist\/programs\/[\w-]+\.cjs$/]],
  ]
  it.each(table)('%s', async (_, fields, files) => {
    const loaded = await loads((cwd) => JSON.stringify(payload(cwd, fields)))
    const expected = [/^bin\/policy\.cjs$/, /^dist\/policy\.cjs$/, ...files].map((file) => expect.stringMatching(file))
    expect(loaded).toEqual({ builtin: [], files: expected })
  })
})

describe('where the native grammar does not load', () => {
  const hide = `const Module = require('module')
const load = Module._load
Module._load = function (name, ...rest) {
  if (name === 'tree-sitter') throw new Error('no native module for this machine')
  return load.call(this, name, ...rest)
}
process.on('exit', () => require('fs').writeSync(2, String(Object.keys(require.cache).some((file) => file.includes('web-tree-sitter')))))`
  const settings = { permissions: { deny: ['Bash(rm *)'], ask: ['Bash(git push *)'] } }

  it.each(['case x in; git push origin', 'if true; then git push origin', 'echo "open $(frobnicate b)', 'ls; )'])(
    'the wasm one gives the same answer: %s',
    async (command) => {
      await inFolder({ 'p/.claude/settings.json': settings, 'hide.cjs': hide }, (folder) => {
        const run = (...flags: readonly string[]) => {
          const input = JSON.stringify(payload(`${folder}/p`, bash(command)))
          const { stdout, stderr } = spawnSync(process.execPath, [...flags, join(root, 'bin/policy.cjs'), 'hook'], {
            input,
            encoding: 'utf8',
          })
          return { stdout, stderr }
        }
        const native = run()
        expect(JSON.parse(native.stdout)).toHaveProperty('hookSpecificOutput.permissionDecision', 'ask')
        expect(run('--require', `${folder}/hide.cjs`)).toEqual({ stdout: native.stdout, stderr: 'true' })
      })
    },
  )
})

describe('the built files', () => {
  it('of the hook stay small', () => {
    expect(statSync(join(dist, 'policy.cjs')).size).toBeLessThan(184_000)
  })

  it('know every program by every name', () => {
    const require = createRequire(join(dist, 'policy.cjs'))
    const names = readdirSync(join(dist, 'programs')).flatMap((file) =>
      Object.values(require(`./programs/${file}`) as Record<string, readonly { readonly names: readonly string[] }[]>)
        .filter(Array.isArray)
        .flatMap((family) => family.flatMap((program) => program.names)),
    )
    const missing = programs.flatMap((program) => program.names).filter((name) => !names.includes(name))
    expect(missing).toEqual([])
  })
})
