import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { dropDatabase } from '#server/test/dropDatabase.ts'
import { whenDone } from '#server/test/whenDone.ts'

/** Makes an empty database in the shared cluster until the current test is done, and opens it. */
export async function emptyDatabase() {
  const admin = openDatabase(inject('connection'), 1)
  const connection = { ...inject('connection'), database: `test_${randomUUID().replaceAll('-', '')}` }
  await admin`create database ${admin(connection.database)}`
  const db = openDatabase(connection, 4)
  whenDone(async () => {
    await db.end()
    await dropDatabase(admin, connection.database)
    await admin.end()
  })
  return { db, connection }
}
