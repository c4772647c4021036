import './system/requireNode.mjs'
import { runVitest } from './suites.mjs'
import { installMissing } from './system/install.mjs'

// The server tests on tables that are partitioned by company, as docs/scale.md describes.
process.env.TEST_PARTITIONS = '4'
await installMissing()
const { passed, failures } = await runVitest('server')
process.exitCode = failures.length ? 1 : 0
console.log(`\n${passed} passed, ${failures.length} failed`)
