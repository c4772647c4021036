import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the comments at the beginning of a file declare; docs/migrations.md explains each. */
export type Migration = {
  name: string
  sql: string
  /** A server of the version before works with the schema after it. */
  isCompatible: boolean
  kind: 'transaction' | 'concurrently' | 'batches'
  /** For batches: the table whose blocks they walk through. */
  table?: string
}

/** All migrations of a folder, in the order of their names. */
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
