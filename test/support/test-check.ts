import { describe, expect, test } from 'vitest'
import { type Disk, lintDisk, show } from './lint-disk.ts'

/** Settings and the one thing the check finds in them: `pointer | witness | fix`, `!` before a safe fix. */
export type Find = readonly [disk: Disk, found: string]

/** Tries one check on a table of settings. A table needs both sides, and no row twice. */
export function testCheck(
  code: string,
  table: { readonly finds: readonly Find[]; readonly passes: readonly Disk[] },
): void {
  describe(code, () => {
    test('the table has both sides and no row twice', () => {
      const rows = [...table.finds.map(([disk]) => disk), ...table.passes].map((disk) => JSON.stringify(disk))
      expect(table.finds.length).toBeGreaterThan(0)
      expect(table.passes.length).toBeGreaterThan(0)
      expect(new Set(rows).size).toBe(rows.length)
    })
    test.each(table.finds)('finds %j', (disk, found) => {
      const findings = lintDisk(disk).filter((finding) => finding.code === code)
      expect(findings.map(show)).toEqual([found])
      for (const { line, column, data } of findings) {
        expect([line, column].every((at) => at > 0)).toBe(true)
        expect(data['message']).not.toMatch(/undefined|\[object|^$/)
      }
    })
    test.each(table.passes)('passes %j', (disk) => {
      expect(
        lintDisk(disk)
          .filter((finding) => finding.code === code)
          .map(show),
      ).toEqual([])
    })
  })
}
