import type { TestApp } from './testApp.ts'

/** A hash of the rows of each table, to prove that nothing has changed. */
export async function everyRow({ db }: Pick<TestApp, 'db'>) {
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] =
        await db`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${db(name)} t`
      return [name, row!.hash]
    }),
  )
  return Object.fromEntries(rows)
}

/** The same without what a restore changes on purpose: the times of migrations, and the numbers of events. */
export async function everyRestoredRow(place: Pick<TestApp, 'db'>) {
  const { migration: _, event_counter: __, ...rows } = await everyRow(place)
  return rows
}
