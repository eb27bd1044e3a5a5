import { describe, expect, it } from 'vitest'
import { decideIn, type Scene } from '../support/decide.ts'

const scene: Scene = {
  files: ['/work/proj/src/a.ts', '/work/proj/secrets/k', '/work/out/s', '/work/sib/s'],
  links: { '/work/proj/outlink': '../out', '/work/proj/inlink': 'src' },
}

describe('a search pattern that leaves the folder is a path of its own', () => {
  const outside: readonly [string, Record<string, unknown>][] = [
    ['Glob', { pattern: '/etc/*' }],
    ['Glob', { pattern: '/**' }],
    ['Glob', { pattern: '/etc/passwd' }],
    ['Glob', { pattern: '../**' }],
    ['Glob', { pattern: '../sib/s' }],
    ['Glob', { pattern: 'src/../../sib/*' }],
    ['Glob', { pattern: '*/../../sib/*' }],
    ['Glob', { pattern: '~/**' }],
    ['Glob', { pattern: '~/.ssh/id_rsa' }],
    ['Glob', { pattern: 'outlink/**' }],
    ['Glob', { pattern: '{/etc,src}/*' }],
    ['Glob', { pattern: '{src,..}/*' }],
    ['Glob', { pattern: '.{.,x}/*' }],
    ['Glob', { pattern: '\\.\\./*' }],
    ['Glob', { pattern: '../../**', path: 'src' }],
    ['Grep', { pattern: 'x', glob: '../**' }],
  ]
  it.each(outside)('%s %o is asked', (tool, input) => {
    expect(decideIn(scene, { tool, input })).toMatchObject({
      effect: 'ask',
      reason: { code: 'outside-working-directories' },
    })
    expect(decideIn({ ...scene, mode: 'dontAsk' }, { tool, input }).effect).toBe('deny')
  })

  const inside: readonly [string, Record<string, unknown>][] = [
    ['Glob', { pattern: '**/*.ts' }],
    ['Glob', { pattern: 'src/**/*.{ts,tsx}' }],
    ['Glob', { pattern: 'inlink/*' }],
    ['Glob', { pattern: '/work/proj/src/*' }],
    ['Glob', { pattern: '../secrets/*', path: 'src' }],
    ['Glob', { pattern: 'a..b/*' }],
    ['Grep', { pattern: '/etc/.*', glob: '/src/*.ts' }],
    ['Grep', { pattern: '../x', glob: '!**/*.md' }],
  ]
  it.each(inside)('%s %o needs no permission', (tool, input) => {
    expect(decideIn(scene, { tool, input })).toMatchObject({
      effect: 'allow',
      reason: { code: 'no-permission-needed' },
    })
  })

  it('rules speak of where it leads', () => {
    const glob = (pattern: string) => ({ tool: 'Glob', input: { pattern } })
    expect(decideIn({ ...scene, allow: ['Read(//etc/**)'] }, glob('/etc/*')).effect).toBe('allow')
    expect(decideIn({ ...scene, allow: ['Read(//etc/**)'] }, glob('{/etc,/usr}/*')).effect).toBe('ask')
    expect(decideIn({ ...scene, allow: ['Read(./**)'] }, glob('/etc/*')).effect).toBe('ask')
    expect(decideIn({ ...scene, allow: ['Read'], deny: ['Read(~/.ssh/**)'] }, glob('~/.ssh/*')).effect).toBe('deny')
    expect(decideIn({ ...scene, deny: ['Read(//work/out/**)'] }, glob('outlink/*')).effect).toBe('deny')
    const user = { permissions: { blockReadsOutsideWorkingDirectories: true } }
    const blocked = decideIn({ ...scene, allow: ['Glob'], user }, glob('/etc/*'))
    expect(blocked.reason.code).toBe('reads-blocked-outside')
  })
})
