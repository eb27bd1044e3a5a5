import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { runAgent } from '../../examples/agent-loop.ts'
import { guardFilesystem } from '../../examples/guarded-mcp.ts'
import { createContext } from '../../src/settings/load.ts'
import type { Message } from '../../src/tools/message.ts'
import { inFolder } from '../support/temporary.ts'
import { withScriptedModel } from './scripted-model.ts'
import { resultsOf, runningWith, until } from './session.ts'

describe('the loop of the official SDK', () => {
  it('runs its tools through the gate, turn after turn', async () => {
    const turns = [
      [
        'I will look.',
        { id: 'toolu_1', name: 'Read', input: { file_path: 'todo.txt' } },
        { id: 'toolu_2', name: 'Bash', input: { command: 'rm -rf build' } },
      ],
      [{ id: 'toolu_3', name: 'Bash', input: { command: 'echo done > out.txt' } }],
      ['All done.'],
    ]
    await inFolder({ 'todo.txt': 'write out.txt', 'build/x': '' }, async (folder) => {
      const settings = { permissions: { allow: ['Bash(echo *)', 'Edit(./**)'], deny: ['Bash(rm *)'] } }
      const permissions = createContext({ cwd: folder, home: folder, layers: { project: settings } })
      await withScriptedModel(turns, async ({ baseURL, requests }) => {
        const client = new Anthropic({ apiKey: 'none', baseURL, maxRetries: 0 })
        expect(await runAgent(client, permissions, 'do what todo.txt says')).toEqual({
          text: 'All done.',
          calls: [
            { tool: 'Read', status: 'ok' },
            { tool: 'Bash', status: 'denied' },
            { tool: 'Bash', status: 'ok' },
          ],
        })
        expect(requests).toHaveLength(3)
        const tools = requests[0]?.['tools'] as { name: string; input_schema: unknown }[]
        expect(tools.map(({ name }) => name)).toContain('Bash')
        const second = (requests[1]!['messages'] as Message[]).at(-1) as Message
        expect(resultsOf(second)).toEqual([
          { id: 'toolu_1', text: '     1\twrite out.txt', failed: false },
          { id: 'toolu_2', text: '`Bash` was not run: denied by `Bash(rm *)` (`rm -rf build`)', failed: true },
        ])
      })
      expect(existsSync(join(folder, 'build/x'))).toBe(true)
      expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('done\n')
    })
  })
})

describe('a real MCP server behind deny rules', () => {
  it('shows and runs what is allowed, and nothing else', async () => {
    await inFolder({ 'note.txt': 'keep me' }, async (folder) => {
      const { shown, results } = await guardFilesystem(folder)
      expect(shown).toContain('mcp__files__read_text_file')
      expect(shown).not.toContain('mcp__files__write_file')
      expect(shown).not.toContain('mcp__files__move_file')
      expect(results.map(({ id, failed }) => [id, failed])).toEqual([
        ['read', false],
        ['write', true],
        ['outside', true],
      ])
      expect(results[0]?.text).toContain('keep me')
      expect(results[1]?.text).toContain('there is no tool `mcp__files__write_file`')
      expect(readFileSync(join(folder, 'note.txt'), 'utf8')).toBe('keep me')
      await until(async () => (await runningWith(`server-filesystem/dist/index.js\0${folder}`)).length === 0)
    })
  })
})
