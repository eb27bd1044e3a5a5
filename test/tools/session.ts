import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Mode } from '../../src/call.ts'
import { createContext } from '../../src/settings/load.ts'
import { memorySystem, nodeSystem, type System } from '../../src/system.ts'
import type { ToolUseContext } from '../../src/tools/context.ts'
import { createSession, runToolUse, type SessionOptions } from '../../src/tools/execute.ts'
import type { ContentBlock, Message, ToolUse } from '../../src/tools/message.ts'
import type { CallOutcome } from '../../src/tools/outcome.ts'
import { inFolder } from '../support/temporary.ts'

export interface Given {
  readonly files?: Readonly<Record<string, unknown>>
  /** Project settings. */
  readonly settings?: unknown
  readonly user?: unknown
  readonly mode?: Mode
  readonly trusted?: boolean
  readonly headless?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly session?: Partial<Omit<SessionOptions, 'permissions'>>
}

export interface Place {
  readonly folder: string
  readonly project: string
  readonly home: string
  readonly context: ToolUseContext
  /** Runs one call and applies what it changes of the context. */
  call(name: string, input: unknown): Promise<CallOutcome>
  path(name: string): string
}

/** A session over a real folder `proj` with a home beside it; everything it started has ended afterwards. */
export async function withSession(given: Given, use: (place: Place) => Promise<void>): Promise<void> {
  const files = Object.fromEntries(Object.entries(given.files ?? {}).map(([name, text]) => [join('proj', name), text]))
  await inFolder({ 'home/.keep': '', 'proj/.keep': '', ...files }, async (folder) => {
    const project = join(folder, 'proj')
    const home = join(folder, 'home')
    const permissions = createContext({
      cwd: project,
      home,
      mode: given.mode,
      trusted: given.trusted,
      headless: given.headless,
      layers: { project: given.settings ?? {}, user: given.user ?? {} },
    })
    const session = await createSession({
      permissions,
      system: systemWith(given.env ?? {}),
      resultsFolder: join(folder, 'results'),
      ...given.session,
    })
    let { context } = session
    let count = 0
    const place: Place = {
      folder,
      project,
      home,
      get context() {
        return context
      },
      path: (name) => join(project, name),
      async call(name, input) {
        const outcome = await runToolUse(useOf(`call_${++count}`, name, input), context)
        if (outcome.contextModifier !== undefined) context = outcome.contextModifier(context)
        return outcome
      },
    }
    try {
      await use(place)
    } finally {
      await session.close()
    }
  })
}

/** The real machine with some variables set. */
export function systemWith(env: Readonly<Record<string, string | undefined>>): System {
  return { ...nodeSystem, env: { ...nodeSystem.env, ...env } }
}

export function useOf(id: string, name: string, input: unknown): ToolUse {
  return { type: 'tool_use', id, name, input }
}

/** The text of a result. */
export function textOf(outcome: Pick<CallOutcome, 'result'>): string {
  const { content } = outcome.result.block
  return typeof content === 'string' ? content : content.map(blockText).join('\n')
}

/** The results in a message, as id and text. */
export function resultsOf(message: Message): { id: string; text: string; failed: boolean }[] {
  if (typeof message.content === 'string') return []
  return message.content.flatMap((block) => {
    const { type, tool_use_id, content, is_error } = block as Record<string, unknown>
    if (type !== 'tool_result') return []
    const text = typeof content === 'string' ? content : (content as ContentBlock[]).map(blockText).join('\n')
    return [{ id: String(tool_use_id), text, failed: is_error === true }]
  })
}

function blockText(block: ContentBlock): string {
  return block.type === 'text' ? block.text : `(${block.type} ${block.source.media_type})`
}

/** Whether a process that is no zombie has the text in its arguments. */
export async function runningWith(text: string): Promise<number[]> {
  const { readdirSync, readFileSync } = await import('node:fs')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)) return []
        return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) ? [] : [Number(pid)]
      } catch {
        return []
      }
    })
}

/** Waits until a condition holds; fails after ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('the condition never held')
}

export const exists = existsSync
export { memorySystem }
