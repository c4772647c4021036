import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readArchiveName } from '#server/backup/archiving/currentArchive.ts'
import { watchStorage } from '#server/backup/archiving/storedFiles.ts'
import { openArchive } from '#server/backup/archiving/walArchive.ts'
import { WalShipping } from '#server/backup/archiving/walShipping.ts'
import { backupCommand } from '#server/commands/backupCommand.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { superuserOf } from '#server/database/embedded/superuser.ts'
import { migrate } from '#server/database/migrate.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { registerOwner } from '#server/test/people.ts'
import { secondServer, type TestApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'
import { temporaryFolder } from './backups.ts'

type Options = { passphrase?: string; dataDir?: string; backupDir?: string }

/** A data folder whose write-ahead log is archived, with a server on it, until the current test or file is done. */
export async function archivedInstallation(app: TestApp, { passphrase, ...given }: Options = {}) {
  const dataDir = given.dataDir ?? join(await temporaryFolder(), 'data')
  const backupDir = given.backupDir ?? (await temporaryFolder())
  await mkdir(dataDir, { recursive: true })
  const postgres = await startEmbeddedPostgres(dataDir, undefined, { archives: true })
  whenDone(() => postgres.stop())
  const { connection } = postgres
  const db = openDatabase(connection, 2)
  await migrate(db).finally(() => db.end())
  const admin = openDatabase(superuserOf(connection)!, 1)
  const places = { filesDir: join(dataDir, 'files'), draftsDir: join(dataDir, 'incoming') }
  const files = watchStorage(await openStorage(places))
  const server = await secondServer({ ...app, connection, storage: files.storage })
  const cluster = join(dataDir, 'postgres')
  const settings = { cluster, backupDir, backupPassphrase: passphrase }
  const shipping = new WalShipping(settings, files, server.app.log, { pauseMs: 5 })
  const stop = async () => {
    await shipping.stop()
    await admin.end()
    await postgres.stop()
  }
  whenDone(stop)
  await shipping.prepare()
  shipping.start()

  const environment = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, BACKUP_PASSPHRASE: passphrase }
  // Opening an encrypted archive takes a second.
  const opened = new Map<string, ReturnType<typeof openArchive>>()
  /** The archive is made, and has a name, some time after the shipping has started: with a passphrase, after a second or more. */
  const archiveName = () =>
    waitFor(async () => {
      const found = await readArchiveName(cluster)
      expect(found).toBeDefined()
      return found!
    })
  const archive = async () => {
    const name = await archiveName()
    if (!opened.has(name)) opened.set(name, openArchive(backupDir, name, passphrase))
    return opened.get(name)!
  }
  return {
    dataDir,
    backupDir,
    environment,
    archive,
    stop,
    owner: await registerOwner(server),

    async backUp(...args: string[]) {
      await archiveName()
      await backupCommand(args, { ...environment, DATABASE_URL: urlOf(connection) }, () => undefined)
    },

    /** Finishes the current segment, and waits until it is in the archive. Returns its name and the moment. */
    async ship() {
      const [row] = await admin<{ segment: string; at: Date }[]>`
        select pg_walfile_name(pg_switch_wal()) as segment, clock_timestamp() as at`
      await waitFor(async () => {
        const stored = (await (await archive()).segments()).map(({ segment }) => segment)
        expect(stored).toContain(row!.segment)
      })
      return row!
    },
  }
}
