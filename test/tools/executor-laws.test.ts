import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { HookReport } from '../../src/hooks/report.ts'
import { buildTool } from '../../src/tools/build-tool.ts'
import { type ToolUseContext, withContext } from '../../src/tools/context.ts'
import { createExecutor, type ExecutionEvent } from '../../src/tools/executor.ts'
import { ToolError } from '../../src/tools/failure.ts'
import { batches } from '../../src/tools/partition.ts'
import type { AnyTool } from '../../src/tools/tool.ts'
import { systemWith, useOf, withSession } from './session.ts'

/** One call of a schedule. */
interface Planned {
  readonly tool: 'Safe' | 'Unsafe' | 'Shell' | 'Missing' | 'Denied'
  readonly ends: 'ok' | 'fails' | 'throws' | 'ignores-abort'
  /** Moves the context, fails to, or leaves it. */
  readonly modifier: 'moves' | 'broken' | 'none'
  /** A hook makes it unsafe after it has been taken for safe. */
  readonly hook: 'turns-unsafe' | 'none'
}

interface Schedule {
  readonly calls: readonly Planned[]
  readonly cap: number
  /** What happens to the whole run, at a moment the scheduler picks. */
  readonly fate: 'runs' | 'aborted' | 'discarded'
  /** Blocks come one by one, or all at once. */
  readonly streamed: boolean
}

const planned: fc.Arbitrary<Planned> = fc.record({
  tool: fc.constantFrom('Safe', 'Safe', 'Safe', 'Unsafe', 'Shell', 'Missing', 'Denied'),
  ends: fc.constantFrom('ok', 'ok', 'ok', 'fails', 'throws'),
  modifier: fc.constantFrom('none', 'moves', 'broken'),
  hook: fc.constantFrom('none', 'none', 'none', 'turns-unsafe'),
})

const schedules: fc.Arbitrary<Schedule> = fc.record({
  calls: fc.array(planned, { minLength: 1, maxLength: 9 }),
  cap: fc.integer({ min: 1, max: 4 }),
  fate: fc.constantFrom('runs', 'runs', 'runs', 'aborted', 'discarded'),
  streamed: fc.boolean(),
})

interface Seen {
  readonly index: number
  readonly what: 'start' | 'end' | 'modify'
  readonly safe: boolean
  readonly cwd: string
}

const input = z.strictObject({ index: z.number(), safe: z.boolean() })

/** What the hook of a schedule says; it answers from the plan, so that the scheduler decides when. */
function report(updatedInput: Record<string, unknown> | undefined): HookReport {
  const silent: Omit<HookReport, 'updatedInput' | 'updatedToolOutput'> = {
    event: 'PreToolUse',
    outcomes: [],
    skipped: [],
    effect: null,
    blocked: false,
    reason: null,
    decidedBy: null,
    source: null,
    continue: true,
    stopReason: null,
    additionalContext: [],
    systemMessages: [],
    updatedPermissions: [],
    interrupt: false,
    fields: {},
    exports: '',
    warnings: [],
    cancelled: false,
    stricter: null,
  }
  return updatedInput === undefined ? silent : { ...silent, updatedInput }
}

/** Runs a schedule; the order in which anything that waits goes on is the scheduler's. */
async function runSchedule(schedule: Schedule, scheduler: fc.Scheduler, start: ToolUseContext) {
  const seen: Seen[] = []
  let running = 0
  let most = 0
  const tool = (name: string, safe: boolean, shell: boolean): AnyTool =>
    buildTool({
      name,
      shell,
      description: () => '',
      inputSchema: input,
      isConcurrencySafe: (given) => safe && given.safe,
      async call({ index, safe: kept }, context) {
        const plan = schedule.calls[index]!
        const note = (what: Seen['what']) => seen.push({ index, what, safe: safe && kept, cwd: context.cwd })
        note('start')
        most = Math.max(most, ++running)
        try {
          const work = scheduler.schedule(Promise.resolve(), `call ${index}`)
          const aborted = new Promise<never>((_, reject) => {
            context.signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
          })
          await Promise.race([work, aborted])
          if (plan.ends === 'fails') throw new ToolError('failed')
          if (plan.ends === 'throws') throw new RangeError('unexpected')
        } finally {
          running--
          note('end')
        }
        if (plan.modifier === 'none') return { data: 'done' }
        const contextModifier = (later: ToolUseContext) => {
          if (plan.modifier === 'broken') throw new Error('broken')
          seen.push({ index, what: 'modify', safe, cwd: later.cwd })
          return withContext(later, { cwd: `${later.cwd}/${index}` })
        }
        return { data: 'done', contextModifier }
      },
    })
  const tools = [
    tool('Safe', true, false),
    tool('Unsafe', false, false),
    tool('Shell', true, true),
    tool('Denied', true, false),
  ]
  const hooks = {
    runner: () => ({
      async run(_: string, payload: Readonly<Record<string, unknown>>) {
        const { index } = payload['tool_input'] as { index: number }
        await scheduler.schedule(Promise.resolve(), `hook ${index}`)
        return report(schedule.calls[index]?.hook === 'turns-unsafe' ? { index, safe: false } : undefined)
      },
    }),
    close: async () => {},
  }
  const controller = new AbortController()
  const { createRegistry } = await import('../../src/tools/registry.ts')
  const executor = createExecutor(
    Object.freeze({
      ...start,
      cwd: '',
      tools: createRegistry(tools),
      signal: controller.signal,
      host: { hooks },
    }),
    { cap: schedule.cap },
  )
  const events: ExecutionEvent[] = []
  const read = async () => {
    for await (const event of executor.events()) events.push(event)
  }
  const added: string[] = []
  let discarded = false
  const feed = async () => {
    for (const [index, call] of schedule.calls.entries()) {
      if (schedule.streamed) await scheduler.schedule(Promise.resolve(), `block ${index}`)
      // Nobody reads a message on after it was given up.
      if (discarded) return
      added.push(`id_${index}`)
      executor.add(useOf(`id_${index}`, call.tool, { index, safe: true }))
    }
    executor.end()
  }
  const fate = async () => {
    if (schedule.fate === 'runs') return
    await scheduler.schedule(Promise.resolve(), schedule.fate)
    if (schedule.fate === 'aborted') controller.abort('escape')
    else {
      discarded = true
      executor.discard('fallback')
    }
  }
  await scheduler.waitFor(Promise.all([read(), feed(), fate()]))
  return { seen, events, most, added }
}

