import './system/requireNode.mjs'
import { runChecks } from './checks.mjs'
import { installMissing } from './system/install.mjs'

await installMissing()
const { failures } = await runChecks()
process.exitCode = failures.length ? 1 : 0
