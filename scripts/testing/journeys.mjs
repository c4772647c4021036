import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runPlaywright } from './suites.mjs'
import { reports } from './totals.mjs'

/** The main journeys are marked in their files, because most others are in the same files. */
const choices = { features: '--grep=@main', system: '--grep-invert=@main' }

/**
 * Runs a tier of the journeys through the built product in real browsers, and each failed one once more, alone. If it
 * then passes, it counts as passed, and is returned as flaky with the error and trace of its failure.
 */
export async function runJourneys(tier) {
  const first = await run(`journeys-${tier}`, choices[tier])
  // After a run that stopped early, a second try would hide the journeys that never ran.
  if (first.failed.length === 0 || !first.isComplete) return first
  console.log('\n── Failed journeys, second try')
  const again = await run(`journeys-${tier}-again`, '--last-failed', '--workers=1')
  const hasRunAll = again.isComplete && again.passed + again.failed.length === first.failed.length
  if (!hasRunAll) return { ...first, failures: [...first.failures, ...again.failures] }
  const stillFailing = new Set(again.failed.map(({ name }) => name))
  const flaky = first.failed.filter(({ name }) => !stillFailing.has(name))
  return {
    passed: first.passed + again.passed,
    failures: again.failures,
    skipped: first.skipped,
    flaky: flaky.map(({ name, error, trace }) => ({ name, error: stripVTControlCharacters(error), trace })),
  }
}

async function run(name, ...args) {
  return runPlaywright(name, {
    config: 'playwright.config.ts',
    args: [
      // Separate folders, so that the second run does not delete the traces of the first.
      `--output=${join(reports, name)}`,
      `--last-failed-file=${join(reports, 'journeys-failed.json')}`,
      ...args,
    ],
  })
}
