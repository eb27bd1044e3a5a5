import { expect, test } from 'vitest'
import { findFiles } from '../../src/analysis/find-files.ts'
import { memorySystem } from '../../src/system.ts'

test('case files are looked for in a project, not in what others wrote below it', () => {
  const files = [
    '/p/.git/HEAD',
    '/p/a.yaml',
    '/p/sub/b.yaml',
    '/p/sub/c.json',
    '/p/node_modules/x/d.yaml',
    '/p/.tools/module/.git',
    '/p/.tools/module/e.yaml',
    '/p/clone/.git/HEAD',
    '/p/clone/f.yaml',
  ]
  const system = memorySystem(Object.fromEntries(files.map((file) => [file, ''])), { '/p/link': '/p/sub' })
  const found = (folder: string) => findFiles(folder, (name) => name.endsWith('.yaml'), system)
  expect(found('/p')).toEqual(['/p/a.yaml', '/p/sub/b.yaml'])
  expect(found('/p/clone')).toEqual(['/p/clone/f.yaml'])
})
