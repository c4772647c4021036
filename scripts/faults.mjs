import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { runFaults, totalsLine } from './suites.mjs'
import { installMissing } from './system/install.mjs'

await installMissing()
await buildStale()
const totals = await runFaults('full', process.argv.slice(2))
process.exitCode = totals.failures.length ? 1 : 0
console.log(totalsLine(totals))
