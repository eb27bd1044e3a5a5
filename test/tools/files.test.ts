import { chmodSync, linkSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { textOf, withSession } from './session.ts'

const edits = { permissions: { allow: ['Edit', 'Write', 'NotebookEdit'] } }
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

describe('Read', () => {
  it('numbers the lines, and shows those that are asked for', async () => {
    await withSession({ files: { 'a.txt': 'one\ntwo\nthree\nfour\n' } }, async ({ call }) => {
      expect(textOf(await call('Read', { file_path: 'a.txt' }))).toBe(
        '     1\tone\n     2\ttwo\n     3\tthree\n     4\tfour',
      )
      expect(textOf(await call('Read', { file_path: 'a.txt', offset: 2, limit: 2 }))).toBe(
        '     2\ttwo\n     3\tthree\n(lines 2 to 3; go on with `offset` 4)',
      )
      expect(textOf(await call('Read', { file_path: 'a.txt', offset: 9 }))).toContain('has only 4 lines')
    })
  })

  it('bounds itself by lines, characters and bytes', async () => {
    const files = {
      'long.txt': 'x\n'.repeat(5_000),
      'wide.txt': `${'y'.repeat(9_000)}\nend\n`,
      'big.txt': `${'z'.repeat(99)}\n`.repeat(4_000),
      'line.txt': 'q'.repeat(2_000_000),
    }
    await withSession({ files }, async ({ call }) => {
      expect(textOf(await call('Read', { file_path: 'long.txt' }))).toContain(
        '(lines 1 to 2000; go on with `offset` 2001)',
      )
      expect(textOf(await call('Read', { file_path: 'wide.txt' }))).toMatch(
        /^ {5}1\ty{2000}\.\.\. \(line cut\)\n {5}2\tend$/,
      )
      expect(textOf(await call('Read', { file_path: 'big.txt' }))).toContain(
        'read parts of it with `offset` and `limit`',
      )
      const part = textOf(await call('Read', { file_path: 'big.txt', offset: 3_990, limit: 5 }))
      expect(part.split('\n')).toHaveLength(6)
      const line = await call('Read', { file_path: 'line.txt', limit: 1 })
      expect(textOf(line).length).toBeLessThan(2_100)
      expect(textOf(await call('Read', { file_path: 'long.txt', limit: 1_000_000 })).length).toBeLessThan(200_000)
    })
  })

  it('shows images, PDFs and notebooks as what they are', async () => {
    await withSession({}, async ({ call, path }) => {
      writeFileSync(path('a.bin'), png)
      writeFileSync(path('b.pdf'), '%PDF-1.7\n...')
      const cells = [
        { id: 'x1', cell_type: 'markdown', source: ['# Title\n', 'text'], metadata: {} },
        {
          id: 'x2',
          cell_type: 'code',
          source: 'print(1)',
          metadata: {},
          execution_count: 1,
          outputs: [
            { output_type: 'stream', name: 'stdout', text: ['1\n'] },
            { output_type: 'display_data', data: { 'image/png': png.toString('base64') }, metadata: {} },
          ],
        },
      ]
      writeFileSync(path('c.ipynb'), JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }))
      expect((await call('Read', { file_path: 'a.bin' })).result.block.content).toEqual([
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png.toString('base64') } },
      ])
      expect(textOf(await call('Read', { file_path: 'b.pdf' }))).toBe('(document application/pdf)')
      expect(textOf(await call('Read', { file_path: 'c.ipynb' }))).toBe(
        '<cell id="x1" type="markdown">\n# Title\ntext\n</cell>\n' +
          '<cell id="x2" type="code">\nprint(1)\noutput:\n1\n\n</cell>\n(image image/png)',
      )
    })
  })

  it.each([
    ['nothing', 'missing.txt', '`PATH` does not exist'],
    ['a name with another ending', 'name.js', '`PATH` does not exist: did you mean `name.ts`?'],
    ['a folder', 'dir', '`PATH` is a directory'],
    ['a binary file', 'binary', '`PATH` is a binary file'],
    ['a pipe', 'pipe', '`PATH` is no regular file'],
    ['a null byte', 'a\0b', 'the path holds a null byte'],
    ['a name beyond every limit', 'x'.repeat(5_000), 'longer than 4,096 characters'],
    ['an empty name', '', 'too small'],
    ['a link that leads nowhere', 'dangling', 'cannot read `PATH`: it does not exist'],
    ['a link to itself', 'loop', 'cannot read `PATH`: its links lead in a circle'],
  ])('refuses %s in words', async (_, name, message) => {
    await withSession({ files: { 'name.ts': '', 'dir/x': '' } }, async ({ call, path, context }) => {
      writeFileSync(path('binary'), Buffer.from([1, 0, 2]))
      symlinkSync(path('gone'), path('dangling'))
      symlinkSync(path('loop'), path('loop'))
      const { execFileSync } = await import('node:child_process')
      execFileSync('mkfifo', [path('pipe')])
      void context
      const outcome = await call('Read', { file_path: name })
      expect(outcome.status).not.toBe('ok')
      if (outcome.status === 'error') expect(textOf(outcome)).toContain(message.replace('PATH', path(name)))
    })
  })

  it('says that an empty file is empty', async () => {
    await withSession({ files: { 'empty.txt': '' } }, async ({ call, path }) => {
      expect(textOf(await call('Read', { file_path: 'empty.txt' }))).toBe(`(\`${path('empty.txt')}\` is empty)`)
    })
  })
})

