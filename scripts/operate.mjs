import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { findDatabaseUrl } from './databaseUrl.mjs'
import { installMissing } from './system/install.mjs'

/** `node scripts/operate.mjs backup …`, as `npm run backup -- …` calls it. Runs a command of the built product. */
const [command] = process.argv.slice(2)
await installMissing()
await buildStale()
// The embedded database of a running server can be shared. The other commands exchange it, and need it stopped.
const url = ['backup', 'verify'].includes(command) ? await findDatabaseUrl() : undefined
if (url) process.env.DATABASE_URL = url
await import('../dist/server/run.js')
