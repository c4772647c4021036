import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupCommand } from '#server/commands/backupCommand.ts'
import { restoreCommand } from '#server/commands/restoreCommand.ts'
import { verifyCommand } from '#server/commands/verifyCommand.ts'
import { connectionFrom } from '#server/database/connecting/connectionFrom.ts'
import { withSession } from '#server/database/connecting/requireUsable.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { lockDataFolder } from '#server/dataFolder.ts'
import { backUp, temporaryFolder } from '#server/test/backups/backups.ts'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { databaseUrlCommand } from './databaseUrlCommand.ts'
import { userCommand } from './userCommand.ts'

const app = await testApp()
const { member } = await people(app)
const backups = await temporaryFolder()
const { name } = await backUp(app, backups)

type Command = typeof backupCommand

async function run(command: Command, settings: NodeJS.ProcessEnv, ...args: string[]) {
  const lines: string[] = []
  await command(args, settings, (line) => lines.push(line))
  return lines.join('\n')
}

/** A data folder whose lock and database are in use, as beside a running server. */
async function folderInUse() {
  const dataDir = join(await temporaryFolder(), 'data')
  await run(restoreCommand, { DATA_DIR: dataDir, BACKUP_DIR: backups }, name)
  const locked = await lockDataFolder(dataDir)
  onTestFinished(() => locked.release())
  const postgres = await startEmbeddedPostgres(dataDir)
  onTestFinished(() => postgres.stop())
  return dataDir
}

test('commands use the embedded database of a running server, also if it archives its log [D13.1]', async () => {
  const settings = { DATA_DIR: await folderInUse(), BACKUP_DIR: await temporaryFolder(), BACKUP_WAL: 'on' }
  expect(await run(backupCommand, settings)).toMatch(/^Backed up [\d,]+ rows/)
  expect(await run(verifyCommand, settings)).toContain('The live system: no faults.')
  expect(await run(userCommand, settings, 'reset-password', member.user.email)).toContain('/reset?token=')

  const url = await run(databaseUrlCommand, settings)
  const found = await withSession(connectionFrom(url, { pooler: 'none' }), (session) =>
    session.query('select email from app_user where email = $1', [member.user.email]),
  )
  expect(found.rows).toEqual([{ email: member.user.email }])
})

test.each([
  [databaseUrlCommand, []],
  [userCommand, ['reset-password', 'a@acme.test']],
])('a command that needs a running server says how to start it (%#) [D13.1]', async (command, args) => {
  const failed = run(command, { DATA_DIR: await temporaryFolder() }, ...args)
  await expect(failed).rejects.toThrow(
    /^No server is running on the data folder .*\. Start one with npm start, or choose/,
  )
})
