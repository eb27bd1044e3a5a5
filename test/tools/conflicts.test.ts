import { execFileSync } from 'node:child_process'
import { linkSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planBatches } from '../../src/tools/batching.ts'
import { execute, sessionOf } from '../../src/tools/execute.ts'
import type { ToolUse } from '../../src/tools/message.ts'
import { resultsOf, useOf, withSession } from './session.ts'

const files = { 'a.txt': 'a', 'b.txt': 'b', 'd/x.txt': 'x', 'd/y.txt': 'y' }
const allow = { permissions: { allow: ['Bash', 'Write', 'Edit'] } }
const bash = (command: string, more: object = {}) => ['Bash', { command, ...more }] as const
const write = (file_path: string) => ['Write', { file_path, content: 'new' }] as const
const read = (file_path: string) => ['Read', { file_path }] as const

type Short = readonly [string, unknown]
const usesOf = (calls: readonly Short[]): ToolUse[] =>
  calls.map(([name, input], index) => useOf(`u${index}`, name, input))

describe('batches by conflict of effects', () => {
  it.each([
    ['writes of two files', [write('n1'), write('n2')], [[0, 1]]],
    ['a write and a read elsewhere', [write('n1'), read('a.txt')], [[0, 1]]],
    ['a write and a read of the same file', [write('a.txt'), read('a.txt')], [[0], [1]]],
    ['two spellings of one file', [write('d/../a.txt'), read('./a.txt')], [[0], [1]]],
    ['a write and a search above it', [write('d/n'), ['Grep', { pattern: 'x' }]], [[0], [1]]],
    ['a write and a search elsewhere', [write('n'), ['Grep', { pattern: 'x', path: 'd' }]], [[0, 1]]],
    ['a write and a listing of its folder', [bash('touch d/n'), bash('ls d')], [[0], [1]]],
    ['a write and a listing of the folder one is in', [bash('touch n'), bash('ls')], [[0], [1]]],
    ['commands on their own files', [bash('cp a.txt c.txt'), bash('rm d/x.txt'), bash('wc b.txt')], [[0, 1, 2]]],
    ['a removal of a folder and a read in it', [bash('rm -r d'), read('d/x.txt')], [[0], [1]]],
    ['a folder and what is made in it', [bash('mkdir e'), bash('touch e/f')], [[0], [1]]],
    ['a move and what it moves', [bash('mv a.txt c.txt'), bash('cat a.txt')], [[0], [1]]],
    ['a redirect and its file', [bash('echo x > a.txt'), bash('cat a.txt')], [[0], [1]]],
    ['a program nobody knows', [bash('make'), read('a.txt')], [[0], [1]]],
    ['git, which writes where nobody sees', [bash('git add a.txt'), bash('git commit -m x')], [[0], [1]]],
    ['a variable', [bash('touch $X'), read('a.txt')], [[0], [1]]],
    ['a glob', [bash('rm *.txt'), read('d/x.txt')], [[0], [1]]],
    ['a substitution', [bash('touch $(cat a.txt)'), read('b.txt')], [[0], [1]]],
    ['a change of folder', [bash('cd d'), bash('touch n')], [[0], [1]]],
    ['a folder changed in passing', [bash('cd d && touch n'), read('a.txt')], [[0], [1]]],
    ['a command in the background', [bash('touch n', { run_in_background: true }), read('a.txt')], [[0], [1]]],
    ['an assignment in front', [bash('PATH=. touch n'), read('a.txt')], [[0], [1]]],
    ['a function', [bash('f() { touch n; }; f'), read('a.txt')], [[0], [1]]],
    ['a network', [bash('curl -o n example.com'), read('a.txt')], [[0], [1]]],
    ['a wrapper', [bash('xargs touch'), read('a.txt')], [[0], [1]]],
    ['safe calls, as ever', [bash('git status'), read('a.txt'), bash('git log')], [[0, 1, 2]]],
    ['an unknown tool', [['Frobnicate', {}], read('a.txt')], [[0], [1]]],
    ['a third that conflicts with the first', [write('n1'), write('n2'), read('n1')], [[0, 1], [2]]],
  ] as [string, Short[], number[][]][])('keep %s as they must', async (_, calls, groups) => {
    await withSession({ settings: allow, files }, async ({ context, project }) => {
      execFileSync('git', ['init', '-q'], { cwd: project })
      expect(planBatches(usesOf(calls), context, 'effects')).toEqual(groups)
    })
  })

  it('see through links, and give up on a file with two names', async () => {
    await withSession({ settings: allow, files }, async ({ context, path }) => {
      symlinkSync('d', path('link'))
      symlinkSync(path('gone/far'), path('dangling'))
      linkSync(path('a.txt'), path('hard.txt'))
      const plan = (...calls: Short[]) => planBatches(usesOf(calls), context, 'effects')
      expect(plan(write('link/x.txt'), read('d/x.txt'))).toEqual([[0], [1]])
      expect(plan(write('dangling'), write('gone/far'))).toEqual([[0], [1]])
      expect(plan(write('hard.txt'), read('a.txt'))).toEqual([[0], [1]])
      expect(plan(bash('rm link'), read('link/x.txt'))).toEqual([[0], [1]])
    })
  })

  it('are those of safety where hooks run', async () => {
    const settings = { ...allow, hooks: { PostToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } }
    await withSession({ settings, files }, async ({ context }) => {
      expect(planBatches(usesOf([write('n1'), write('n2')]), context, 'effects')).toEqual([[0], [1]])
    })
  })

  it('are off unless somebody asks for them', async () => {
    await withSession({ settings: allow, files }, async ({ context }) => {
      expect(planBatches(usesOf([write('n1'), write('n2')]), context)).toEqual([[0], [1]])
    })
  })
})

