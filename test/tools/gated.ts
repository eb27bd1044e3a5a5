import { z } from 'zod'
import { buildTool } from '../../src/tools/build-tool.ts'
import { type ToolUseContext, withContext } from '../../src/tools/context.ts'
import { ToolError } from '../../src/tools/failure.ts'
import type { AnyTool } from '../../src/tools/tool.ts'

/** Tools whose calls end when the test says so, and what they saw. */
export interface Gated {
  readonly tools: readonly AnyTool[]
  /** `start a`, `end a` in the order it happened. */
  readonly log: string[]
  readonly running: Set<string>
  /** Ends a running call; `fail` makes it an error. */
  open(name: string, how?: 'ok' | 'fail'): void
  /** The folder each call saw. */
  readonly saw: Map<string, string>
}

export const allowGated = { permissions: { allow: ['Safe', 'Unsafe', 'Shell'] } }

export function gated(): Gated {
  const opened = new Map<string, (how: 'ok' | 'fail') => void>()
  const log: string[] = []
  const running = new Set<string>()
  const saw = new Map<string, string>()
  const schema = z.strictObject({ name: z.string(), move: z.string().optional(), broken: z.boolean().optional() })
  const tool = (name: string, safe: boolean, shell: boolean): AnyTool =>
    buildTool({
      name,
      shell,
      description: () => '',
      inputSchema: schema,
      isConcurrencySafe: () => safe,
      async call(input, context, _permit, _parent, onProgress?: (text: string) => void) {
        saw.set(input.name, context.cwd)
        running.add(input.name)
        log.push(`start ${input.name}`)
        onProgress?.(`running ${input.name}`)
        try {
          const how = await new Promise<'ok' | 'fail'>((resolve, reject) => {
            opened.set(input.name, resolve)
            context.signal.addEventListener('abort', () => reject(new ToolError('noticed the abort')), { once: true })
          })
          if (how === 'fail') throw new ToolError(`${input.name} failed`)
          const contextModifier = (later: ToolUseContext) => {
            if (input.broken) throw new Error('no such change')
            log.push(`modify ${input.name}`)
            return withContext(later, { cwd: `${later.cwd}${input.move}` })
          }
          return input.move === undefined ? { data: input.name } : { data: input.name, contextModifier }
        } finally {
          running.delete(input.name)
          log.push(`end ${input.name}`)
        }
      },
    })
  return {
    tools: [tool('Safe', true, false), tool('Unsafe', false, false), tool('Shell', true, true)],
    log,
    running,
    saw,
    open: (name, how = 'ok') => opened.get(name)?.(how),
  }
}
