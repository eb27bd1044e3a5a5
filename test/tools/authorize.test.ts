import { describe, expect, it } from 'vitest'
import * as module from '../../src/tools/authorize.ts'
import { authorize, spend } from '../../src/tools/authorize.ts'
import { isFailure } from '../../src/tools/failure.ts'
import type { AnyTool } from '../../src/tools/tool.ts'
import { withSession } from './session.ts'

describe('an authorized call', () => {
  it('can be made by nobody but the gate', () => {
    expect(Object.keys(module)).not.toContain('AuthorizedCall')
    const forged = { decision: { effect: 'allow' }, tool: {}, input: {} }
    expect(() => spend(forged as never)).toThrow(TypeError)
    expect(() => spend(Object.create(null) as never)).toThrow(TypeError)
  })

  it('is not made again from its own class', async () => {
    await withSession({}, async ({ context, path }) => {
      const call = await authorize(request(context.tools.find('Read') as AnyTool, { file_path: path('a') }), context)
      if (isFailure(call)) throw new Error(call.message)
      const copy = Object.assign(Object.create(Object.getPrototypeOf(call)), call)
      expect(() => spend(copy)).toThrow(TypeError)
      expect(spend(call).input).toEqual({ file_path: path('a') })
      expect(() => spend(call)).toThrow('an authorized call runs once')
    })
  })

  it('holds an input that nobody can change any more', async () => {
    await withSession({ settings: { permissions: { allow: ['Bash(echo *)'] } } }, async ({ context }) => {
      const input = { command: 'echo safe' }
      const call = await authorize(request(context.tools.find('Bash') as AnyTool, input), context)
      if (isFailure(call)) throw new Error(call.message)
      expect(() => {
        input.command = 'rm -rf /'
      }).toThrow(TypeError)
      expect(spend(call).input).toEqual({ command: 'echo safe' })
    })
  })
})

function request(tool: AnyTool, input: Record<string, unknown>) {
  return { tool, input, toolUseId: 'x', hook: undefined, revise: async () => input }
}
