import { chown, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { nameOf } from '#server/backup/format/manifest.ts'
import { listMigrations, listTables } from '#server/backup/tables.ts'
import { requireSpaceForCopy } from '#server/backup/upgrading/coldCopy.ts'
import { copyPrefix, writeAbout } from '#server/backup/upgrading/copies.ts'
import { writeHashes } from '#server/backup/upgrading/copyHashes.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { readMajor } from '#server/database/embedded/postgresCluster.ts'
import { clearLeftovers } from '#server/database/embedded/postgresOrphan.ts'
import { readCurrentMajor } from '#server/database/embedded/postgresPrograms.ts'
import { listMissing } from '#server/database/migrate.ts'
import { readDatabaseMark } from '#server/moving/databaseMark.ts'
import { holdSource } from '#server/moving/holdSource.ts'
import { moveRows } from '#server/moving/moveRows.ts'
import { commit, finishCommitted, makeNotes, settleRestores, stagingFolder } from '#server/stagedRestore.ts'
import { StartError } from '#server/startError.ts'
import { syncTree } from '#server/syncPath.ts'
import { copyProgress } from './copyProgress.ts'
import { requireOnlyOwnData } from './foreignData.ts'

type Options = {
  report: (line: string) => void
  /** As for `startEmbeddedPostgres`. */
  archives?: boolean
  /** Runs when the old cluster has stopped for good. */
  beforeExchange: (cluster: string) => Promise<void>
}

/** Settings with which loading writes no log of its own. A copy that is interrupted is discarded. */
const loading = { wal_level: 'minimal', max_wal_senders: 0 }

/**
 * If an earlier major version of PostgreSQL made the database of a data folder, whose lock the caller holds, copies it into a
 * cluster of the current version, compares every row, and puts that in its place. The old cluster becomes a copy as before any
 * update. Can be killed at any moment: the next call begins again, or `settleRestores` finishes. Throws a StartError, and leaves
 * the database as it is.
 */
export async function upgradePostgres(folder: string, options: Options) {
  const cluster = join(folder, 'postgres')
  const [old, current] = [await readMajor(cluster), await readCurrentMajor()]
  if (old === undefined || old >= current) return
  // A killed server may have left its PostgreSQL running, which changes the files that are measured.
  await clearLeftovers(cluster)
  await requireSpaceForCopy(folder)
  options.report(`PostgreSQL ${old} made this database. Copying it to PostgreSQL ${current} …`)
  const { staged, rows, preparedAt } = await prepare(folder, old, options).catch(async (error: Error) => {
    // A failed copy must not keep the disk full.
    await settleRestores(folder)
    throw explain(error, { cluster, old, current })
  })
  const name = nameOf(preparedAt)
  await commit(folder, staged, name, 'upgrade')
  await finishCommitted(folder)
  const kept = join(folder, `${copyPrefix}${name}`)
  options.report(
    `PostgreSQL ${current} has all ${rows.toLocaleString('en')} rows. The old database is kept for 7 days, in ${kept}.`,
  )
}

type Copied = { rows: number; migrations: { applied: string[]; missing: string[] } }

/** Makes the staging folder with the new cluster, and a note about the old one. */
async function prepare(folder: string, old: number, { archives, beforeExchange, report }: Options) {
  const cluster = join(folder, 'postgres')
  const staged = stagingFolder(folder, nameOf(new Date()), 'upgrade')
  const fill = async (source: Connection) => {
    await makeStaging(staged, cluster)
    return withEmbeddedPostgres(staged, (target) => copyHeld(source, target, report), {
      settings: loading,
      dataFolder: folder,
    })
  }
  const { rows, migrations } = await withEmbeddedPostgres(folder, fill, { archives })
  await beforeExchange(cluster)
  const preparedAt = new Date()
  const notes = await makeNotes(folder, staged)
  await writeAbout(notes, { copiedAt: preparedAt.toISOString(), ...migrations, major: old })
  await writeHashes(notes, cluster)
  await syncTree(staged)
  return { staged, rows, preparedAt }
}

/** The new cluster gets the owner of the old one. */
async function makeStaging(staged: string, cluster: string) {
  await mkdir(join(staged, 'postgres'), { recursive: true, mode: 0o700 })
  const { uid, gid } = await stat(cluster)
  if (process.getuid?.() === 0) await chown(join(staged, 'postgres'), uid, gid)
}

async function copyHeld(source: Connection, target: Connection, report: (line: string) => void): Promise<Copied> {
  // The first start was interrupted before the first migration.
  if (!(await hasTables(source))) return { rows: 0, migrations: { applied: [], missing: [] } }
  const session = await holdSource(source)
  try {
    await requireOnlyOwnData(session)
    const progress = copyProgress(await countRows(session), report)
    const rows = await moveRows(session, target, await readDatabaseMark(session), progress)
    const applied = await listMigrations(session)
    return { rows, migrations: { applied, missing: await listMissing(applied) } }
  } finally {
    await session.close()
  }
}

function hasTables(source: Connection) {
  return DatabaseSession.transact(source, async (session) => (await listTables(session)).length > 0)
}

async function countRows(session: DatabaseSession) {
  let sum = 0
  for (const { name } of await listTables(session)) {
    const [found] = await session.rows<{ count: string }>(`select count(*) as count from ${escapeIdentifier(name)}`)
    sum += Number(found!.count)
  }
  return sum
}

type Versions = { cluster: string; old: number; current: number }

function explain(error: Error, { cluster, old, current }: Versions) {
  const reason =
    error instanceof StartError
      ? error.message
      : `The database could not be copied to PostgreSQL ${current}: ${error.message}. Check that the disk is not full.`
  const state = `The database in ${cluster} is unchanged, in PostgreSQL ${old}.`
  const again = reason.includes('start again') ? '' : ' Once that is resolved, start again.'
  return new StartError(`${reason}${again} ${state}`, { cause: error })
}
