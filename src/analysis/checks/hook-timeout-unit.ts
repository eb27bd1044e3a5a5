import type { Check } from '../check.ts'

/** Hook timeouts are seconds; whole thousands were meant as milliseconds. */
export const hookTimeoutUnit: Check = {
  code: 'hook-timeout-unit',
  severity: 'warning',
  *find({ context }) {
    for (const { handler, source } of context.hooks) {
      const timeout = handler['timeout']
      if (typeof timeout !== 'number' || timeout < 1000 || timeout % 500 !== 0) continue
      const seconds = timeout / 1000
      yield {
        at: source,
        data: { timeout, seconds },
        witness: null,
        fix: {
          title: `write ${seconds}`,
          safe: false,
          edits: [{ file: source.file, pointer: `${source.pointer}/timeout`, value: seconds }],
        },
      }
    }
  },
}
