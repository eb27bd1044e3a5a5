import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { textOf, withSession } from './session.ts'

describe('Glob', () => {
  it('finds files, newest first, and leaves out what nobody means', async () => {
    const files = {
      'src/a.ts': '',
      'src/deep/b.ts': '',
      'src/c.js': '',
      'node_modules/x/d.ts': '',
      '.git/e.ts': '',
      '.hidden.ts': '',
    }
    await withSession({ files }, async ({ call, path }) => {
      const { utimesSync } = await import('node:fs')
      utimesSync(path('src/deep/b.ts'), 2_000_000_000, 2_000_000_000)
      expect(
        textOf(await call('Glob', { pattern: '**/*.ts' }))
          .split('\n')
          .sort(),
      ).toEqual(['.hidden.ts', 'src/a.ts', 'src/deep/b.ts'].map(path).sort())
      expect(textOf(await call('Glob', { pattern: 'src/**/*.ts' })).split('\n')[0]).toBe(path('src/deep/b.ts'))
      expect(
        textOf(await call('Glob', { pattern: '*.{ts,js}', path: 'src' }))
          .split('\n')
          .sort(),
      ).toEqual([path('src/a.ts'), path('src/c.js')])
      expect(textOf(await call('Glob', { pattern: `${path('src')}/*.js` }))).toBe(path('src/c.js'))
      expect(textOf(await call('Glob', { pattern: 'node_modules/**/*.ts' }))).toBe(path('node_modules/x/d.ts'))
      expect(textOf(await call('Glob', { pattern: '*.go' }))).toBe('no file matches')
      expect(textOf(await call('Glob', { pattern: '*', path: 'src/a.ts' }))).toContain('is a file, not a folder')
    })
  })

  it.each([
    ['an absolute pattern', (outside: string) => ({ pattern: `${outside}/*.txt` })],
    ['a pattern that climbs', () => ({ pattern: '../out/*.txt' })],
    ['a pattern that climbs from a folder', () => ({ pattern: '../out/*.txt', path: '.' })],
    ['a pattern of home', () => ({ pattern: '~/../out/*.txt' })],
    ['a path', (outside: string) => ({ pattern: '*.txt', path: outside })],
  ])('outside the working folder is asked for, through %s', async (_, input) => {
    await withSession({}, async ({ call, folder, context }) => {
      mkdirSync(`${folder}/out`)
      writeFileSync(`${folder}/out/a.txt`, '')
      const outcome = await call('Glob', input(`${folder}/out`))
      expect(outcome).toMatchObject({
        status: 'unanswered',
        decision: { reason: { code: 'outside-working-directories' } },
      })
      const { runToolUse } = await import('../../src/tools/execute.ts')
      const { withContext } = await import('../../src/tools/context.ts')
      const open = withContext(context, { host: { asker: async () => ({ effect: 'allow' }) } })
      const allowed = await runToolUse({ type: 'tool_use', id: 'x', name: 'Glob', input: input(`${folder}/out`) }, open)
      expect(textOf(allowed)).toBe(`${folder}/out/a.txt`)
    })
  })

  it('climbs nowhere in the middle of a pattern', async () => {
    await withSession({ files: { 'd/x': '' } }, async ({ call }) => {
      for (const pattern of ['*/../../out/*.txt', '{a,..}/../*']) {
        expect(textOf(await call('Glob', { pattern }))).toContain('`..` may stand only at the beginning')
      }
      expect(textOf(await call('Glob', { pattern: '{/etc/passwd,nothing}' }))).toContain('reaches outside')
    })
  })

  it('does not name what must not be read', async () => {
    const settings = { permissions: { deny: ['Read(**/.env*)'] } }
    await withSession({ settings, files: { '.env': '', '.env.local': '', 'a.env': '' } }, async ({ call, path }) => {
      expect(
        textOf(await call('Glob', { pattern: '*' }))
          .split('\n')
          .sort(),
      ).toEqual([path('.keep'), path('a.env')])
    })
  })

  it('follows no link in a circle', async () => {
    await withSession({ files: { 'd/a.txt': '' } }, async ({ call, path }) => {
      symlinkSync(path('d'), path('d/again'))
      expect(textOf(await call('Glob', { pattern: '**/*.txt' }))).toBe(path('d/a.txt'))
    })
  })
})

