import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { installMissing } from './system/install.mjs'

/** `node scripts/operate.mjs backup …`, as `npm run backup -- …` calls it. Runs a command of the built product. */
await installMissing()
await buildStale()
await import('../dist/server/run.js')
