import './system/requireNode.mjs'
import { runnerImport } from 'vite'
import { databaseUrl } from './databaseUrl.mjs'
import { installMissing } from './system/install.mjs'
import { fail } from './system/run.mjs'

await installMissing()
process.env.DATABASE_URL = await databaseUrl()
const { module } = await runnerImport('server/mail/receiving/mailCheck.ts')
await module.checkMail(process.env, console.log).catch((error) => fail(error.message))
