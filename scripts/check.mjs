import './requireNode.mjs'
import { runChecks } from './checks.mjs'
import { installMissing } from './install.mjs'

await installMissing()
const { failures } = await runChecks()
process.exitCode = failures.length ? 1 : 0
