import { describe, expect, it } from 'vitest'
import { fuzz } from './fuzz/check.ts'
import { whyNoBash } from './fuzz/real-bash.ts'

const obstacle = whyNoBash()
if (obstacle !== null) console.warn(`\n*** FUZZ AGAINST REAL BASH SKIPPED: ${obstacle} ***\n`)

describe.skipIf(obstacle !== null)('random texts in real bash', () => {
  it('run nothing that the script of a known text does not show, or that goes past a rule', async () => {
    const { unseen, bypasses, crashes, known, ran, ranWrapped, ranMoving } = await fuzz(
      20_260_101,
      ({ texts }) => texts < 240,
    )
    expect({ unseen, bypasses, crashes }).toEqual({ unseen: [], bypasses: [], crashes: [] })
    // Silence is evidence only where much was known and much ran.
    expect(known).toBeGreaterThan(80)
    expect(ran).toBeGreaterThan(200)
    expect(ranWrapped).toBeGreaterThan(200)
    expect(ranMoving).toBeGreaterThan(100)
  }, 180_000)
})
