import { expect, test } from 'vitest'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { openDatabase } from '#server/database/database.ts'
import { backUp, emptyDatabase, temporaryFolder } from '#server/test/backups/backups.ts'
import { poolerPath, startPooler } from '#server/test/database/pooler.ts'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { backupCommand } from './backupCommand.ts'
import { restoreCommand } from './restoreCommand.ts'
import { verifyCommand } from './verifyCommand.ts'

async function run(command: typeof backupCommand, environment: Record<string, string>, ...args: string[]) {
  const lines: string[] = []
  await command(args, environment, (line) => lines.push(line))
  return lines.join('\n')
}

test.skipIf(!poolerPath)(
  'behind a transaction pooler, backup, restore and verify use the direct address [D13.1] [D13.2]',
  async () => {
    const app = await testApp()
    const { member } = await people(app)
    await member.raise({ summery: 'Before' })
    const backups = await temporaryFolder()
    const { name } = await backUp(app, backups)
    const { connection, db } = await emptyDatabase()
    await db.end()
    const place = await startPooler(poolerPath!, connection)
    const pooled = {
      DATA_DIR: await temporaryFolder(),
      BACKUP_DIR: backups,
      DATABASE_URL: urlOf(place),
      DATABASE_POOLER: 'transaction',
    }
    await expect(run(restoreCommand, pooled, name)).rejects.toThrow(
      'A restore needs PostgreSQL itself: set DATABASE_DIRECT_URL to its address.',
    )
    const settings = { ...pooled, DATABASE_DIRECT_URL: urlOf(connection) }
    expect(await run(restoreCommand, settings, name)).toContain('Restored the state of')
    const restored = openDatabase(connection, 1)
    expect(await restored`select summery from enquiry`).toEqual([{ summery: 'Before' }])
    await restored.end()
    const server = openDatabase({ ...place, pooler: 'transaction', direct: connection }, 1)
    await server.listen('events', () => undefined)
    await expect(run(restoreCommand, settings, name)).rejects.toThrow('Servers are using this database')
    await server.end()
    expect(await run(verifyCommand, settings)).toContain('The live system: no faults.')
    expect(await run(backupCommand, settings, '--to', await temporaryFolder())).toContain('read everything back')
    const other = { ...settings, DATABASE_DIRECT_URL: urlOf(app.connection) }
    await expect(run(restoreCommand, other, name)).rejects.toThrow(/^DATABASE_DIRECT_URL leads to another database/)
  },
)
