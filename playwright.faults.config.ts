import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Fault tests: each starts its own servers behind a proxy. `FAULTS_SIZE=full` runs the long version. */
export default defineConfig({
  testDir: 'faults',
  outputDir: 'test-results/faults/browser',
  workers: 2,
  timeout: journeys.timeout,
  expect: journeys.expect,
  maxFailures: journeys.maxFailures,
  use: { ...journeys.use, baseURL: undefined, trace: 'off' },
})
