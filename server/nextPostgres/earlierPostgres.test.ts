import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { finishArchive } from '#server/backup/archiving/finishArchive.ts'
import { watchStorage } from '#server/backup/archiving/storedFiles.ts'
import { loadDatabase } from '#server/backup/restoring/loadDatabase.ts'
import { backupCommand } from '#server/commands/backupCommand.ts'
import { restoreCommand } from '#server/commands/restoreCommand.ts'
import { rollbackCommand } from '#server/commands/rollbackCommand.ts'
import { verifyCommand } from '#server/commands/verifyCommand.ts'
import { programsFolder } from '#server/database/embedded/previousPackage.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { archivedInstallation } from '#server/test/backups/archiving.ts'
import { backUp, temporaryFolder } from '#server/test/backups/backups.ts'
import {
  copyOfFolder,
  fillPostgres17,
  inDatabase,
  postgres17Path,
  stateOf,
  upgrade,
} from '#server/test/database/postgres17.ts'
import { emptyDatabaseUrl, runMove, stateOf as stateOfPlace } from '#server/test/moves/places.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const owner = await registerOwner(app)
await owner.raise({ summery: 'Before' })
const backups = await temporaryFolder()
const backup = await backUp(app, backups)
const original = await temporaryFolder()
if (postgres17Path) await fillPostgres17(original, (connection) => loadDatabase(connection, backup))

type Command = typeof backupCommand

/** Runs a command on a data folder, and returns what it prints. */
async function run(command: Command, settings: NodeJS.ProcessEnv, ...args: string[]) {
  const lines: string[] = []
  await command(args, settings, (line) => lines.push(line))
  return lines.join('\n')
}

function majorIn(folder: string) {
  return readFile(join(folder, 'postgres/PG_VERSION'), 'utf8').then(Number)
}

describe.skipIf(!postgres17Path)('before an update from PostgreSQL 17', () => {
  test('a backup and a verification use the old programs, and change nothing [D13.2]', async () => {
    const folder = await copyOfFolder(original)
    const settings = { DATA_DIR: folder }
    const target = await temporaryFolder()
    expect(await run(backupCommand, settings, '--to', target)).toMatch(/^Backed up [\d,]+ rows/)
    expect(await run(verifyCommand, settings)).toContain('The live system: no faults.')
    await expect(run(rollbackCommand, settings)).rejects.toThrow('There is no copy from before an update')
    expect(await stateOf(folder)).toEqual(await stateOf(original))
  })

  test('a move and a restore bring PostgreSQL 18 [D13.2]', async () => {
    const folder = await copyOfFolder(original)
    const settings = { DATA_DIR: folder }
    const before = await stateOfPlace(settings)
    const there = { ...settings, DATABASE_URL: await emptyDatabaseUrl() }
    await runMove(settings, '--database', there.DATABASE_URL)
    expect(await stateOfPlace(there)).toEqual(before)
    await runMove(there, '--database', 'embedded')
    expect(await stateOfPlace(settings)).toEqual(before)
    expect(await majorIn(folder)).toBe(18)

    const restored = await copyOfFolder(original)
    await run(restoreCommand, { DATA_DIR: restored }, join(backups, backup.name))
    const [aside] = (await readdir(restored)).filter((name) => name.startsWith('before-restore-'))
    expect([await majorIn(restored), await majorIn(join(restored, aside!))]).toEqual([18, 17])
  })
})

describe.skipIf(!postgres17Path)('an archive of the log', () => {
  test('reaches every moment before and after an update from PostgreSQL 17 [D13.2]', async () => {
    const oldDir = await copyOfFolder(original)
    const backupDir = await temporaryFolder()
    const before = await archivedInstallation(app, { dataDir: oldDir, backupDir })
    await before.owner.raise({ summery: 'In the base' })
    await before.backUp('--base')
    await before.owner.raise({ summery: 'Archived' })
    const { at: moment } = await before.ship()
    await before.owner.raise({ summery: 'Last' })
    await before.stop()

    // The server above connects again to its own folder.
    const dataDir = await copyOfFolder(oldDir)
    const storage = watchStorage(
      await openStorage({ filesDir: join(dataDir, 'files'), draftsDir: join(dataDir, 'in') }),
    )
    const reports: string[] = []
    await upgrade(dataDir, (cluster) =>
      finishArchive({ cluster, backupDir, backupPassphrase: undefined }, storage, (line) => reports.push(line)),
    )
    expect(reports).toEqual([])
    const stopped = new Date()

    const after = await archivedInstallation(app, { dataDir, backupDir })
    expect((await after.archive()).name).not.toBe((await before.archive()).name)
    await after.backUp('--base')
    await after.owner.raise({ summery: 'On PostgreSQL 18' })
    await after.ship()
    await after.stop()

    expect(await restore(before.environment, moment.toISOString())).toEqual([17, 'Before', 'In the base', 'Archived'])
    const all = ['Before', 'In the base', 'Archived', 'Last']
    expect(await restore(before.environment, stopped.toISOString())).toEqual([17, ...all])
    expect(await restore(before.environment, 'latest')).toEqual([18, ...all, 'On PostgreSQL 18'])
    const verified = await run(verifyCommand, before.environment, '--at', moment.toISOString(), '--restore')
    expect(verified).toContain('no faults.')
  })
})

/** Restores a moment to an empty data folder. Returns the major version of PostgreSQL, and the summaries of the enquiries. */
async function restore(environment: NodeJS.ProcessEnv, at: string) {
  const dataDir = join(await temporaryFolder(), 'data')
  await mkdir(dataDir)
  await symlink(postgres17Path!, programsFolder(dataDir, 17))
  await run(restoreCommand, { ...environment, DATA_DIR: dataDir }, '--at', at)
  const rows = await inDatabase(dataDir, (db) => db`select summery from enquiry order by created_at`)
  return [await majorIn(dataDir), ...rows.map(({ summery }) => summery)]
}
