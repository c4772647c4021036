import { gzipSync } from 'node:zlib'
import { type BackedUpFile, writeFileList } from '#server/backup/format/fileList.ts'
import { type Manifest, nameOf, writeManifest } from '#server/backup/format/manifest.ts'
import { beginSealing, type Sealing, unsealed } from '#server/backup/format/sealing.ts'
import type { BackupPlace } from '#server/backup/places/backupPlace.ts'
import { keepNewest, type Spared } from '#server/backup/places/keepNewest.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { StartError } from '#server/startError.ts'
import { removalLock } from '#server/storage/outsideBackups.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type BackupReader, readBackup } from './backupReader.ts'
import { copyNeeded } from './copyNeeded.ts'
import { DatabaseSession } from './databaseSession.ts'
import { isFullDisk } from './fullDisk.ts'
import { type Chunks, Measure } from './measure.ts'
import { listNeededFiles } from './neededFiles.ts'
import { copyOut, listMigrations, listTables } from './tables.ts'

/** The key of an advisory lock, so that there is one backup at a time. */
export const backupLock = 4_170_933

export const anotherIsRunning = 'Another backup of this database is running. Wait until it has ended.'

type Source = { connection: Connection; storage: Storage; secret: string | undefined; productVersion: string }

/** `keep` is how many backups stay in the place, and the files that stay besides theirs; without it, all do. */
type Options = { passphrase?: string; keep?: { count: number; spared: Spared } }

/**
 * Makes a backup while servers use the database and the storage, and publishes it once everything has been read back.
 * Throws a StartError if a file is missing or another backup is running.
 */
export async function makeBackup(source: Source, place: BackupPlace, { passphrase, keep }: Options = {}) {
  const lock = await holdBackupLocks(source.connection)
  try {
    await place.clear()
    const startedAt = new Date()
    const name = nameOf(startedAt)
    const sealing = passphrase === undefined ? unsealed : await beginSealing(place, name, passphrase)
    await writeParts(source, startedAt, new PartWriter(place, name, sealing))
    const reader = await readBackup(place, name, passphrase)
    const faults = await reader.findPartFaults()
    if (faults.length > 0) throw new StartError(`The backup could not be read back: ${faults.join(' ')}`)
    await requireSameInstallation(reader, passphrase)
    // Fails if the connection was lost: files could then have been removed while they were copied.
    await lock.rows('select 1')
    await place.publish(name)
    if (keep) await keepNewest(place, keep.count, keep.spared)
    return reader
  } catch (error) {
    // A failed backup must not keep the disk full.
    if (isFullDisk(error)) await place.clear()
    throw error
  } finally {
    await lock.close()
  }
}

/** Two installations in one place would remove each other's backups. */
async function requireSameInstallation({ place, manifest: { oldestCompany } }: BackupReader, passphrase?: string) {
  const newest = (await place.names()).at(-1)
  const before = newest && (await readBackup(place, newest, passphrase).catch(() => undefined))
  const other = before && before.manifest.oldestCompany
  if (!other || !oldestCompany || other === oldestCompany) return
  throw new StartError(`${place.address} has backups of another installation. Choose another place for these.`)
}

/** Holds them until the session ends. Waits while files are removed. The transaction holds no snapshot, so that PostgreSQL can clean its tables meanwhile. */
export async function holdBackupLocks(connection: Connection) {
  const session = await DatabaseSession.begin(connection)
  const [lock] = await session.rows<{ is_ours: boolean }>(`select pg_try_advisory_xact_lock(${backupLock}) as is_ours`)
  if (lock!.is_ours) {
    await session.run([`select pg_advisory_xact_lock(${removalLock})`])
    return session
  }
  await session.close()
  throw new StartError(anotherIsRunning)
}

class PartWriter {
  constructor(
    readonly place: BackupPlace,
    readonly name: string,
    readonly sealing: Sealing,
  ) {}

  async write(part: string, content: Chunks, sealing = this.sealing) {
    const measured = new Measure()
    await this.place.write(this.name, part, await sealing.seal(measured.of(content)))
    return measured.result()
  }
}

async function writeParts(source: Source, startedAt: Date, writer: PartWriter) {
  const { neededFiles, ...database } = await writeDatabase(source.connection, writer)
  const files = await copyNeeded(neededFiles, source, writer.place.pool, writer.sealing)
  const manifest: Manifest = {
    format: 1,
    productVersion: source.productVersion,
    startedAt: startedAt.toISOString(),
    ...database,
    ...(await writeFileLists(files, writer)),
    secret: source.secret === undefined ? null : await writer.write('secret', [Buffer.from(source.secret)]),
    finishedAt: new Date().toISOString(),
  }
  await writer.write('manifest.json', [Buffer.from(writeManifest(manifest))])
}

/** All tables as they are at one moment. */
async function writeDatabase(connection: Connection, writer: PartWriter) {
  const session = await DatabaseSession.begin(connection, 'begin isolation level repeatable read read only')
  try {
    const migrations = await listMigrations(session)
    const [about] = await session.rows<{ version: string; oldest: string | null }>(
      `select current_setting('server_version') as version, (select id from company order by created_at, id limit 1) as oldest`,
    )
    const tables = []
    for (const table of await listTables(session)) {
      let part
      const rows = await copyOut(session, table, async (content) => {
        part = await writer.write(`tables/${table.name}.copy.gz`, content)
      })
      tables.push({ ...table, rows, ...part! })
    }
    const neededFiles = await listNeededFiles(session)
    await session.commit()
    return { migrations, postgresVersion: about!.version, oldestCompany: about!.oldest, tables, neededFiles }
  } finally {
    await session.close()
  }
}

async function writeFileLists(files: BackedUpFile[], writer: PartWriter) {
  const poolKeys = files.map(({ key }) => `${writer.sealing.poolKey(key)}\n`)
  return {
    files: {
      count: files.length,
      total: files.reduce((sum, { bytes }) => sum + bytes, 0),
      ...(await writer.write('files.gz', [gzipSync(writeFileList(files))])),
    },
    pool: await writer.write('pool.gz', [gzipSync(poolKeys.join(''))], unsealed),
  }
}
