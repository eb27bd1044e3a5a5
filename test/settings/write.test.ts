import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PolicyError } from '../../src/errors.ts'
import {
  addingDirectories,
  addingRules,
  type Change,
  changeSettings,
  removingDirectories,
  removingRules,
  replacingRules,
  settingMode,
} from '../../src/settings/write.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'write-')))
  file = path.join(folder, 'settings.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const text = () => readFileSync(file, 'utf8')

describe('only what changes is touched', () => {
  const rows: Record<string, [before: string, change: Change, after: string]> = {
    'a new list in a new block': [
      '{\n  "model": "x"\n}\n',
      addingRules('deny', ['Read']),
      '{\n  "model": "x",\n  "permissions": {\n    "deny": [\n      "Read"\n    ]\n  }\n}\n',
    ],
    'a rule after the others': [
      '{\n    "permissions": {\n        "allow": [\n            "a"\n        ]\n    },\n    "zzz": [1,  2]\n}',
      addingRules('allow', ['b', 'a', 'b', 'c']),
      '{\n    "permissions": {\n        "allow": [\n            "a",\n            "b",\n            "c"\n        ]\n    },\n    "zzz": [1,  2]\n}',
    ],
    'an empty list': ['{"permissions":{"ask":[]}}', addingRules('ask', ['x']), '{"permissions":{"ask":["x"]}}'],
    tabs: [
      '{\n\t"permissions": {\n\t\t"allow": ["a"]\n\t}\n}\n',
      addingDirectories(['/x']),
      '{\n\t"permissions": {\n\t\t"allow": ["a"],\n\t\t"additionalDirectories": [\n\t\t\t"/x"\n\t\t]\n\t}\n}\n',
    ],
    'line ends of Windows and a byte order mark': [
      '\ufeff{\r\n  "model": "x"\r\n}\r\n',
      () => [{ path: ['model'], value: 'y' }],
      '\ufeff{\r\n  "model": "y"\r\n}\r\n',
    ],
    'every copy of a rule goes': [
      '{"permissions":{"allow":["a","b","a",7,"c"]}}',
      removingRules('allow', ['a', 'c']),
      '{"permissions":{"allow":["b",7]}}',
    ],
    'a directory goes': [
      '{"permissions":{"additionalDirectories":["/a","/b"]}}',
      removingDirectories(['/a']),
      '{"permissions":{"additionalDirectories":["/b"]}}',
    ],
    'a rule after others on one line': [
      '{"permissions":{"allow":["a", "b"],"deny":["c"]}}',
      (settings) => [...addingRules('allow', ['x'])(settings), ...addingRules('deny', ['y'])(settings)],
      '{"permissions":{"allow":["a", "b", "x"],"deny":["c", "y"]}}',
    ],
    'a list is replaced': [
      '{"permissions":{"ask":["a","b"]},"zzz":1}',
      replacingRules('ask', ['c', 'c']),
      '{"permissions":{"ask":["c"]},"zzz":1}',
    ],
    'a mode is set': ['{"permissions":{}}', settingMode('plan'), '{"permissions":{"defaultMode":"plan"}}'],
    'a key goes': ['{\n  "a": 1,\n  "b": 2\n}\n', () => [{ path: ['a'], value: undefined }], '{\n  "b": 2\n}\n'],
    'an empty file': [
      '',
      addingRules('deny', ['x']),
      '{\n  "permissions": {\n    "deny": [\n      "x"\n    ]\n  }\n}\n',
    ],
    'a key named like a member of Object': ['{}', () => [{ path: ['__proto__'], value: 1 }], '{\n  "__proto__": 1\n}'],
  }
  for (const [title, [before, change, after]] of Object.entries(rows)) {
    test(title, () => {
      writeFileSync(file, before)
      expect(changeSettings(file, change)).toBe(true)
      expect(text()).toBe(after)
      expect(readdirSync(folder)).toEqual(['settings.json'])
    })
  }

  test('nothing to change leaves the file alone', () => {
    const before = '{ "permissions": {"allow": ["a"]} }'
    writeFileSync(file, before)
    const { ino, mtimeMs } = statSync(file)
    for (const change of [
      addingRules('allow', ['a']),
      removingRules('deny', ['x']),
      addingDirectories([]),
      () => [],
      replacingRules('allow', ['a']),
      settingMode('bypassPermissions'),
    ]) {
      expect(changeSettings(file, change)).toBe(false)
    }
    expect(text()).toBe(before)
    expect(statSync(file)).toMatchObject({ ino, mtimeMs })
  })
})

describe('the file on disk', () => {
  test('a missing file and its folder are made, readable like any other new file', () => {
    file = path.join(folder, '.claude', 'settings.local.json')
    expect(changeSettings(file, () => [])).toBe(false)
    expect(existsSync(file)).toBe(false)
    expect(changeSettings(file, addingRules('allow', ['a']))).toBe(true)
    expect(JSON.parse(text())).toEqual({ permissions: { allow: ['a'] } })
    writeFileSync(path.join(folder, 'usual'), '')
    expect(statSync(file).mode).toBe(statSync(path.join(folder, 'usual')).mode)
  })

  test('its mode and owner stay', () => {
    writeFileSync(file, '{}')
    chmodSync(file, 0o640)
    const { uid, gid } = statSync(file)
    changeSettings(file, addingRules('allow', ['a']))
    expect(statSync(file)).toMatchObject({ uid, gid })
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  test('a chain of links stays and its end is written', () => {
    mkdirSync(path.join(folder, 'dotfiles'))
    mkdirSync(path.join(folder, 'store'))
    writeFileSync(path.join(folder, 'store', 'b.json'), '{}')
    symlinkSync('../store/b.json', path.join(folder, 'dotfiles', 'a.json'))
    symlinkSync('dotfiles/a.json', file)
    changeSettings(file, addingRules('allow', ['a']))
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(lstatSync(path.join(folder, 'dotfiles', 'a.json')).isSymbolicLink()).toBe(true)
    expect(JSON.parse(readFileSync(path.join(folder, 'store', 'b.json'), 'utf8'))).toEqual({
      permissions: { allow: ['a'] },
    })
    expect(readdirSync(path.join(folder, 'store'))).toEqual(['b.json'])
  })

  const refusals: Record<string, [content: string, change: Change, code: string]> = {
    'comments are not lost': ['{\n  // why\n  "a": 1\n}', addingRules('allow', ['a']), 'invalid-json'],
    'broken text is not mended': ['{"permissions":', addingRules('allow', ['a']), 'invalid-json'],
    'a list is no settings file': ['[]', addingRules('allow', ['a']), 'invalid-json'],
    'a wrong block is not replaced': ['{"permissions":[]}', addingRules('allow', ['a']), 'wrong-type'],
    'a wrong list is not replaced': ['{"permissions":{"allow":"a"}}', addingRules('allow', ['b']), 'wrong-type'],
  }
  for (const [title, [content, change, code]] of Object.entries(refusals)) {
    test(title, () => {
      writeFileSync(file, content)
      expect(refused(() => changeSettings(file, change))).toBe(code)
      expect(text()).toBe(content)
      expect(readdirSync(folder)).toEqual(['settings.json'])
    })
  }

  test('a loop of links is refused', () => {
    symlinkSync('settings.json', file)
    expect(refused(() => changeSettings(file, addingRules('allow', ['a'])))).toBe('link-loop')
  })

  test('what somebody else wrote meanwhile is kept', () => {
    writeFileSync(file, '{}')
    let first = true
    changeSettings(file, (settings) => {
      if (first) writeFileSync(file, '{"model":"theirs"}')
      first = false
      return addingRules('allow', ['ours'])(settings)
    })
    expect(JSON.parse(text())).toEqual({ model: 'theirs', permissions: { allow: ['ours'] } })
  })

  test('a file that never stands still is left to the others', () => {
    writeFileSync(file, '{}')
    let turn = 0
    const change: Change = () => {
      writeFileSync(file, `{"turn":${++turn}}`)
      return [{ path: ['ours'], value: true }]
    }
    expect(refused(() => changeSettings(file, change))).toBe('file-changed')
    expect(text()).toBe(`{"turn":${turn}}`)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  test('a draft that a dead process left is taken away', () => {
    const draft = `${file}.toolgate-draft`
    writeFileSync(draft, 'half')
    const old = Date.now() / 1000 - 60
    utimesSync(draft, old, old)
    expect(changeSettings(file, addingRules('allow', ['a']))).toBe(true)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  test('writers in several processes lose nothing, and no reader sees half a file', async () => {
    const script = path.join(folder, 'add.mjs')
    buildSync({
      stdin: {
        contents: `import { addingRules, changeSettings } from './write.ts'
          const [file, name] = process.argv.slice(2)
          for (let i = 0; i < 20; i++) changeSettings(file, addingRules('allow', [name + i]))`,
        resolveDir: path.join(import.meta.dirname, '../../src/settings'),
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      // Loaded by name at run time, from the packages of this project.
      define: { 'import.meta.url': JSON.stringify(import.meta.url) },
      outfile: script,
    })
    writeFileSync(file, '{}')
    const names = ['a', 'b', 'c']
    const broken: string[] = []
    let reading = true
    const reader = (async () => {
      while (reading) {
        try {
          JSON.parse(text())
        } catch {
          broken.push(text())
        }
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    try {
      await Promise.all(names.map((name) => promisify(execFile)(process.execPath, [script, file, name])))
    } finally {
      reading = false
    }
    await reader
    expect(broken).toEqual([])
    const expected = names.flatMap((name) => Array.from({ length: 20 }, (_, i) => `${name}${i}`))
    expect(JSON.parse(text()).permissions.allow.toSorted()).toEqual(expected.toSorted())
    expect(readdirSync(folder).toSorted()).toEqual(['add.mjs', 'settings.json'])
  })
})

function refused(act: () => unknown): string | undefined {
  try {
    act()
  } catch (error) {
    if (error instanceof PolicyError) return error.code
    throw error
  }
  return undefined
}