describe('Write', () => {
  it('makes a file with its folders, and replaces one that was read', async () => {
    await withSession({ settings: edits, files: { 'old.txt': 'old' } }, async ({ call, path }) => {
      expect(textOf(await call('Write', { file_path: 'a/b/new.txt', content: 'x\ny\n' }))).toBe(
        `created \`${path('a/b/new.txt')}\` (2 lines)`,
      )
      expect(textOf(await call('Write', { file_path: 'old.txt', content: 'new' }))).toContain('read it first')
      await call('Read', { file_path: 'old.txt' })
      expect((await call('Write', { file_path: 'old.txt', content: 'new' })).status).toBe('ok')
      expect((await call('Write', { file_path: 'old.txt', content: 'newer' })).status).toBe('ok')
      expect(readFileSync(path('old.txt'), 'utf8')).toBe('newer')
    })
  })

  it('refuses a file that changed since it was read', async () => {
    await withSession({ settings: edits, files: { 'a.txt': 'one' } }, async ({ call, path }) => {
      await call('Read', { file_path: 'a.txt' })
      writeFileSync(path('a.txt'), 'two')
      expect(textOf(await call('Write', { file_path: 'a.txt', content: 'three' }))).toContain(
        'has changed since it was read',
      )
      expect(readFileSync(path('a.txt'), 'utf8')).toBe('two')
    })
  })

  it('keeps the mode of a file and the links of its folders', async () => {
    await withSession({ settings: edits, files: { 'real/a.sh': 'a' } }, async ({ call, path }) => {
      chmodSync(path('real/a.sh'), 0o755)
      symlinkSync('real', path('link'))
      await call('Read', { file_path: 'link/a.sh' })
      expect((await call('Write', { file_path: 'link/a.sh', content: 'b' })).status).toBe('ok')
      expect(readlinkSync(path('link'))).toBe('real')
      expect(readFileSync(path('real/a.sh'), 'utf8')).toBe('b')
      expect(statSync(path('real/a.sh')).mode & 0o777).toBe(0o755)
    })
  })

  it('through a link that is the file itself is refused, and neither changes', async () => {
    await withSession({ settings: edits, files: { 'real.sh': 'a' } }, async ({ call, path }) => {
      symlinkSync('real.sh', path('link.sh'))
      await call('Read', { file_path: 'link.sh' })
      const outcome = await call('Write', { file_path: 'link.sh', content: 'b' })
      expect(outcome).toMatchObject({ status: 'denied', decision: { reason: { code: 'link' } } })
      expect(readFileSync(path('real.sh'), 'utf8')).toBe('a')
    })
  })

  it.each([
    ['a folder', 'dir', 'is a directory'],
    ['a folder that is a file', 'file/x', 'a part of the path is no directory'],
    ['a name that is too long', `${'n'.repeat(300)}`, 'the name is too long'],
  ])('says why it cannot write to %s', async (_, name, message) => {
    await withSession({ settings: edits, files: { 'dir/x': '', file: '' } }, async ({ call }) => {
      const outcome = await call('Write', { file_path: name, content: '' })
      expect(outcome.status).toBe('error')
      expect(textOf(outcome)).toContain(message)
    })
  })
})

