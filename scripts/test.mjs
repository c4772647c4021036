import './system/requireNode.mjs'
import { checkBudgets } from './budgets.mjs'
import { buildStale } from './built.mjs'
import { runChecks } from './testing/checks.mjs'
import { runJourneys } from './testing/journeys.mjs'
import { runFaults, runVitest } from './testing/suites.mjs'
import { runTier } from './testing/tiers.mjs'

await runTier('features', {
  'Format, lint, types, unused code': runChecks,
  'Features of the server': () => runVitest('server', { tier: 'features' }),
  'The page': () => runVitest('web'),
  'JavaScript budgets': async () => {
    await buildStale()
    return checkBudgets()
  },
  'Main journeys': () => runJourneys('features'),
  'A small storm of faults': () => runFaults('small', { files: ['faults/storm'], tier: 'features' }),
})
