import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** What breaks on purpose: servers of their own behind a proxy of our own. `FAULTS_SIZE=full` for the long one. */
export default defineConfig({
  testDir: 'faults',
  outputDir: 'test-results/faults/browser',
  workers: 2,
  timeout: journeys.timeout,
  expect: journeys.expect,
  maxFailures: journeys.maxFailures,
  use: { ...journeys.use, baseURL: undefined, trace: 'off' },
})
