import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { installMissing } from './system/install.mjs'
import { installPrograms } from './system/programs.mjs'
import { runFaults } from './testing/suites.mjs'
import { printTotals } from './testing/totals.mjs'

await installMissing()
await installPrograms(['faults'])
await buildStale()
printTotals([await runFaults('full', { files: process.argv.slice(2) })])
