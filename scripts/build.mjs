import './requireNode.mjs'
import { checkBudgets } from './budgets.mjs'
import { buildStale } from './built.mjs'
import { installMissing } from './install.mjs'

await installMissing()
await buildStale()
process.exitCode = checkBudgets().failures.length ? 1 : 0
