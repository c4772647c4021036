import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { runFaults, runVitest, totalsLine } from './suites.mjs'
import { installMissing } from './system/install.mjs'

// Backups, restores, updates, moves and replaced servers at full size.
process.env.TEST_EVERY_SCHEMA = 'true'
await installMissing()
await buildStale()
const restores = await runVitest('server', ['olderVersions'])
const faults = await runFaults('full', [
  'backups',
  'upgrades',
  'moves',
  'archive',
  'faults/older',
  'faults/rolling',
  'faults/package',
])
const failures = [...restores.failures, ...faults.failures]
process.exitCode = failures.length ? 1 : 0
console.log(
  totalsLine({ passed: restores.passed + faults.passed, failures, skipped: restores.skipped + faults.skipped }),
)
