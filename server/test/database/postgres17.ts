import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '#server/database/connectionPool.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { accountFor } from '#server/database/embedded/postgresAccount.ts'
import { prepareCluster } from '#server/database/embedded/postgresCluster.ts'
import { findProgramsOf } from '#server/database/embedded/postgresPrograms.ts'
import { programsFolder } from '#server/database/embedded/previousPackage.ts'
import { upgradePostgres } from '#server/nextPostgres/upgradePostgres.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { everyRow } from '#server/test/everyRow.ts'

/** The folder with the installed programs of PostgreSQL 17. */
export const postgres17Path = process.env.POSTGRES17_PATH

/** Makes a database of PostgreSQL 17 in a data folder that is empty, and fills it. */
export async function fillPostgres17(dataFolder: string, fill: (connection: Connection) => Promise<unknown>) {
  await symlink(postgres17Path!, programsFolder(dataFolder, 17))
  const cluster = join(dataFolder, 'postgres')
  const account = await accountFor(cluster)
  const programs = await findProgramsOf(17, account, { dataFolder, report: () => undefined })
  await prepareCluster(cluster, programs, account)
  await withEmbeddedPostgres(dataFolder, fill)
}

export async function copyOfFolder(original: string) {
  const folder = await temporaryFolder()
  await cp(original, folder, { recursive: true })
  return folder
}

/** Runs `use` on the database of a data folder, with the PostgreSQL that made it. */
export function inDatabase<T>(folder: string, use: (db: Db) => Promise<T>) {
  return withEmbeddedPostgres(folder, (connection) => {
    const db = openDatabase(connection, 2)
    return use(db).finally(() => db.end())
  })
}

/** The major version of PostgreSQL, and all rows. */
export function stateOf(folder: string) {
  return inDatabase(folder, async (db) => ({ major: await majorOf(db), rows: await everyRow({ db }) }))
}

async function majorOf(db: Db) {
  const [row] = await db<{ version: string }[]>`select current_setting('server_version') as version`
  return Number.parseInt(row!.version, 10)
}

/** Updates a data folder to the current PostgreSQL, and returns what is reported. */
export async function upgrade(folder: string, beforeExchange: (cluster: string) => Promise<void> = async () => {}) {
  const reports: string[] = []
  await upgradePostgres(folder, { report: (line) => reports.push(line), beforeExchange })
  return reports
}
