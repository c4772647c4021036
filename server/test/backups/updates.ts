import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startUpgradable } from '#server/backup/upgrading/startUpgradable.ts'
import { rollbackCommand } from '#server/commands/rollbackCommand.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { projectRoot } from '#server/projectRoot.ts'
import type { TestApp } from '#server/test/testApp.ts'
import { temporaryFolder } from './backups.ts'

/** All migrations, and those of an older version. */
export const migrations = (await readdir(join(projectRoot, 'server/database/migrations'))).toSorted()
export const oldMigrations = migrations.slice(0, 10)

/** Starts the database of a folder as a server of this version does, and stops it after `use`. */
export async function start<T>(
  folder: string,
  use: (db: Db, connection: TestApp['connection']) => Promise<T>,
  report: (line: string) => void = () => undefined,
) {
  const reports: string[] = []
  const postgres = await startUpgradable(folder, (line) => {
    reports.push(line)
    report(line)
  })
  const db = openDatabase(postgres.connection, 2)
  try {
    return { reports, result: await use(db, postgres.connection) }
  } finally {
    await db.end()
    await postgres.stop()
  }
}

/** A data folder of an older version, with a company. Copy it with `copyOfFolder`. */
export async function oldFolder() {
  const folder = await temporaryFolder()
  await start(folder, async (db) => {
    await migrate(db, { only: oldMigrations })
    await db`insert into company (id, name) values (gen_random_uuid(), 'Old & Co')`
  })
  return folder
}

export async function copiesIn(folder: string) {
  return (await readdir(folder)).filter((name) => name.startsWith('before-upgrade-'))
}

/** Runs the command, and returns what it prints. */
export async function rollBack(folder: string, ...args: string[]) {
  const lines: string[] = []
  await rollbackCommand(args, { DATA_DIR: folder }, (line) => lines.push(line))
  return lines.join('\n')
}

export async function appliedTo(db: Db) {
  return (await db<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name)
}
