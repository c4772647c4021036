import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A migration and what the comments at the top of its file declare; docs/migrations.md explains them. */
export type Migration = {
  name: string
  sql: string
  /** The oldest version of the product that works with the schema after this migration. */
  oldestVersion: string
  kind: 'transaction' | 'concurrently' | 'batches'
  /** For batches: the table whose blocks they iterate over. */
  table?: string
}

/** The names of all migrations in a folder, in their order. */
export async function migrationNames(folder: string) {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

/** The migrations in a folder with these names. */
export async function readMigrations(folder: string, names: string[]): Promise<Migration[]> {
  return Promise.all(names.map(async (name) => parseMigration(name, await readFile(join(folder, name), 'utf8'))))
}

function parseMigration(name: string, sql: string): Migration {
  const [header = ''] = /^(?:--.*\n|\s+)*/.exec(sql) ?? []
  const table = /^-- in batches of (\w+)$/m.exec(header)?.[1]
  const kind = table ? 'batches' : /^-- concurrently$/m.test(header) ? 'concurrently' : 'transaction'
  const oldestVersion = /^-- beside (\d+\.\d+\.\d+)$/m.exec(header)?.[1]
  if (!oldestVersion) throw new Error(`The migration ${name} does not name the oldest version that may run beside it.`)
  return { name, sql, oldestVersion, kind, table }
}