/** Whether each call is taken for safe when its turn comes. */
const safeAtFirst = ({ tool }: Planned) => tool === 'Safe' || tool === 'Shell' || tool === 'Denied'

describe('whatever the schedule', () => {
  it('every law holds, over 1,000 of them', async () => {
    const settings = {
      permissions: { allow: ['Safe', 'Unsafe', 'Shell'], deny: ['Denied'] },
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'never run here' }] }] },
    }
    await withSession({ settings, session: { system: systemWith({}) } }, async ({ context }) => {
      await fc.assert(
        fc.asyncProperty(schedules, fc.scheduler(), async (schedule, scheduler) => {
          const { seen, events, most, added } = await runSchedule(schedule, scheduler, context)
          const outcomes = events.flatMap((event) => (event.type === 'outcome' ? [event.outcome] : []))

          // Exactly one result for each call, in request order.
          expect(outcomes.map(({ id }) => id)).toEqual(added)
          for (const { id, result } of outcomes)
            expect(result.block).toMatchObject({ type: 'tool_result', tool_use_id: id })

          // Nothing starts twice, and what started ended.
          const starts = seen.filter(({ what }) => what === 'start').map(({ index }) => index)
          expect(new Set(starts).size).toBe(starts.length)
          expect(
            seen
              .filter(({ what }) => what === 'end')
              .map(({ index }) => index)
              .sort(),
          ).toEqual([...starts].sort())

          // Never more than the cap; an unsafe call never beside any other.
          expect(most).toBeLessThanOrEqual(schedule.cap)
          const open = new Map<number, boolean>()
          for (const { index, what, safe } of seen) {
            if (what === 'start') {
              if (!safe) expect([...open.keys()]).toEqual([])
              expect([...open.values()]).not.toContain(false)
              open.set(index, safe)
            } else if (what === 'end') open.delete(index)
          }

          // A call starts only when every earlier batch is over.
          const groups = batches(schedule.calls.map(safeAtFirst))
          const groupOf = (index: number) => groups.findIndex((group) => group.includes(index))
          const order = starts.map(groupOf)
          expect(order).toEqual([...order].sort((a, b) => a - b))

          // Modifiers are applied in request order, and a call sees those of earlier batches and no others.
          const moved = seen.filter(({ what }) => what === 'modify').map(({ index }) => index)
          expect(moved).toEqual([...moved].sort((a, b) => a - b))
          for (const { index, what, cwd } of seen) {
            if (what !== 'start') continue
            const before = moved.filter((other) => groupOf(other) < groupOf(index))
            expect(cwd).toBe(before.map((other) => `/${other}`).join(''))
          }

          // Without a fate from outside, a call ends as planned unless a shell sibling failed.
          if (schedule.fate === 'runs') {
            for (const [index, call] of schedule.calls.entries()) {
              const { status } = outcomes[index]!
              if (call.tool === 'Missing') expect(status).toBe('error')
              else if (call.tool === 'Denied') expect(['denied', 'cancelled']).toContain(status)
              else {
                const siblings = groups[groupOf(index)]!.map((member) => schedule.calls[member]!)
                const spoilt = siblings.some(({ tool, ends }) => tool === 'Shell' && ends !== 'ok')
                const planned = call.ends === 'ok' ? 'ok' : 'error'
                if (spoilt) expect([planned, 'cancelled']).toContain(status)
                else expect(status).toBe(planned)
              }
            }
          }
        }),
        { numRuns: 1_000, endOnFailure: true },
      )
    })
  }, 120_000)
})
