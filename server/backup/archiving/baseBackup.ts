import { gzipSync } from 'node:zlib'
import { holdBackupLocks } from '#server/backup/backup.ts'
import { copyNeeded } from '#server/backup/copyNeeded.ts'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { nameOf } from '#server/backup/format/manifest.ts'
import { unsealed } from '#server/backup/format/sealing.ts'
import { type Chunks, Measure, measure } from '#server/backup/measure.ts'
import { listNeededFiles } from '#server/backup/neededFiles.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { StartError } from '#server/startError.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Base, basePart, clusterPart, writeBase } from './base.ts'
import { packCluster } from './clusterCopy.ts'
import type { WalArchive } from './walArchive.ts'

/** `superuser` is a connection to the same cluster, whose folder is `cluster`. */
type Source = {
  connection: Connection
  superuser: Connection
  cluster: string
  storage: Storage
  secret: string | undefined
  productVersion: string
}

/** Makes a base backup while servers use the database, and publishes it once it has been read back. Throws a StartError. */
export async function makeBaseBackup(source: Source, archive: WalArchive) {
  const lock = await holdBackupLocks(source.connection)
  try {
    const { bases } = archive
    await bases.clear()
    const startedAt = new Date()
    const name = nameOf(startedAt)
    // Files that rows come to refer to after this list was made are copied as they are stored.
    const pool = await writePool(source, archive, name)
    const copied = await copyCluster(source, archive, name)
    const { secret = null, productVersion } = source
    const base: Base = { format: 1, productVersion, startedAt: startedAt.toISOString(), ...copied, pool, secret }
    await write(archive, name, basePart, [Buffer.from(writeBase(base))])
    await requireReadable(archive, name, base)
    await lock.rows('select 1')
    await bases.publish(name)
    return base
  } finally {
    await lock.close()
  }
}

async function writePool({ connection, storage }: Source, archive: WalArchive, name: string) {
  const session = await DatabaseSession.begin(connection)
  const needed = await listNeededFiles(session).finally(() => session.close())
  const files = await copyNeeded(needed, { connection, storage }, archive.bases.pool, archive.sealing)
  const keys = files.map(({ key }) => `${archive.sealing.poolKey(key)}\n`)
  return write(archive, name, 'pool.gz', [gzipSync(keys.join(''))], unsealed)
}

/** The functions belong to one session, which only a superuser may use for them. */
async function copyCluster({ superuser, cluster }: Source, archive: WalArchive, name: string) {
  const session = await DatabaseSession.begin(superuser)
  try {
    const [begun] = await session.rows<{ segment: string; version: string }>(
      `select pg_walfile_name(pg_backup_start($1, true)) as segment, current_setting('server_version') as version`,
      [name],
    )
    const part = await write(archive, name, clusterPart, packCluster(cluster))
    const [ended] = await session.rows<{ segment: string; label: string; at: Date }>(
      `select pg_walfile_name(lsn) as segment, labelfile as label, clock_timestamp() as at from pg_backup_stop(false)`,
    )
    return {
      postgresVersion: begun!.version,
      firstSegment: begun!.segment,
      lastSegment: ended!.segment,
      stoppedAt: ended!.at.toISOString(),
      label: ended!.label,
      cluster: part,
    }
  } finally {
    await session.close()
  }
}

async function write({ bases, sealing }: WalArchive, name: string, part: string, content: Chunks, by = sealing) {
  const measured = new Measure()
  await bases.write(name, part, await by.seal(measured.of(content)))
  return measured.result()
}

async function requireReadable({ bases, sealing }: WalArchive, name: string, base: Base) {
  const stored = await bases.open(name, clusterPart)
  const found = stored && (await measure(await sealing.unseal(stored)))
  if (found?.sha256 === base.cluster.sha256) return
  throw new StartError(`The base backup could not be read back from ${bases.address}. Check the disk.`)
}
