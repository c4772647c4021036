import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallBrowser } from '../system/browser.mjs'
import { findOrMakeBaseImage } from '../system/containers.mjs'
import { root, run, tool } from '../system/run.mjs'
import { buildPreviousVersion } from './previousVersion.mjs'
import { reports } from './totals.mjs'

/**
 * Runs the tests of `server` or `web`, or only the files whose paths contain one of `files`. Those of the server are
 * in two tiers, `features` and `system`.
 */
export async function runVitest(folder, { files = [], tier = 'all' } = {}) {
  const report = freshReport(`${folder}-${tier}`)
  const args = [
    'run',
    '--root',
    folder,
    '--reporter=default',
    `--reporter=${join(root, 'scripts/testing/vitestReporter.mjs')}`,
    ...files,
  ]
  const env = { ...process.env, TEST_REPORT_FILE: report, TEST_TIER: tier }
  return runCounted('vitest', args, { env, report })
}

/** Runs the fault tests against the built product, or only `files` or a tier. The size is `small` or `full`. */
export async function runFaults(size, { files = [], tier = 'all' } = {}) {
  const mayInclude = (name) =>
    files.length === 0 || files.some((file) => file.includes(name) || /^-|^faults\/?$/.test(file))
  const base = size === 'full' ? 'debian' : 'machine'
  const image = mayInclude('package') ? await findOrMakeBaseImage(base) : undefined
  const previous = mayInclude('rolling') || mayInclude('older') ? await buildPreviousVersion() : undefined
  return runPlaywright(`faults-${tier}`, {
    config: 'playwright.faults.config.ts',
    // The strangers wait for all others only if these are tested as well.
    args: [`--output=${join(reports, `faults/browser-${tier}`)}`, ...files, ...(files.length > 0 ? ['--no-deps'] : [])],
    settings: {
      FAULTS_SIZE: size,
      TEST_TIER: tier,
      IMAGE_STORAGE: image?.storage ?? '',
      IMAGE_BASE: image?.base ?? '',
      PREVIOUS_VERSION_DIR: previous ?? '',
    },
  })
}

/**
 * Runs Playwright with a report of this name. Returns the counts, the failed tests, and whether the run is complete: every
 * test ran, and nothing failed outside of a test.
 */
export async function runPlaywright(name, { config, args = [], settings }) {
  const browser = await findOrInstallBrowser()
  const report = freshReport(name)
  const env = { ...process.env, ...settings, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  if (browser) env.CHROME_PATH = browser
  const allArgs = ['test', '--config', config, '--reporter=list,json', ...args]
  return runCounted('playwright', allArgs, { env, report, count: countPlaywright })
}

function freshReport(name) {
  const report = join(reports, `${name}.json`)
  mkdirSync(reports, { recursive: true })
  rmSync(report, { force: true })
  return report
}

/** A failure outside of a test, such as in the setup, counts as one failure. So does a run without any test. */
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
    console.error(`The run left no report: ${error.message}`)
    return { passed: 0, failures: [], skipped: 0, failed: [], isComplete: false }
  }
}

function countPlaywright({ stats, suites, errors }) {
  const specs = suites.flatMap(listSpecs)
  const failed = specs.filter(({ ok }) => !ok).map(describeFailed)
  return {
    passed: stats.expected,
    failures: failed.length
      ? failed.map(({ name, error }) => `${name}\n${error}`)
      : errors.map(({ message }) => message),
    skipped: stats.skipped,
    failed,
    isComplete: errors.length === 0 && specs.every(hasRun),
  }
}

function listSpecs({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)]
}

function describeFailed({ file, line, title, tests }) {
  const results = tests.flatMap((test) => test.results)
  const attachments = results.flatMap((result) => result.attachments)
  return {
    name: `${file}:${line}: ${title}`,
    error: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
    trace: attachments.find(({ name }) => name === 'trace')?.path,
  }
}

/** Playwright also reports tests as skipped that never ran, because the run or their group stopped early. */
function hasRun({ tests }) {
  return tests.every(({ status, expectedStatus }) => status !== 'skipped' || expectedStatus === 'skipped')
}
