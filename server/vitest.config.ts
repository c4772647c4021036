import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/postgres.ts', 'test/mail/parserWorker.ts'].map((file) => join(import.meta.dirname, file)),
    setupFiles: join(import.meta.dirname, 'test/leftBehind.ts'),
    include: ['**/*.test.ts'],
    // Workers wait for the database a quarter of the time, so three keep two cores busy.
    maxWorkers: 3,
    // Loading the server takes over a second, so a worker loads it once. test/leftBehind.ts keeps its files apart.
    isolate: false,
    // Shared machines can run ten times slower for minutes, so tests that only wait get plenty of time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
