import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BackupReader } from '#server/backup/backupReader.ts'
import { migrate } from '#server/database/migrate.ts'
import previous from '#server/database/previousVersion.json' with { type: 'json' }
import { schemaDocument } from '#server/database/schemaDocument.ts'
import { projectRoot } from '#server/projectRoot.ts'
import { backUp, emptyDatabase, loadElsewhere, temporaryFolder } from '#server/test/backups/backups.ts'
import { everyRestoredRow } from '#server/test/everyRow.ts'
import { isFullSize } from '#server/test/isFullSize.ts'
import { testApp } from '#server/test/testApp.ts'

const { storage } = await testApp()
const migrations = (await readdir(join(projectRoot, 'server/database/migrations'))).toSorted()
const [first] = migrations
/** The states of the schema, named by their last migrations: all older ones in the long tests, otherwise every tenth and the released one. */
const states = isFullSize
  ? migrations.slice(0, -1)
  : migrations.filter((name, index) => index % 10 === 0 || name === previous.lastMigration)

/** Rows that later migrations change or refer to, as the first version wrote them. */
const firstRows = `
  insert into company (id, name) values ('00000000-0000-7000-8000-000000000001', 'Old & Co');
  insert into app_user (company_id, id, name, email, password_hash, role)
    select id, id, 'Ann', 'ann@old.example', '', 'owner' from company;
  insert into enquiry (company_id, id, enquiry_no, enquiry_type, summery, description, comments, status, created_by)
    select id, id, 1, 'Damage', 'Leaking pipe', '', '', 'open', id from company;
  insert into message (company_id, enquiry_id, id, seq, client_id, sender_id, side, message)
    select id, id, id, 1, id, id, 'customer', 'It is the one in the kitchen' from company;
  insert into note (company_id, enquiry_id, id, after_seq, author_id, client_id, note)
    select id, id, id, 1, id, id, 'Call the plumber' from company;`

/** The same database at each of the states, and then updated to the current one. */
const { db, connection } = await emptyDatabase()
const backups: { state: string; reader: BackupReader }[] = []
for (const state of states) {
  await migrate(db, { only: migrations.filter((name) => name <= state) })
  if (state === first) await db.unsafe(firstRows)
  backups.push({ state, reader: await backUp({ connection, storage }, await temporaryFolder()) })
}
await migrate(db)

test.for(backups)(
  'a backup from a version whose last migration was $state is restored with the rows and the schema of an updated database [D13.1]',
  async ({ state, reader }) => {
    expect(reader.manifest.migrations.at(-1)).toBe(state)
    const restored = await loadElsewhere(reader)
    expect(await everyRestoredRow(restored)).toEqual(await everyRestoredRow({ db }))
    expect(await schemaDocument(restored.db)).toBe(await schemaDocument(db))
  },
)
