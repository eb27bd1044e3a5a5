import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'test/support/built.ts',
    include: ['test/**/*.test.ts'],
    // Tests start real processes; forks keep native parsers apart and two cores busy.
    pool: 'forks',
    testTimeout: 30_000,
  },
})
