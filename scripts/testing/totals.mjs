import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../system/run.mjs'

export const reports = join(root, 'test-results')

/**
 * Prints the failures of the parts of a run, and last how many tests passed, failed and were skipped, because their
 * program could not be installed. The process will exit with 1 if a test failed.
 */
export function printTotals(parts) {
  const failures = parts.flatMap((part) => part.failures)
  const flaky = parts.flatMap((part) => part.flaky ?? [])
  const [passed, skipped] = [sumOf(parts, 'passed'), sumOf(parts, 'skipped')]
  // Repeats the failures at the end, because a CI log may show only its last lines.
  if (failures.length) console.log(`\n── Failed\n\n${failures.map(indentRest).join('\n\n')}`)
  if (flaky.length) console.log(`\n${flaky.map(({ name }) => `flaky: ${name}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failures.length ? 1 : 0
}

/** The findings of the last run of a tier. A run that ended early counts as one more failure. */
export function readTotals(tier) {
  const path = join(reports, `totals-${tier}.json`)
  const total = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { passed: 0, failures: [] }
  return total.isComplete ? total : { ...total, failures: [...total.failures, `The tests of '${tier}' did not end`] }
}

function sumOf(parts, name) {
  return parts.reduce((sum, part) => sum + (part[name] ?? 0), 0)
}

function indentRest(failure) {
  const lines = stripVTControlCharacters(failure).split('\n', 30)
  return lines.map((line, index) => (index ? `    ${line}` : line)).join('\n')
}
