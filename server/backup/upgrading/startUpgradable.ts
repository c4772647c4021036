import { openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { findUpgrade } from '#server/database/migrate.ts'
import { copyBeforeUpgrade, isCopied } from './coldCopy.ts'

/** Starts the embedded database of a data folder. If migrations are due, first copies what they will change. */
export async function startUpgradable(
  folder: string,
  report: (line: string) => void,
  options: { archives?: boolean } = {},
) {
  const postgres = await startEmbeddedPostgres(folder, report, options)
  const db = openDatabase(postgres.connection, 1)
  try {
    const upgrade = await findUpgrade(db).finally(() => db.end())
    if (!upgrade || (await isCopied(folder, upgrade))) return postgres
    await postgres.stop()
    report('Copying the database before it is updated …')
    await copyBeforeUpgrade(folder, upgrade)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return startEmbeddedPostgres(folder, report, options)
}
