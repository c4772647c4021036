import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { reports, runPlaywright } from './suites.mjs'

/** Names each journey that failed and then passed, with its error and the trace of its failure. */
const flakyFile = join(reports, 'flaky.json')

/** The journeys through the built product, in a real browser. Those that measure run after the others. */
export async function runJourneys() {
  rmSync(flakyFile, { force: true })
  const results = [await runProject('journeys'), await runProject('quick')]
  const flaky = results.flatMap((result) => result.flaky)
  if (flaky.length) writeFileSync(flakyFile, `${JSON.stringify(flaky, null, 2)}\n`)
  return {
    passed: results[0].passed + results[1].passed,
    failures: results.flatMap(({ failures }) => failures),
    skipped: results[0].skipped + results[1].skipped,
    flaky: flaky.map(({ name }) => name),
  }
}

/** Runs each journey that failed once more, alone. One that then passes counts as passed, and as flaky. */
async function runProject(project) {
  const first = await run(project, project)
  // When many fail, or something outside of a journey, the cause is not a slow minute.
  if (first.failed.length === 0 || first.isCutShort) return { ...first, flaky: [] }
  console.log('\n── The journeys that failed, once more')
  const again = await run(project, `${project}-again`, '--last-failed', '--workers=1')
  const hasRunAll = again.passed + again.failed.length === first.failed.length
  if (!hasRunAll) return { ...first, failures: [...first.failures, ...again.failures], flaky: [] }
  const stillFailing = new Set(again.failed.map(({ name }) => name))
  const flaky = first.failed.filter(({ name }) => !stillFailing.has(name))
  return {
    passed: first.passed + again.passed,
    failures: again.failures,
    skipped: first.skipped,
    flaky: flaky.map(({ name, error, trace }) => ({ name, error: stripVTControlCharacters(error), trace })),
  }
}

function run(project, name, ...args) {
  return runPlaywright(name, {
    config: 'playwright.config.ts',
    args: [
      `--project=${project}`,
      '--no-deps',
      // The traces of the first run outlive the second.
      `--output=${join(reports, name)}`,
      `--last-failed-file=${join(reports, `${project}-failed.json`)}`,
      ...args,
    ],
  })
}
