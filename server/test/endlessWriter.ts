import { appendFileSync } from 'node:fs'
import { openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'

/** Inserts numbers for as long as the process lives, and logs each acknowledged one to a file. */
export async function writeEndlessly(folder: string, acknowledged: string) {
  const { pid, connection } = await startEmbeddedPostgres(folder)
  const sql = openDatabase(connection, 1)
  await sql`drop table if exists number`
  await sql`create table number (value integer primary key)`
  const write = async (value: number): Promise<void> => {
    await sql`insert into number values (${value})`
    appendFileSync(acknowledged, `${value}\n`)
    return write(value + 1)
  }
  await Promise.race([write(1), new Promise((resolve) => setTimeout(resolve, 200))])
  return pid()
}