describe('Grep', () => {
  const files = {
    'a.txt': 'one\nTwo needle\nthree\n',
    'src/b.ts': 'needle needle\n',
    'src/c.ts': 'nothing\n',
    'ignored.log': 'needle\n',
    '.gitignore': '*.log\n',
    bin: 'x',
  }

  it('finds files, lines and counts', async () => {
    await withSession({ files }, async ({ call, path }) => {
      mkdirSync(path('.git'))
      const grep = async (input: object) => textOf(await call('Grep', { pattern: 'needle', ...input }))
      expect(await grep({})).toBe(`${path('a.txt')}\n${path('src/b.ts')}`)
      expect(await grep({ output_mode: 'content' })).toBe(
        `${path('a.txt')}:2:Two needle\n${path('src/b.ts')}:1:needle needle`,
      )
      expect(await grep({ output_mode: 'content', '-n': false, path: 'src' })).toBe(`${path('src/b.ts')}:needle needle`)
      expect(await grep({ output_mode: 'content', '-C': 1, path: 'a.txt' })).toBe(
        `${path('a.txt')}:1-one\n${path('a.txt')}:2:Two needle\n${path('a.txt')}:3-three`,
      )
      expect(await grep({ output_mode: 'count' })).toBe(`${path('a.txt')}:1\n${path('src/b.ts')}:1`)
      expect(await grep({ glob: '*.ts' })).toBe(path('src/b.ts'))
      expect(await grep({ type: 'ts' })).toBe(path('src/b.ts'))
      expect(await grep({ head_limit: 1 })).toBe(
        `${path('a.txt')}\n(1 more: go on with \`offset\` 1, or narrow the search)`,
      )
      expect(await grep({ offset: 1 })).toBe(path('src/b.ts'))
      expect(await grep({ pattern: 'NEEDLE', '-i': true, path: 'src' })).toBe(path('src/b.ts'))
      expect(await grep({ pattern: 'one.Two', multiline: true })).toBe(path('a.txt'))
      expect(await grep({ pattern: 'zebra' })).toBe('nothing matches')
      expect(await grep({ pattern: '--files', '-o': true })).toBe('nothing matches')
    })
  })

  it('says what is wrong with a pattern or a place', async () => {
    await withSession({ files }, async ({ call, path }) => {
      expect(textOf(await call('Grep', { pattern: '(' }))).toContain('regex parse error')
      expect(textOf(await call('Grep', { pattern: 'a', path: 'gone' }))).toContain(`\`${path('gone')}\` does not exist`)
    })
  })

  it('shows no line and no name of a file that must not be read', async () => {
    const settings = { permissions: { deny: ['Read(secret/**)'] } }
    const hidden = { 'secret/k.txt': 'needle 42\n', 'open.txt': 'needle 1\nneedle 2\n' }
    await withSession({ settings, files: hidden }, async ({ call, path }) => {
      for (const output_mode of ['content', 'count', 'files_with_matches']) {
        const text = textOf(await call('Grep', { pattern: 'needle', output_mode, '-C': 1 }))
        expect(text).toContain(path('open.txt'))
        expect(text).not.toContain('secret')
        expect(text).not.toContain('42')
      }
    })
  })

  it('takes no options from the pattern or a configuration file', async () => {
    await withSession({ files }, async ({ call, path }) => {
      writeFileSync(path('rc'), '--files\n')
      const text = textOf(await call('Grep', { pattern: '-e', output_mode: 'content' }))
      expect(text).toBe('nothing matches')
    })
  })
})
