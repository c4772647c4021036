import './system/requireNode.mjs'
import { runnerImport } from 'vite'
import { databaseUrl } from './databaseUrl.mjs'
import { installMissing } from './system/install.mjs'
import { fail } from './system/run.mjs'

const [command, email, ...rest] = process.argv.slice(2)
if (command !== 'reset-password' || !email || rest.length) fail('Usage: npm run user -- reset-password <email>')

await installMissing()
process.env.DATABASE_URL = await databaseUrl()
const { module } = await runnerImport('server/accounts/passwords/operatorReset.ts')
await module.printResetLink(email).catch((error) => fail(error.message))
