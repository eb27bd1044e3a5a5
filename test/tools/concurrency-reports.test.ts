import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { execute, sessionOf } from '../../src/tools/execute.ts'
import { resultsOf, useOf, withSession } from './session.ts'

/** Public reports about calls of one turn, each replayed with real tools. */
describe('calls of one turn', () => {
  it('after an edit that failed still get a decision and a result of their own', async () => {
    const settings = { permissions: { allow: ['Edit', 'Bash(echo *)'] } }
    await withSession({ settings, files: { a: 'zzz' } }, async ({ context }) => {
      const uses = [
        useOf('e', 'Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }),
        useOf('t', 'Bash', { command: 'echo tested' }),
        useOf('m', 'Bash', { command: 'make' }),
      ]
      const { outcomes } = await execute(uses, sessionOf(context))
      expect(outcomes.map(({ id, status, decision }) => [id, status, decision?.effect])).toEqual([
        ['e', 'error', undefined],
        ['t', 'ok', 'allow'],
        ['m', 'unanswered', 'ask'],
      ])
    })
  })

  it('each run their hooks, and none is lost to what the hooks do at once', async () => {
    const settings = {
      hooks: { PostToolUse: [{ matcher: 'Read', hooks: [{ type: 'command', command: 'echo x >> log' }] }] },
    }
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}`, `text ${index}`]))
    await withSession({ settings, files }, async ({ context, path }) => {
      const uses = Object.keys(files).map((name) => useOf(name, 'Read', { file_path: name }))
      const { message } = await execute(uses, sessionOf(context))
      expect(resultsOf(message)).toEqual(
        Object.entries(files).map(([id, text]) => ({ id, text: `     1\t${text}`, failed: false })),
      )
      expect(readFileSync(path('log'), 'utf8')).toBe('x\n'.repeat(12))
    })
  })

  it('in a large batch all run, at most ten at once, and answer in their order', async () => {
    const { gated, allowGated } = await import('./gated.ts')
    const gates = gated()
    await withSession({ settings: allowGated, session: { tools: gates.tools } }, async ({ context }) => {
      let most = 0
      const timer = setInterval(() => {
        most = Math.max(most, gates.running.size)
        for (const name of [...gates.running].reverse().slice(0, 3)) gates.open(name)
      }, 1)
      const uses = Array.from({ length: 60 }, (_, index) => useOf(`n${index}`, 'Safe', { name: `n${index}` }))
      const { outcomes } = await execute(uses, sessionOf(context))
      clearInterval(timer)
      expect(outcomes.map(({ id, status }) => [id, status])).toEqual(uses.map(({ id }) => [id, 'ok']))
      expect(most).toBe(10)
    })
  })

  it('with a text that no classifier can read run alone and crash nothing', async () => {
    await withSession({ settings: { permissions: { allow: ['Bash'] } } }, async ({ context, path }) => {
      const uses = [useOf('a', 'Bash', { command: 'ls \ud800' }), useOf('b', 'Bash', { command: 'touch ran' })]
      const { outcomes } = await execute(uses, sessionOf(context))
      expect(outcomes.map(({ status }) => status)).toEqual(['error', 'ok'])
      expect(existsSync(path('ran'))).toBe(true)
    })
  })

  it('stop when a hook stops the session: what has not run never does', async () => {
    const stop = `echo '{"continue": false, "stopReason": "spent"}'`
    const settings = {
      permissions: { allow: ['Bash'] },
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: stop }] }] },
    }
    await withSession({ settings, files: { a: '' } }, async ({ context, path }) => {
      const uses = [
        useOf('a', 'Read', { file_path: 'a' }),
        useOf('b', 'Bash', { command: 'touch ran' }),
        useOf('c', 'Bash', { command: 'touch ran' }),
      ]
      const run = await execute(uses, sessionOf(context))
      expect(run.outcomes.map(({ id, status }) => [id, status])).toEqual([
        ['a', 'ok'],
        ['b', 'denied'],
        ['c', 'denied'],
      ])
      expect(run.stop).toBe('the session was stopped: spent')
      expect(existsSync(path('ran'))).toBe(false)
    })
  })
})
