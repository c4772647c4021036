import './system/requireNode.mjs'
import { installMissing } from './system/install.mjs'
import { installPrograms } from './system/programs.mjs'
import { runVitest } from './testing/suites.mjs'
import { printTotals } from './testing/totals.mjs'

// The server tests on tables that are partitioned by company, as docs/scale.md describes. server/vitest.config.ts lists those that are left out.
process.env.TEST_PARTITIONS = '4'
await installMissing()
await installPrograms(['server'])
printTotals([await runVitest('server')])
