import { afterAll, describe, expect, it } from 'vitest'
import { flattenTree, readyGrammar } from '../../src/bash-parser/grammar.ts'
import { loadGrammar, parse } from '../../src/bash-parser/parse.ts'
import { treeCommands } from '../../src/bash-parser/tree.ts'
import { agentLines } from './agent-lines.ts'
import { generateText, randomFrom } from './fuzz/generate.ts'

const random = randomFrom(7)
const texts = [
  ...agentLines,
  ...Array.from({ length: 400 }, () => generateText(random)),
  `echo "${'é😀'.repeat(9_000)}" | rm x`,
]

describe('the grammar', () => {
  afterAll(() => readyGrammar('native'))

  it('shows the same trees natively and as wasm, where it shows no error', async () => {
    expect(await readyGrammar('native')).toBe('native')
    const native = texts.map(flattenTree)
    expect(await readyGrammar('wasm')).toBe('wasm')
    const wasm = texts.map(flattenTree)
    // The two run times recover from an error in different ways.
    const whole = texts.flatMap((text, i) => (native[i]?.types.includes('ERROR') === false ? [{ text, i }] : []))
    for (const { text, i } of whole) expect({ text, tree: wasm[i] }).toEqual({ text, tree: native[i] })
    expect(whole.length).toBeGreaterThan(texts.length / 2)
  }, 60_000)

  it('is the native one where that loads', async () => {
    await readyGrammar('native')
    expect(await loadGrammar()).toBe('native')
  })

  it.each([
    ['native', '('.repeat(9_000)],
    ['native', 'for(('.repeat(9_000)],
    ['wasm', '('.repeat(9_000)],
    ['wasm', 'for(('.repeat(9_000)],
  ] as const)('%s: reads the next text after one it gave up', async (kind, text) => {
    await readyGrammar(kind)
    flattenTree(text)
    expect(flattenTree('ls -la')?.types).toEqual(['program', 'command', 'command_name', 'word', 'word'])
  })

  it('finds commands in what it cannot read', async () => {
    await readyGrammar('native')
    const tree = flattenTree('if a; then rm -rf x; (')
    const text = 'if a; then rm -rf x; ('
    const found = treeCommands(tree!).map(({ words }) => words.map(({ start, end }) => text.slice(start, end)))
    expect(found).toContainEqual(['rm', '-rf', 'x'])
  })

  it('is not needed to know a text, only to look wider into one that is not known', async () => {
    expect(await readyGrammar('native')).toBe('native')
    const withGrammar = agentLines.map((line) => parse(line).doubt)
    expect(withGrammar).toEqual(agentLines.map(() => null))
  })
})
