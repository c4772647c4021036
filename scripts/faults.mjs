import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { runFaults } from './suites.mjs'
import { installMissing } from './system/install.mjs'

await installMissing()
await buildStale()
const { passed, failures } = await runFaults('full', process.argv.slice(2))
process.exitCode = failures.length ? 1 : 0
console.log(`\n${passed} passed, ${failures.length} failed`)