describe('Edit', () => {
  const edit = (old_string: string, new_string: string, more: object = {}) => ({
    file_path: 'a.txt',
    old_string,
    new_string,
    ...more,
  })

  it('replaces the one place, or all of them', async () => {
    await withSession({ settings: edits, files: { 'a.txt': 'a b a $& c' } }, async ({ call, path }) => {
      await call('Read', { file_path: 'a.txt' })
      expect(textOf(await call('Edit', edit('b', '$1$&')))).toContain('1 place replaced')
      expect(textOf(await call('Edit', edit('a', 'x', { replace_all: true })))).toContain('2 places replaced')
      expect(readFileSync(path('a.txt'), 'utf8')).toBe('x $1$& x $& c')
    })
  })

  it.each([
    ['the same text', edit('a', 'a'), 'nothing would change'],
    ['a text that is not there', edit('zzz', 'y'), '`old_string` does not occur'],
    ['a text that is there twice', edit('a', 'y'), '`old_string` occurs 2 times'],
    ['no text at all', edit('', 'y'), '`old_string` is empty, and there is text'],
    ['a file that is not there', { ...edit('a', 'b'), file_path: 'b.txt' }, 'does not exist'],
    ['a folder', { ...edit('a', 'b'), file_path: 'dir' }, 'is a directory'],
    ['a notebook', { ...edit('a', 'b'), file_path: 'n.ipynb' }, 'use NotebookEdit'],
  ])('refuses %s', async (_, input, message) => {
    await withSession(
      { settings: edits, files: { 'a.txt': 'a a', 'dir/x': '', 'n.ipynb': '{}' } },
      async ({ call, path }) => {
        await call('Read', { file_path: 'a.txt' })
        const outcome = await call('Edit', input)
        expect(outcome).toMatchObject({ status: 'error', stage: 'validate' })
        expect(textOf(outcome)).toContain(message)
        expect(readFileSync(path('a.txt'), 'utf8')).toBe('a a')
      },
    )
  })

  it('refuses a file that was not read, or changed since', async () => {
    await withSession({ settings: edits, files: { 'a.txt': 'a' } }, async ({ call, path }) => {
      expect(textOf(await call('Edit', edit('a', 'b')))).toContain('has not been read in this session')
      await call('Read', { file_path: 'a.txt' })
      writeFileSync(path('a.txt'), 'a!')
      expect(textOf(await call('Edit', edit('a', 'b')))).toContain('has changed since it was read')
    })
  })

  it('changes a file too large to be read whole, once a part was read', async () => {
    await withSession(
      { settings: edits, files: { 'a.txt': `first\n${'x\n'.repeat(200_000)}` } },
      async ({ call, path }) => {
        await call('Read', { file_path: 'a.txt', limit: 1 })
        expect((await call('Edit', edit('first', 'FIRST'))).status).toBe('ok')
        expect(readFileSync(path('a.txt'), 'utf8').slice(0, 7)).toBe('FIRST\nx')
      },
    )
  })

  it('makes a new file of an empty old text', async () => {
    await withSession({ settings: edits }, async ({ call, path }) => {
      expect(textOf(await call('Edit', edit('', 'new')))).toContain('created')
      expect(readFileSync(path('a.txt'), 'utf8')).toBe('new')
    })
  })

  it('keeps the line ends and the mark at the beginning of a file', async () => {
    await withSession({ settings: edits }, async ({ call, path }) => {
      writeFileSync(path('a.txt'), '\uFEFFone\r\ntwo\r\nthree\r\n')
      await call('Read', { file_path: 'a.txt' })
      expect((await call('Edit', edit('one\ntwo', 'ONE\nTWO'))).status).toBe('ok')
      expect(readFileSync(path('a.txt'), 'utf8')).toBe('\uFEFFONE\r\nTWO\r\nthree\r\n')
    })
  })

  it('refuses a file that an edit would damage', async () => {
    await withSession({ settings: edits }, async ({ call, path }) => {
      writeFileSync(path('a.txt'), Buffer.from([0x61, 0xff, 0x62]))
      await call('Read', { file_path: 'a.txt' })
      expect(textOf(await call('Edit', edit('a', 'b')))).toContain('is not UTF-8 text')
    })
  })
})

