import { describe, expect, it } from 'vitest'
import { memorySystem } from '../../src/system.ts'
import { includesOf, readMemory } from '../../src/tools/memory.ts'

const folders = { home: '/h', configDir: '/h/.claude', repository: '/r' }
const read = (files: Record<string, string>) => readMemory(folders, memorySystem(files))

describe('memory files', () => {
  it('stand wide to narrow: user, repository, local', () => {
    const { files, text, warnings } = read({
      '/r/CLAUDE.local.md': 'local',
      '/h/.claude/CLAUDE.md': 'user',
      '/r/CLAUDE.md': 'project',
    })
    expect(files).toEqual([
      { path: '/h/.claude/CLAUDE.md', scope: 'user', text: 'user' },
      { path: '/r/CLAUDE.md', scope: 'project', text: 'project' },
      { path: '/r/CLAUDE.local.md', scope: 'local', text: 'local' },
    ])
    expect(text).toBe(
      'Contents of /h/.claude/CLAUDE.md:\n\nuser\n\nContents of /r/CLAUDE.md:\n\nproject\n\nContents of /r/CLAUDE.local.md:\n\nlocal',
    )
    expect(warnings).toEqual([])
  })

  it('that are not there are no fault', () => {
    expect(read({})).toEqual({ files: [], text: '', warnings: [] })
  })

  it('follow their includes, relative, absolute and from home, each once', () => {
    const { files, warnings } = read({
      '/r/CLAUDE.md': 'See @docs/a.md and @~/b.md, also @/abs/c.md and @docs/a.md. Ask @alice.',
      '/r/docs/a.md': 'A @../d.md',
      '/h/b.md': 'B',
      '/abs/c.md': 'C',
      '/r/d.md': 'D',
    })
    expect(files.map(({ path }) => path)).toEqual(['/r/d.md', '/r/docs/a.md', '/h/b.md', '/abs/c.md', '/r/CLAUDE.md'])
    expect(warnings).toEqual([])
  })

  it('warn of an include that is not there', () => {
    expect(read({ '/r/CLAUDE.md': '@gone.md' }).warnings).toEqual([
      '/r/CLAUDE.md: the included file `/r/gone.md` does not exist',
    ])
  })

  it('refuse a circle', () => {
    const { files, warnings } = read({ '/r/CLAUDE.md': '@a.md', '/r/a.md': '@b.md', '/r/b.md': '@a.md @CLAUDE.md' })
    expect(files.map(({ path }) => path)).toEqual(['/r/b.md', '/r/a.md', '/r/CLAUDE.md'])
    expect(warnings).toEqual([
      '/r/b.md: `@a.md` includes itself through 3 files',
      '/r/b.md: `@CLAUDE.md` includes itself through 3 files',
    ])
  })

  it('follow includes five deep and no deeper', () => {
    const chain = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`/r/${index}.md`, `@${index + 1}.md`]))
    const { files, warnings } = read({ '/r/CLAUDE.md': '@0.md', ...chain })
    expect(files.map(({ path }) => path)).toEqual([
      '/r/4.md',
      '/r/3.md',
      '/r/2.md',
      '/r/1.md',
      '/r/0.md',
      '/r/CLAUDE.md',
    ])
    expect(warnings).toEqual(['/r/4.md: `@5.md` is deeper than 5 includes and was left out'])
  })

  it('leave out what is no text, cannot be read, or is too long', () => {
    expect(read({ '/r/CLAUDE.md': '@b.bin', '/r/b.bin': 'a\0b' }).warnings).toEqual([
      '/r/b.bin: is no text and was left out',
    ])
    const locked = {
      ...memorySystem({}),
      readText: () => {
        throw Object.assign(new Error('no'), { code: 'EACCES' })
      },
    }
    expect(readMemory(folders, locked).warnings).toContain('/r/CLAUDE.md: cannot be read: EACCES')
    expect(read({ '/r/CLAUDE.md': 'x'.repeat(400_001) })).toMatchObject({
      files: [],
      warnings: [expect.stringContaining('over 400000 characters')],
    })
  })
})

it('includes in code are no includes', () => {
  expect(
    includesOf('a `@code.md` b\n```\n@block.md\n```\n@real.md mail@host.org\n~~~\n@tilde.md\n~~~\n@with\\ blank.md'),
  ).toEqual(['real.md', 'with blank.md'])
})
