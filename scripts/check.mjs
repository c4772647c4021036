import './system/requireNode.mjs'
import { installMissing } from './system/install.mjs'
import { runChecks } from './testing/checks.mjs'

await installMissing()
const { failures } = await runChecks()
process.exitCode = failures.length ? 1 : 0
