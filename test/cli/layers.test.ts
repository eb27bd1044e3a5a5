import { describe, expect, it } from 'vitest'
import { withLayers } from '../../src/cli/layers.ts'
import { evaluate } from '../../src/rules/evaluate.ts'
import { createContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'

const system = memorySystem({
  '/p/.claude/agents/reviewer.md': '---\nname: reviewer\ntools: Read, Bash(git diff *)\n---\n',
  '/p/.claude/skills/release/SKILL.md': '---\nallowed-tools: Bash(make *)\ndisallowed-tools: Write\n---\n',
})
const context = createContext({ cwd: '/p', home: '/h' })
const bash = (command: string) => ({ tool: 'Bash', input: { command } })

async function effect(command: string, layers: { agent?: string; skill?: string }) {
  const call = bash(command)
  return evaluate(call, await withLayers(context, call, layers, system), system).effect
}

describe('a call judged with layers', () => {
  it.each([
    ['make all', {}, 'ask'],
    ['make all', { skill: 'release' }, 'allow'],
    ['make all', { agent: 'reviewer' }, 'deny'],
    ['make all', { agent: 'reviewer', skill: 'release' }, 'deny'],
    ['git diff HEAD', { agent: 'reviewer' }, 'allow'],
    ['git log', { agent: 'reviewer' }, 'deny'],
  ])('%s with %o: %s', async (command, layers, expected) => {
    expect(await effect(command, layers)).toBe(expected)
  })

  it('names what there is when a name is wrong', async () => {
    await expect(effect('ls', { agent: 'reviwer' })).rejects.toThrow(
      'there is no agent `reviwer`: did you mean `reviewer`?',
    )
    await expect(effect('ls', { skill: 'x' })).rejects.toThrow('there is no skill `x`: there are release')
  })
})
