import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combine } from '../../src/hooks/combine.ts'
import { type Handler, readHandler } from '../../src/hooks/handler.ts'
import { interpret } from '../../src/hooks/interpret.ts'
import type { HookEffect, HookOutcome } from '../../src/hooks/report.ts'
import type { HookEntry } from '../../src/rules/context.ts'

const seed = 4

const entry = (fields: object = {}): HookEntry => ({
  event: 'PreToolUse',
  matcher: undefined,
  handler: { type: 'command', command: 'x', ...fields },
  source: { layer: 'project', file: 'f', pointer: '/hooks', line: 1, column: 1 },
})

function outcomeOf(stdout: string, stderr: string, exit: number | null, fields: object = {}): HookOutcome {
  const hook = entry(fields)
  const handler = readHandler(hook) as Handler
  const run = { entry: hook, handler, durationMs: 1, strict: false, projectDir: '/p' }
  const signal = exit === null ? 'SIGKILL' : null
  return interpret(run, { kind: 'exited', exit, signal, stdout, stderr, overflow: false })
}

/** Texts near the border between an answer and none. */
const printed = fc
  .oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        decision: fc.constantFrom('approve', 'block', 'allow', 'deny', undefined),
        permissionDecision: fc.constantFrom('allow', 'deny', 'ask', 'defer', 'ALLOW', 'block', null, undefined),
        event: fc.constantFrom('PreToolUse', 'PostToolUse', undefined),
        extra: fc.constantFrom({}, { continue: false }, { systemMessage: 5 }, { zz: 1 }),
      })
      .map(({ decision, permissionDecision, event, extra }) =>
        JSON.stringify({ decision, hookSpecificOutput: { hookEventName: event, permissionDecision }, ...extra }),
      ),
  )
  .chain((text) =>
    fc.constantFrom(text, ` ${text}\n`, `log\n${text}`, `${text}\nlog`, text.slice(0, -1), `${text}\n${text}`),
  )

const exits = fc.constantFrom(0, 1, 2, 3, 126, 127, 255, null)

test('nothing but a whole valid answer that allows makes a hook allow', () => {
  fc.assert(
    fc.property(printed, exits, (stdout, exit) => {
      const { effect } = outcomeOf(stdout, '', exit)
      if (effect !== 'allow') return
      const answer = JSON.parse(stdout.trim())
      const says = [answer.decision, answer.hookSpecificOutput?.permissionDecision]
      expect(exit).not.toBe(2)
      expect(says.includes('approve') || says.includes('allow')).toBe(true)
      expect(says.includes('block') || says.includes('deny')).toBe(false)
    }),
    { seed, numRuns: 20_000 },
  )
})

test('exit 2 denies whatever was printed', () => {
  fc.assert(
    fc.property(printed, fc.string(), (stdout, stderr) => {
      expect(outcomeOf(stdout, stderr, 2)).toMatchObject({ effect: 'deny', blocks: true, result: 'blocked' })
    }),
    { seed, numRuns: 5_000 },
  )
})

test('a hook that fails closed allows only with exit 0', () => {
  fc.assert(
    fc.property(printed, exits, (stdout, exit) => {
      const { effect, failure } = outcomeOf(stdout, '', exit, { onFailure: 'block' })
      if (exit !== 0) expect(effect).toBe('deny')
      if (failure !== null) expect(effect).toBe('deny')
    }),
    { seed, numRuns: 10_000 },
  )
})

const strictness: Record<string, number> = { deny: 0, defer: 1, ask: 2, allow: 3 }
const rank = (effect: HookEffect | null) => (effect === null ? 4 : (strictness[effect] as number))

test('one more hook never loosens, and the order of hooks never matters', () => {
  const subject = { tool: 'Bash', interactive: false, deferrable: true }
  const effect = (outcomes: readonly HookOutcome[]) => combine('PreToolUse', [], outcomes, subject).effect
  fc.assert(
    fc.property(
      fc.array(fc.tuple(printed, exits), { maxLength: 5 }),
      fc.tuple(printed, exits),
      (some, [text, exit]) => {
        const outcomes = some.map(([stdout, code]) => outcomeOf(stdout, '', code))
        const more = [...outcomes, outcomeOf(text, '', exit)]
        expect(rank(effect(more))).toBeLessThanOrEqual(rank(effect(outcomes)))
        expect(effect([...more].reverse())).toBe(effect(more))
      },
    ),
    { seed, numRuns: 3_000 },
  )
})
