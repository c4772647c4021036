import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** These tests measure times, so they run alone, after the others. */
const alone = 'strangers/*.spec.ts'
/** The storm is a part of `npm test`, so `npm run test:system` leaves it out. */
const isSystem = process.env.TEST_TIER === 'system'

/** Fault tests: each starts its own servers behind a proxy. `FAULTS_SIZE=full` runs the long version. */
export default defineConfig({
  testDir: 'faults',
  outputDir: 'test-results/faults/browser',
  workers: 2,
  timeout: journeys.timeout,
  expect: journeys.expect,
  maxFailures: journeys.maxFailures,
  use: { ...journeys.use, baseURL: undefined, trace: 'off' },
  projects: [
    { name: 'faults', testIgnore: isSystem ? [alone, 'storm.spec.ts'] : alone },
    { name: 'strangers', testMatch: alone, dependencies: ['faults'] },
  ],
})
