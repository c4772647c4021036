import './system/requireNode.mjs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { checkBudgets } from './budgets.mjs'
import { buildStale } from './built.mjs'
import { runChecks } from './checks.mjs'
import { runJourneys } from './journeys.mjs'
import { reports, runFaults, runVitest, totalsLine } from './suites.mjs'
import { installMissing } from './system/install.mjs'

const steps = {
  'Format, lint, types, unused code': runChecks,
  'The server': () => runVitest('server'),
  'The page': () => runVitest('web'),
  'JavaScript budgets': async () => {
    await buildStale()
    return checkBudgets()
  },
  'Browser journeys': async () => {
    await buildStale()
    return runJourneys()
  },
  'Fault tests': async () => {
    await buildStale()
    return runFaults('small')
  },
}

await installMissing()
const total = { passed: 0, failures: [], skipped: 0, flaky: [] }
for (const [name, runStep] of Object.entries(steps)) {
  console.log(`\n── ${name}`)
  const { passed, failures, skipped = 0, flaky = [] } = await runStep().catch(toFailure)
  total.passed += passed
  total.failures.push(...failures)
  total.skipped += skipped
  total.flaky.push(...flaky)
}
process.exitCode = total.failures.length ? 1 : 0
// Repeats the failures at the end, because a CI log may show only its last lines.
if (total.failures.length) console.log(`\n── Failed\n\n${total.failures.map(indentRest).join('\n\n')}`)
if (total.flaky.length) console.log(`\n${total.flaky.map(toFlakyLine).join('\n')}`)
writeFileSync(join(reports, 'flaky.json'), `${JSON.stringify(total.flaky, null, 2)}\n`)
console.log(totalsLine(total))

function toFailure(error) {
  console.error(error.message)
  return { passed: 0, failures: [error.message] }
}

function toFlakyLine({ name }) {
  return `flaky: ${name}`
}

function indentRest(failure) {
  const lines = stripVTControlCharacters(failure).split('\n', 30)
  return lines.map((line, index) => (index ? `    ${line}` : line)).join('\n')
}