describe('NotebookEdit', () => {
  const notebook = {
    cells: [
      {
        id: 'one',
        cell_type: 'code',
        source: ['a = 1\n', 'b'],
        metadata: {},
        execution_count: 3,
        outputs: [{ output_type: 'stream', text: 'x' }],
      },
      { id: 'two', cell_type: 'markdown', source: 'text', metadata: { k: 1 } },
    ],
    metadata: { kernel: 'py' },
    nbformat: 4,
    nbformat_minor: 5,
  }

  it('replaces, inserts and deletes a cell, and keeps the rest as it was', async () => {
    await withSession({ settings: edits }, async ({ call, path }) => {
      const text = `${JSON.stringify(notebook, null, 1)}\n`
      writeFileSync(path('n.ipynb'), text)
      await call('Read', { file_path: 'n.ipynb' })
      const at = { notebook_path: 'n.ipynb' }
      expect((await call('NotebookEdit', { ...at, cell_id: 'one', new_source: 'c\nd' })).status).toBe('ok')
      expect(
        (
          await call('NotebookEdit', {
            ...at,
            cell_id: 'one',
            new_source: '# h',
            cell_type: 'markdown',
            edit_mode: 'insert',
          })
        ).status,
      ).toBe('ok')
      expect((await call('NotebookEdit', { ...at, cell_id: 'two', new_source: '', edit_mode: 'delete' })).status).toBe(
        'ok',
      )
      const written = readFileSync(path('n.ipynb'), 'utf8')
      expect(JSON.parse(written)).toEqual({
        ...notebook,
        cells: [
          { id: 'one', cell_type: 'code', source: ['c\n', 'd'], metadata: {}, execution_count: null, outputs: [] },
          { id: 'cell-2', cell_type: 'markdown', source: ['# h'], metadata: {} },
        ],
      })
      expect(written).toBe(`${JSON.stringify(JSON.parse(written), null, 1)}\n`)
    })
  })

  it.each([
    ['a cell that is not there', { cell_id: 'nine', new_source: '' }, 'has no cell `nine`'],
    ['no cell', { new_source: '' }, 'to replace, `cell_id` is needed'],
    ['a new cell of no kind', { new_source: '', edit_mode: 'insert' }, 'to insert, `cell_type` is needed'],
  ])('refuses %s', async (_, input, message) => {
    await withSession({ settings: edits, files: { 'n.ipynb': notebook } }, async ({ call }) => {
      await call('Read', { file_path: 'n.ipynb' })
      expect(textOf(await call('NotebookEdit', { notebook_path: 'n.ipynb', ...input }))).toContain(message)
    })
  })

  it('refuses a file that is no notebook', async () => {
    await withSession({ settings: edits, files: { 'n.ipynb': '{"cells": 1}' } }, async ({ call }) => {
      const outcome = await call('NotebookEdit', { notebook_path: 'n.ipynb', cell_id: 'x', new_source: '' })
      expect(textOf(outcome)).toContain('is no notebook: expected a list `cells`')
    })
  })
})

it('an edit through one name of a file is seen through the other', async () => {
  await withSession({ settings: edits, files: { 'a.txt': 'x' } }, async ({ call, path }) => {
    linkSync(path('a.txt'), path('b.txt'))
    await call('Read', { file_path: 'a.txt' })
    expect((await call('Edit', { file_path: 'a.txt', old_string: 'x', new_string: 'y' })).status).toBe('ok')
    expect(readFileSync(path('a.txt'), 'utf8')).toBe('y')
  })
})
