import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: join(import.meta.dirname, 'test/postgres.ts'),
    include: ['**/*.test.ts'],
    // The database does the work; more workers than cores would only wait for it.
    maxWorkers: 2,
    // Machines have stretches in which everything takes ten times as long: what only waits may wait through them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
