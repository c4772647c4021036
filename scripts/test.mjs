import './requireNode.mjs'
import { stripVTControlCharacters } from 'node:util'
import { checkBudgets } from './budgets.mjs'
import { buildStale } from './built.mjs'
import { runChecks } from './checks.mjs'
import { installMissing } from './install.mjs'
import { runFaults, runJourneys, runVitest } from './suites.mjs'

const steps = {
  'Format, lint, types, unused code': runChecks,
  'The server': () => runVitest('server'),
  'The page': () => runVitest('web'),
  'What a page may weigh': async () => {
    await buildStale()
    return checkBudgets()
  },
  'Journeys in a browser': async () => {
    await buildStale()
    return runJourneys()
  },
  'Broken on purpose': async () => {
    await buildStale()
    return runFaults('small')
  },
}

await installMissing()
const total = { passed: 0, failures: [], skipped: 0 }
for (const [name, runStep] of Object.entries(steps)) {
  console.log(`\n── ${name}`)
  const { passed, failures, skipped = 0 } = await runStep().catch(couldNotRun)
  total.passed += passed
  total.failures.push(...failures)
  total.skipped += skipped
}
process.exitCode = total.failures.length ? 1 : 0
// Once more at the end: whoever is shown the last lines of a long run only has to see what to mend.
if (total.failures.length) console.log(`\n── Failed\n\n${total.failures.map(indentRest).join('\n\n')}`)
const skipped = total.skipped ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failures.length} failed${skipped}`)

function couldNotRun(error) {
  console.error(error.message)
  return { passed: 0, failures: [error.message] }
}

function indentRest(failure) {
  const lines = stripVTControlCharacters(failure).split('\n', 30)
  return lines.map((line, index) => (index ? `    ${line}` : line)).join('\n')
}
