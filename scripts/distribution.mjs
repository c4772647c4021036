import './system/requireNode.mjs'
import { runVitest, totalsLine } from './suites.mjs'
import { installMissing } from './system/install.mjs'

// The server tests on tables that are partitioned by company, as docs/scale.md describes. server/vitest.config.ts lists those that are left out.
process.env.TEST_PARTITIONS = '4'
await installMissing()
const totals = await runVitest('server')
process.exitCode = totals.failures.length ? 1 : 0
console.log(totalsLine(totals))
