import './system/requireNode.mjs'
import { checkBudgets } from './budgets.mjs'
import { buildStale } from './built.mjs'
import { installMissing } from './system/install.mjs'

await installMissing()
await buildStale()
process.exitCode = checkBudgets().failures.length ? 1 : 0
