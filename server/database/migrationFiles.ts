import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A migration and what the comments at the top of its file declare; docs/migrations.md explains them. */
export type Migration = {
  name: string
  sql: string
  /** Whether a server of the previous version works with the new schema. */
  isCompatible: boolean
  kind: 'transaction' | 'concurrently' | 'batches'
  /** For batches: the table whose blocks they iterate over. */
  table?: string
}

/** All migrations in a folder, sorted by name. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map(async (name) => parseMigration(name, await readFile(join(folder, name), 'utf8'))))
}

function parseMigration(name: string, sql: string): Migration {
  const [header = ''] = /^(?:--.*\n|\s+)*/.exec(sql) ?? []
  const table = /^-- in batches of (\w+)$/m.exec(header)?.[1]
  const kind = table ? 'batches' : /^-- concurrently$/m.test(header) ? 'concurrently' : 'transaction'
  return { name, sql, isCompatible: /^-- compatible$/m.test(header), kind, table }
}
