import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { accountFor } from '#server/database/embedded/postgresAccount.ts'
import { prepareCluster } from '#server/database/embedded/postgresCluster.ts'
import { findProgramsOf } from '#server/database/embedded/postgresPrograms.ts'
import { programsFolder } from '#server/database/embedded/previousPackage.ts'

/** The folder with the installed programs of PostgreSQL 17. */
export const postgres17Path = process.env.POSTGRES17_PATH

/** Makes an empty database of PostgreSQL 17 in a data folder. */
export async function makePostgres17(dataFolder: string) {
  await symlink(postgres17Path!, programsFolder(dataFolder, 17))
  const cluster = join(dataFolder, 'postgres')
  const account = await accountFor(cluster)
  const programs = await findProgramsOf(17, account, { dataFolder, report: () => undefined })
  await prepareCluster(cluster, programs, account)
}
