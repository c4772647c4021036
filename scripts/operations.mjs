import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { installMissing } from './system/install.mjs'
import { installPrograms } from './system/programs.mjs'
import { runFaults, runVitest } from './testing/suites.mjs'
import { printTotals } from './testing/totals.mjs'

// Backups, restores, updates, moves, replaced servers, faults of a mailbox and long texts at full size.
process.env.TEST_FULL_SIZE = 'true'
await installMissing()
await installPrograms(['server', 'faults'])
await buildStale()
printTotals([
  await runVitest('server', { files: ['olderVersions', 'mailboxFaults', 'guessing', 'longTexts'] }),
  await runFaults('full', {
    files: ['backups', 'upgrades', 'moves', 'archive', 'faults/older', 'faults/rolling', 'faults/package'],
  }),
])
