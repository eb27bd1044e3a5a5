import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bash, command, contextOf, on, processesWith, report, runnerOf, tempFolder } from './support/hooks.ts'

describe('background hooks', () => {
  test('the run does not wait for them, and closing ends them', async () => {
    const runner = runnerOf(contextOf(on('PostToolUse', command('sleep 304', { async: true }))))
    const said = await runner.run('PostToolUse', bash('ls'))
    expect(said.outcomes).toMatchObject([{ result: 'background', failure: null }])
    await expect.poll(() => processesWith('sleep\x00304').length).toBeGreaterThan(0)
    await runner.close()
    expect(processesWith('sleep\x00304')).toEqual([])
    expect(await runner.background()).toMatchObject([{ outcome: { result: 'cancelled' }, context: [], wake: null }])
  })

  test('exit 2 of a rewaking one wakes the model with stderr, else stdout', async () => {
    const wakes = async (text: string) => {
      const runner = runnerOf(contextOf(on('PostToolUse', command(text, { asyncRewake: true }))))
      await runner.run('PostToolUse', bash('ls'))
      return (await runner.background({ wait: true }))[0]?.wake
    }
    expect(await wakes('echo out; echo err >&2; exit 2')).toBe('err')
    expect(await wakes('echo out; exit 2')).toBe('out')
    expect(await wakes('echo err >&2; exit 1')).toBe(null)
  })

  test('the limit holds for a rewaking one and not for a plain one', async () => {
    const result = async (fields: object) => {
      const runner = runnerOf(contextOf(on('PostToolUse', command('sleep 0.6', { timeout: 0.2, ...fields }))))
      await runner.run('PostToolUse', bash('ls'))
      return (await runner.background({ wait: true }))[0]?.outcome.result
    }
    expect([await result({ async: true }), await result({ asyncRewake: true })]).toEqual(['success', 'timeout'])
  })

  test('failing closed means nothing for them', async () => {
    const hooks = on('PreToolUse', command('exit 7', { async: true, onFailure: 'block' }))
    expect(await report('PreToolUse', hooks)).toMatchObject({ effect: null, blocked: false })
  })
})

describe('a caller that gives up', () => {
  test('ends running hooks, and the call is not run', async () => {
    const controller = new AbortController()
    const running = report('PreToolUse', on('PreToolUse', command('sleep 305')), bash('ls'), {
      signal: controller.signal,
    })
    await expect.poll(() => processesWith('sleep\x00305').length).toBeGreaterThan(0)
    controller.abort()
    expect(await running).toMatchObject({ cancelled: true, effect: 'deny', blocked: true })
    expect(processesWith('sleep\x00305')).toEqual([])
  })

  test('starts nothing late', async () => {
    const folder = tempFolder()
    const hooks = on('UserPromptSubmit', command(`touch ${folder}/ran`))
    const said = await report('UserPromptSubmit', hooks, { prompt: 'x' }, { signal: AbortSignal.abort() })
    expect(said).toMatchObject({ cancelled: true, blocked: true })
    expect(fs.readdirSync(folder)).toEqual([])
  })
})
