import { statSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { hasDataAside } from '#server/backup/restoring/aside.ts'
import { copyBeforeUpgrade } from '#server/backup/upgrading/coldCopy.ts'
import { migrate } from '#server/database/migrate.ts'
import { filesIn, temporaryFolder } from '#server/test/backups/backups.ts'
import { flipBit } from '#server/test/backups/flipBit.ts'
import {
  appliedTo,
  copiesIn,
  migrations,
  oldFolder,
  oldMigrations,
  rollBack,
  start,
} from '#server/test/backups/updates.ts'
import { copyOfFolder } from '#server/test/database/postgres17.ts'
import { people } from '#server/test/people.ts'
import { dataUrl, picture } from '#server/test/pictures.ts'
import { secondServer, type TestApp, testApp } from '#server/test/testApp.ts'
import { rollbackCommand } from './rollbackCommand.ts'

const app = await testApp()
const original = await oldFolder()

test('an update copies the database first, and a start without one does not [D13.1]', async () => {
  const folder = await copyOfFolder(original)
  expect(await copiesIn(folder)).toEqual([])
  const { reports } = await start(folder, (db) => migrate(db))
  expect(reports).toEqual(['Copying the database before it is updated …'])
  expect(await copiesIn(folder)).toHaveLength(1)
  expect((await start(folder, (db) => migrate(db))).reports).toEqual([])
  expect(await copiesIn(folder)).toHaveLength(1)
})

/** The additions of `writeAsPeople`, as a rollback says them. */
const written = ['enquiries: 1', 'messages: 2', 'files: 2', 'notes: 1', 'people: 5', 'changes in the history: 10']

/** Five people register. One raises an enquiry with a document and comments it with a file, one replies and writes a note. */
async function writeAsPeople(connection: TestApp['connection']) {
  const server = await secondServer({ ...app, connection })
  const { member, agent } = await people(server)
  const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
  const { _id } = await member.raise({ documents })
  const files = [{ name: 'log.txt', url: dataUrl('a log', 'text/plain') }]
  await member.post('/chat', { enquiry: _id, side: 'customer', message: 'It leaks', files })
  await agent.post('/chat', { enquiry: _id, side: 'host', message: 'On my way' })
  await agent.post('/notes', { enquiry: _id, note: 'Bring a bucket' })
  await server.app.close()
}

test('a rollback says what was written since, and only --yes goes back to the copy [D13.1]', async () => {
  const folder = await copyOfFolder(original)
  await start(folder, async (db, connection) => {
    await migrate(db)
    await writeAsPeople(connection)
  })
  await expect(rollBack(folder)).rejects.toThrow('Nothing has been changed. To go back, add --yes.')
  expect((await start(folder, appliedTo)).result).toEqual(migrations)

  const printed = await rollBack(folder, '--yes')
  expect(printed).toContain(`undoes what was written since:\n  ${written.join('\n  ')}\n`)
  const aside = /The data from before is in (.*)\.\n/.exec(printed)![1]!
  expect(await readdir(aside)).toEqual(['postgres'])
  expect(await copiesIn(folder)).toEqual([])
  // This version updates again, so it copies the restored state.
  const again = await start(folder, appliedTo)
  expect(again).toEqual({ reports: ['Copying the database before it is updated …'], result: oldMigrations })
  expect((await start(folder, (db) => db`select name from company`)).result).toEqual([{ name: 'Old & Co' }])
})

test('an update that goes on after an interruption keeps the copy from before it [D13.1]', async () => {
  const folder = await copyOfFolder(original)
  await start(folder, (db) => migrate(db, { only: migrations.slice(0, 15) }))
  const [copy] = await copiesIn(folder)
  const { reports } = await start(folder, (db) => migrate(db))
  expect(reports).toEqual([])
  expect(await copiesIn(folder)).toEqual([copy])
  await rollBack(folder, '--yes')
  expect((await start(folder, appliedTo)).result).toEqual(oldMigrations)
})

test('the two newest copies are kept, and files as long as one is from the last seven days [D13.1]', async () => {
  const folder = await copyOfFolder(original)
  for (let times = 0; times < 3; times++) await start(folder, appliedTo)
  const copies = await copiesIn(folder)
  expect(copies).toHaveLength(2)
  await start(folder, async (db) => {
    expect(await hasDataAside(db, folder)).toBe(true)
    for (const copy of await copiesIn(folder)) await rm(join(folder, copy), { recursive: true })
    expect(await hasDataAside(db, folder)).toBe(false)
  })
})

test('one flipped bit in any file of the copy stops a rollback, which names the file and changes nothing [D13.1]', async () => {
  const folder = await copyOfFolder(original)
  await copyBeforeUpgrade(folder, { applied: oldMigrations, missing: [] })
  const copy = join(folder, (await copiesIn(folder))[0]!)
  const before = await readdir(folder)
  const tables = (await filesIn(join(copy, 'postgres/base'))).map((path) => relative(copy, path))
  const table = tables.find((path) => /\/\d+$/.test(path) && statSync(join(copy, path)).size > 8192)!
  for (const path of ['about.json', 'hashes.json', 'postgres/global/pg_control', table]) {
    const repair = await flipBit(join(copy, path))
    const lines: string[] = []
    const rollback = rollbackCommand(['--yes'], { DATA_DIR: folder }, (line) => lines.push(line))
    await expect(rollback).rejects.toThrow(
      /^The copy is damaged, so nothing has been changed\. Restore a backup instead: npm run restore -- NAME$/,
    )
    expect(lines).toEqual(['Checking the copy …', `The file ${path} of the copy ${basename(copy)} is damaged.`])
    expect(await readdir(folder)).toEqual(before)
    await repair()
  }
  expect(await rollBack(folder, '--yes')).toContain('Back in the state of')
})

test('a copy of an older version, without hashes, is not checked, and a rollback says so [D13.1]', async () => {
  const folder = await copyOfFolder(original)
  await copyBeforeUpgrade(folder, { applied: oldMigrations, missing: [] })
  await rm(join(folder, (await copiesIn(folder))[0]!, 'hashes.json'))
  const printed = await rollBack(folder, '--yes')
  expect(printed).toContain('An older version made the copy, without hashes, so it cannot be checked.\n')
  expect(printed).toContain('Back in the state of')
})

test.each([
  [{}, /^There is no copy from before an update in .*\. Restore a backup instead\.$/],
  [{ DATABASE_URL: 'postgres://localhost/x' }, /^Only the embedded database is copied before an update\./],
])('a rollback without a copy says what to do (%#) [D13.1]', async (settings, message) => {
  const folder = await temporaryFolder()
  await expect(rollbackCommand([], { DATA_DIR: folder, ...settings }, () => undefined)).rejects.toThrow(message)
})
