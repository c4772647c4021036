import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { schemaDocument } from '#server/database/schemaDocument.ts'
import { backUp, temporaryFolder } from '#server/test/backups.ts'
import { everyRow } from '#server/test/everyRow.ts'
import { people } from '#server/test/people.ts'
import { dataUrl, picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { loadDatabase } from './loadDatabase.ts'

const app = await testApp()
const { owner, member } = await people(app)
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
const { body } = await member.post('/enquiry', { enquiryType: 'Damage', summery: 'A\tb\\c\nd “é” 🙂', documents })
const enquiry = body.data._id
const files = [{ name: 'log.txt', url: dataUrl('a log', 'text/plain') }]
await owner.post('/chat', { enquiry, side: 'host', message: 'On it', files })

test('a backup that is loaded elsewhere has every row, key, index, trigger and function [D13.1]', async () => {
  const reader = await backUp(app, await temporaryFolder())
  const postgres = await startEmbeddedPostgres(await temporaryFolder())
  try {
    await loadDatabase(postgres.connection, reader)
    const db = openDatabase(postgres.connection, 4)
    expect(await rowsOf({ db })).toEqual(await rowsOf(app))
    expect(await schemaDocument(db)).toBe(await schemaDocument(app.db))
    await db.end()
  } finally {
    await postgres.stop()
  }
})

/** Without what a restore changes on purpose. */
async function rowsOf(place: Parameters<typeof everyRow>[0]) {
  const { migration, event_counter, ...rows } = await everyRow(place)
  return rows
}
