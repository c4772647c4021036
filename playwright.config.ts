import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { installedPrograms } from './scripts/system/programs.mjs'

const port = Number(process.env.E2E_PORT ?? 3917)
Object.assign(process.env, installedPrograms())
/** The journeys need it for the operator's commands. Workers inherit it from the process that starts them. */
process.env.E2E_DATA_DIR ??= join(tmpdir(), `enquiry-desk-e2e-${process.pid}`)

/** Journeys through the built product, with a temporary data folder. `CHROME_PATH` names an installed browser. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/journeys',
  workers: 2,
  fullyParallel: true,
  // A busy machine may be ten times slower for minutes. A single action that takes a minute will never end.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // Ends the run early where nothing works.
  maxFailures: 10,
  webServer: {
    command: 'node e2e/support/startServer.mjs',
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: 'warn',
      VENDOR_NAME: 'Vendor Ltd',
      NOTICE: '',
    },
    url: `http://localhost:${port}/readyz`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
  },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // With screenshots in the traces, the journeys take 40 % longer; without them 9 %.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      // Chromium's sandbox does not work as root. The other flags prevent requests to Google.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
