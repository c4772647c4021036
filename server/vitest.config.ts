import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { installedPrograms } from '../scripts/system/programs.mjs'

/** The tests of `npm run test:system`: they need other programs or processes, or take long. `npm test` has the others. */
const system = [
  '{backup,commands,doctor,metrics,moving,nextPostgres,operator,tracing}/**/*.test.ts',
  '**/*.system.test.ts',
]
const tier = process.env.TEST_TIER

/**
 * The tests that are not run on tables that are partitioned by company. docs/scale.md has the same list. Most of them
 * copy each table with COPY, as backups, moves and updates of PostgreSQL do, and PostgreSQL refuses that for a
 * partitioned table.
 */
const notPartitioned = {
  files: [
    'backup/{backups,damage,fullDisk}.test.ts',
    'backup/{automatic,restoring}/**',
    'commands/{commands,move,pooledCommands,bucketBackups,moveBuckets}.test.ts',
    'commands/running/**',
    'doctor/backups.test.ts',
    'metrics/prometheus.test.ts',
    'moving/**',
    'nextPostgres/{upgradePostgres,earlierPostgres}.test.ts',
    'operator/{downloads,tasks}.test.ts',
    // It describes the tables as they are.
    'database/schemaDocument.test.ts',
  ],
  tests: [
    'the age of the last verified backup is reported',
    'an operator makes a backup',
    'a verification names the faults of a damaged backup',
    'an encrypted backup is listed',
    'without BACKUP_DIR, the list has the backups',
    // It counts the rows that are read from one table.
    'unread enquiries are read in their order',
    'on a new server, an import does not read all',
  ],
}
const isPartitioned = Boolean(process.env.TEST_PARTITIONS)

export default defineConfig({
  test: {
    globalSetup: ['test/postgres.ts', 'test/workers.ts'].map((file) => join(import.meta.dirname, file)),
    setupFiles: join(import.meta.dirname, 'test/processes/leftBehind.ts'),
    env: installedPrograms(),
    include: tier === 'system' ? system : ['**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      ...(tier === 'features' ? system : []),
      ...(isPartitioned ? notPartitioned.files : []),
    ],
    testNamePattern: isPartitioned ? new RegExp(`^(?!.*(${notPartitioned.tests.join('|')}))`) : undefined,
    // Tests make many objects that do not last. With room for more of them, they take a tenth less time.
    execArgv: ['--max-semi-space-size=128'],
    // Workers wait for the database a quarter of the time, so four keep two cores busy.
    maxWorkers: 4,
    // Loading the server takes over a second, so a worker loads it once. test/processes/leftBehind.ts keeps
    // its files apart.
    isolate: false,
    // Shared machines can run ten times slower for minutes, so tests that only wait get plenty of time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
