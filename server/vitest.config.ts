import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** These copy, count or explain whole tables, so they are not run on tables that are partitioned by company. */
const aboutWholeTables = [
  '{backup,commands,doctor,metrics,moving,nextPostgres,operator}/**',
  'database/schemaDocument.test.ts',
  'enquiries/list/plans.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['test/postgres.ts', 'test/mail/parserWorker.ts'].map((file) => join(import.meta.dirname, file)),
    setupFiles: join(import.meta.dirname, 'test/leftBehind.ts'),
    include: ['**/*.test.ts'],
    exclude: process.env.TEST_PARTITIONS ? ['**/node_modules/**', ...aboutWholeTables] : ['**/node_modules/**'],
    // Workers wait for the database a quarter of the time, so three keep two cores busy.
    maxWorkers: 3,
    // Loading the server takes over a second, so a worker loads it once. test/leftBehind.ts keeps its files apart.
    isolate: false,
    // Shared machines can run ten times slower for minutes, so tests that only wait get plenty of time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
