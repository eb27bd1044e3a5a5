import { describe, expect, it } from 'vitest'
import { createContext, evaluate } from '../../src/index.ts'
import { posixNames } from '../../src/rules/windows.ts'
import { memorySystem, type System } from '../../src/system.ts'

const disk = memorySystem({ '/c/work/proj/a.txt': '', '/c/work/proj/.env': '' }, { '/c/work/proj/out': '/d/elsewhere' })

/** One rule, what is asked for, and the effect. */
const rows: readonly (readonly [string, string, Record<string, unknown>, string])[] = [
  ['', 'Read', { file_path: 'C:\\work\\proj\\a.txt' }, 'allow'],
  ['', 'Read', { file_path: 'c:/work/proj/a.txt' }, 'allow'],
  ['', 'Read', { file_path: 'a.txt' }, 'allow'],
  ['', 'Read', { file_path: 'D:\\work\\proj\\a.txt' }, 'ask'],
  ['', 'Read', { file_path: 'C:\\data\\x' }, 'allow'],
  ['', 'Read', { file_path: 'C:\\work\\proj\\out\\x' }, 'ask'],
  ['allow Edit(/src/**)', 'Edit', { file_path: 'c:\\work\\proj\\src\\a.ts' }, 'allow'],
  ['allow Edit(/src/**)', 'Edit', { file_path: 'c:\\work\\proj\\lib\\a.ts' }, 'ask'],
  ['allow Edit(C:\\work\\proj\\src\\**)', 'Write', { file_path: 'C:\\work\\proj\\src\\deep\\a.ts' }, 'allow'],
  ['deny Read(.env)', 'Read', { file_path: 'C:\\work\\proj\\app\\.env' }, 'deny'],
  ['deny Read(~/.ssh/**)', 'Read', { file_path: 'c:\\users\\dev\\.ssh\\id' }, 'deny'],
  ['deny Read(//c/secret/**)', 'Read', { file_path: 'C:\\secret\\x' }, 'deny'],
  ['deny Read(C:\\secret\\**)', 'Read', { file_path: '/c/secret/x' }, 'deny'],
  ['deny Read(.env)', 'Bash', { command: 'cat .env' }, 'deny'],
  ['deny Read(.env)', 'Bash', { command: 'cat /c/work/proj/.env' }, 'deny'],
  ['deny Read(.env)', 'Bash', { command: 'cat /c/work/proj/a.txt' }, 'allow'],
]

describe('on Windows', () => {
  it.each(rows)('%s: %s %j is %s', (rule, tool, input, effect) => {
    const [list, text] = rule === '' ? [] : [rule.split(' ')[0] as string, rule.slice(rule.indexOf(' ') + 1)]
    const context = createContext({
      cwd: 'C:\\work\\proj',
      home: 'C:\\Users\\dev',
      platform: 'win32',
      additionalDirectories: ['C:\\data'],
      layers: list === undefined ? {} : { project: { permissions: { [list]: [text] } } },
    })
    expect(evaluate({ tool, input }, context, disk).effect).toBe(effect)
  })

  it('a deny holds for a folder in other letters, as on macOS', () => {
    const context = createContext({
      cwd: '/Users/dev/proj',
      home: '/Users/dev',
      platform: 'darwin',
      layers: { project: { permissions: { deny: ['Read(~/.ssh/**)'], allow: ['Read'] } } },
    })
    const read = (file_path: string) =>
      evaluate({ tool: 'Read', input: { file_path } }, context, memorySystem({})).effect
    expect([read('/users/Dev/.SSH/id'), read('/Users/dev/proj/a')]).toEqual(['deny', 'allow'])
  })

  it('the disk is asked by its own names', () => {
    const asked: string[] = []
    const machine: System = {
      ...disk,
      platform: 'win32',
      kind: (path) => {
        asked.push(path)
        return undefined
      },
      readLink: () => 'D:\\elsewhere',
    }
    const system = posixNames(machine)
    system.kind('/c/work')
    system.kind('/work')
    expect({ asked, link: system.readLink('/c/x') }).toEqual({ asked: ['C:/work', '/work'], link: '/d/elsewhere' })
  })
})
