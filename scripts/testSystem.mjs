import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { installMissing } from './system/install.mjs'
import { installPrograms } from './system/programs.mjs'
import { runJourneys } from './testing/journeys.mjs'
import { runFaults, runVitest } from './testing/suites.mjs'
import { runTier } from './testing/tiers.mjs'

await installMissing()
await installPrograms(['server', 'journeys', 'faults'])
await buildStale()
await runTier('system', {
  'The server among other programs': () => runVitest('server', { tier: 'system' }),
  'All other journeys': () => runJourneys('system'),
  'Fault tests': () => runFaults('small', { tier: 'system' }),
})
