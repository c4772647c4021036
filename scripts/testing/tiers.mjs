import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installMissing } from '../system/install.mjs'
import { printTotals, reports } from './totals.mjs'

/** Runs the steps of a tier of tests, even if some fail, and prints and keeps what they found. */
export async function runTier(name, steps) {
  const report = join(reports, `totals-${name}.json`)
  mkdirSync(reports, { recursive: true })
  rmSync(report, { force: true })
  await installMissing()
  const total = { passed: 0, failures: [], skipped: 0, flaky: [], isComplete: false }
  for (const [step, runStep] of Object.entries(steps)) {
    console.log(`\n── ${step}`)
    const startedAt = Date.now()
    const { passed, failures, skipped = 0, flaky = [] } = await runStep().catch(toFailure)
    total.passed += passed
    total.failures.push(...failures)
    total.skipped += skipped
    total.flaky.push(...flaky)
    console.log(`\n── ${step}: ${Math.round((Date.now() - startedAt) / 1000)} s`)
    // After each step, because one that cannot build the product ends the process.
    writeFileSync(report, JSON.stringify(total, null, 2))
  }
  writeFileSync(report, JSON.stringify({ ...total, isComplete: true }, null, 2))
  printTotals([total])
}

function toFailure(error) {
  console.error(error.message)
  return { passed: 0, failures: [error.message] }
}
