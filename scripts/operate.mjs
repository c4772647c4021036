import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { findDatabaseUrl } from './databaseUrl.mjs'
import { installMissing } from './system/install.mjs'

/** `node scripts/operate.mjs backup …`, as `npm run backup -- …` calls it. Runs a command of the built product. */
const [command] = process.argv.slice(2)
await installMissing()
await buildStale()
// A running server has the lock of its data folder, but its embedded database can be shared. A restore needs the lock.
const url = command === 'restore' ? undefined : await findDatabaseUrl()
if (url) process.env.DATABASE_URL = url
await import('../dist/server/run.js')
