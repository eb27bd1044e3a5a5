import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../src/call.ts'
import type { Effect, ReasonCode } from '../../src/decision.ts'
import { decideIn, type Scene } from './decide.ts'

/** A call, the effect it gets, and the code or rule that decided. */
export type EffectRow = readonly [call: ToolCall | string, effect: Effect, why: ReasonCode | (string & {})]

/** Runs one table of calls in one scene; refuses a table that is empty or says a thing twice. */
export function testEffects(title: string, scene: Scene, rows: readonly EffectRow[]): void {
  describe(title, () => {
    it('has rows, none of them twice', () => {
      expect(rows.length).toBeGreaterThan(0)
      const calls = rows.map(([call]) => JSON.stringify(call))
      expect(new Set(calls).size).toBe(calls.length)
    })
    it.each(rows.map((row) => [typeof row[0] === 'string' ? row[0] : JSON.stringify(row[0]), row] as const))(
      '%s',
      (_, row) => {
        const [call, effect, why] = row
        const { reason, ...decision } = decideIn(scene, call)
        expect({ effect: decision.effect, why: reason.rule ?? reason.code }).toEqual({ effect, why })
      },
    )
  })
}