/** Everything in a folder: files with their text, links with their target. */
function snapshot(folder: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) Object.assign(found, { [`${path}/`]: '' }, snapshot(folder, path))
    else
      found[path] = entry.isSymbolicLink() ? readlinkSync(join(folder, path)) : readFileSync(join(folder, path), 'utf8')
  }
  return found
}

describe('calls that run together by effects', () => {
  const names = ['a.txt', 'b.txt', 'c.txt', 'd/x.txt', 'd/y.txt', 'd', 'e', '.', 'd/z']
  const name = fc.constantFrom(...names)
  const command = fc.oneof(
    // A folder copied into itself ends up as the order of its entries on disk has it.
    fc
      .tuple(name, name)
      .filter(([from, to]) => from !== '.' && from !== to && !to.startsWith(`${from}/`))
      .map(([from, to]) => `cp -r ${from} ${to}`),
    fc.tuple(name, name).map(([from, to]) => `mv ${from} ${to}`),
    name.map((file) => `rm -rf ${file === '.' ? 'e' : file}`),
    name.map((file) => `mkdir -p ${file}`),
    name.map((file) => `touch ${file}`),
    name.map((file) => `cat ${file}`),
    name.map((file) => `ls ${file}`),
    fc.constant('ls'),
    fc.tuple(name, fc.constantFrom('>', '>>')).map(([file, into]) => `echo hi ${into} ${file}`),
    fc.tuple(name, name).map(([from, to]) => `sort -o ${to} ${from}`),
    name.map((file) => `tee ${file} < a.txt`),
    fc.tuple(name, name).map(([from, to]) => `ln -s ${from} ${to}`),
  )
  const call: fc.Arbitrary<Short> = fc.oneof(
    { weight: 4, arbitrary: command.map((text) => bash(text)) },
    { weight: 1, arbitrary: name.map((file) => write(file)) },
    { weight: 1, arbitrary: name.map((file) => read(file)) },
    { weight: 1, arbitrary: fc.constant(['Grep', { pattern: 'h', output_mode: 'content' }] as const) },
  )

  it('leave the files and give the results that one after the other they would', async () => {
    let shared = 0
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 5 }), async (calls) => {
        const end = async (together: boolean) => {
          let out: { disk: Record<string, string>; results: unknown } | undefined
          await withSession({ settings: allow, files }, async ({ context, project }) => {
            const uses = usesOf(calls)
            const groups = together ? planBatches(uses, context, 'effects') : []
            shared += groups.filter((group) => group.length > 1).length
            let session = sessionOf(context)
            const results: unknown[] = []
            // One after the other: each call is a message of its own.
            for (const message of together ? [uses] : uses.map((use) => [use])) {
              const run = await execute(message, session, { batching: 'effects' })
              session = sessionOf(run.context)
              for (const { text, failed } of resultsOf(run.message)) {
                results.push({ failed, text: text.replaceAll(project, '') })
              }
            }
            out = { disk: snapshot(project), results }
          })
          return out
        }
        expect(await end(true)).toEqual(await end(false))
      }),
      { numRuns: 120 },
    )
    expect(shared).toBeGreaterThan(20)
  }, 240_000)
})
