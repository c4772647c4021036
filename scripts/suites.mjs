import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallBrowser } from './browser.mjs'
import { findOrInstallPooler } from './pooler.mjs'
import { root, run, tool } from './run.mjs'

const reports = join(root, 'test-results')

/** The tests of the server or of the page. */
export async function runVitest(folder) {
  const report = freshReport(folder)
  const pooler = folder === 'server' && (await findOrInstallPooler())
  const args = ['run', '--root', folder, '--reporter=default', `--reporter=${join(root, 'scripts/vitestReporter.mjs')}`]
  return runCounted('vitest', args, {
    env: { ...process.env, TEST_REPORT_FILE: report, ...(pooler && { PGBOUNCER_PATH: pooler }) },
    report,
  })
}

/** The journeys through the built product, in a real browser. */
export function runJourneys() {
  return runPlaywright('e2e', 'playwright.config.ts')
}

/** The built product while it is broken on purpose: `small` or `full`. */
export function runFaults(size) {
  return runPlaywright('faults', 'playwright.faults.config.ts', { FAULTS_SIZE: size })
}

async function runPlaywright(name, config, settings) {
  const browser = await findOrInstallBrowser()
  const report = freshReport(name)
  const env = { ...process.env, ...settings, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  if (browser) env.CHROME_PATH = browser
  const args = ['test', '--config', config, '--reporter=list,json']
  return runCounted('playwright', args, { env, report, count: countPlaywright })
}

function freshReport(name) {
  const report = join(reports, `${name}.json`)
  mkdirSync(reports, { recursive: true })
  rmSync(report, { force: true })
  return report
}

/** What fails outside of a test, such as the set-up, counts as one failure; so does a run without any test. */
async function runCounted(program, args, { env, report, count = (result) => result }) {
  const succeeded = await run(tool(program), args, { env })
  const result = readReport(report, count)
  const isEmpty = result.passed + result.failures.length === 0
  if (isEmpty) result.failures.push(`${program} ran no test`)
  else if (!succeeded && !result.failures.length) result.failures.push(`${program} failed outside of a test`)
  return result
}

function readReport(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    console.error(`There is no report of that run: ${error.message}`)
    return { passed: 0, failures: [], skipped: 0 }
  }
}

function countPlaywright({ stats, suites, errors }) {
  const failures = suites.flatMap(listUnexpected)
  return {
    passed: stats.expected + stats.flaky,
    failures: failures.length ? failures : errors.map(({ message }) => message),
    skipped: stats.skipped,
  }
}

function listUnexpected({ specs, suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok)
  const failures = failed.map(({ file, line, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
    return `${file}:${line}: ${title}\n${errors.map(({ message }) => message).join('\n')}`
  })
  return [...failures, ...suites.flatMap(listUnexpected)]
}
