import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyFiles } from '#server/backup/copyFiles.ts'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { unsealed } from '#server/backup/format/sealing.ts'
import { listNeededFiles } from '#server/backup/neededFiles.ts'
import { openDatabase } from '#server/database/database.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { backUp, emptyDatabase, loadElsewhere, temporaryFolder } from '#server/test/backups/backups.ts'
import { everyRow } from '#server/test/everyRow.ts'
import { people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { hasArrivedRecently } from './databaseMark.ts'
import { ownTarget } from './databaseTarget.ts'
import type { MarkPlace } from './mark.ts'
import { move } from './move.ts'
import { compareFiles } from './moveFiles.ts'
import { compareRows } from './moveRows.ts'
import { requireNotMoved } from './requireNotMoved.ts'
import { RowHash } from './rowHash.ts'
import { storageMark } from './storageMark.ts'

const app = await testApp()
const { member } = await people(app)
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
await member.post('/enquiry', { enquiryType: 'Damage', summery: 'Before', documents })
const backup = await backUp(app, await temporaryFolder())
const time = '2026-11-25T10-11-12.131Z'

async function filePlace(place: string) {
  const folder = await temporaryFolder()
  const at = { filesDir: folder, draftsDir: join(folder, 'drafts') }
  return { place, folder, storage: await openStorage(at), mark: storageMark(at) }
}

/** An installation with a database and a folder of its own, and an empty place for it. */
async function twoPlaces() {
  const { db, connection } = await loadElsewhere(backup)
  const before = await everyRow({ db })
  await db.end()
  const files = await filePlace('the old folder')
  for (const { key, bytes } of await storedFiles()) await files.storage.put(key, bytes)
  const empty = await emptyDatabase()
  await empty.db.end()
  const target = ownTarget(empty.connection, time)
  return {
    before,
    source: { database: { place: 'the old database', connection }, files },
    target: { database: { place: 'the new database', target }, files: await filePlace('the new folder') },
    connection: empty.connection,
  }
}

type Places = Awaited<ReturnType<typeof twoPlaces>>

async function storedFiles() {
  const parts = await app.storage.parts()
  const keys = (await Promise.all(parts.map((part) => app.storage.keys(part)))).flat()
  return Promise.all(
    keys.map(async (key) => ({ key, bytes: await readFile(join(app.config.filesDir, key.slice(0, 2), key)) })),
  )
}

function silently({ source, target }: Places) {
  return move(source, target, () => undefined)
}

function startOld({ source }: Places, startsAgain = false) {
  return requireNotMoved(source.database.connection, source.files.mark, startsAgain)
}

function startNew({ connection, target }: Places) {
  return requireNotMoved(connection, target.files.mark, false)
}

async function rowsOfNew({ connection }: Places) {
  const db = openDatabase(connection, 2)
  return everyRow({ db }).finally(() => db.end())
}

/** Fails like a process that is killed before or after it has written a mark. */
function killedAt(mark: MarkPlace, state: string, when: 'before' | 'after'): MarkPlace {
  return {
    read: mark.read,
    async write(next) {
      if (next?.state !== state) return mark.write(next)
      if (when === 'after') await mark.write(next)
      throw new Error('killed')
    },
  }
}

test('a move brings every row and file, and only the new place starts [D13.1]', async () => {
  const places = await twoPlaces()
  const moved = await silently(places)
  expect(moved).toEqual({ rows: expect.any(Number), files: 2, aside: undefined })
  expect(await rowsOfNew(places)).toEqual(places.before)
  await startNew(places)
  await expect(startOld(places)).rejects.toThrow('This data was moved to the new database at')
  await startOld(places, true)
  await startOld(places)
})

test.each([
  ['before the files are marked', 'moved', 'before'],
  ['after the files are marked', 'moved', 'after'],
  ['after the database is in place', 'arrived', 'before'],
  ['after the new files are complete', 'arrived', 'after'],
] as const)('a move that is killed %s starts at one place at most, and goes on [D13.1]', async (_at, state, when) => {
  const places = await twoPlaces()
  const { source, target } = places
  const side = state === 'moved' ? source.files : target.files
  const { mark } = side
  side.mark = killedAt(mark, state, when)
  await expect(silently(places)).rejects.toThrow('killed')
  side.mark = mark
  await expect(startOld(places)).rejects.toThrow('was interrupted at its last step')
  if (when === 'after' && state === 'arrived') await startNew(places)
  else await expect(startNew(places)).rejects.toThrow('These files are not complete')

  await silently(places)
  expect(await rowsOfNew(places)).toEqual(places.before)
  await startNew(places)
  await expect(startOld(places)).rejects.toThrow('This data was moved to')
})

test('a move that is killed before its last step leaves the old place free, and copies no file twice [D13.1]', async () => {
  const places = await twoPlaces()
  const { files, database } = places.target
  const killed = { ...database.target, fill: () => Promise.reject(new Error('killed')) }
  await expect(
    move(places.source, { files, database: { ...database, target: killed } }, () => undefined),
  ).rejects.toThrow('killed')
  await startOld(places)
  await expect(startNew(places)).rejects.toThrow('These files are not complete')
  const put = files.storage.put
  const copied: string[] = []
  files.storage.put = (key, bytes) => (copied.push(key), put(key, bytes))
  const [damaged] = (await readdir(files.folder, { recursive: true })).filter((name) => name.length === 67)
  await writeFile(join(files.folder, damaged!), 'damaged')
  expect((await silently(places)).files).toBe(2)
  expect(copied).toEqual([damaged!.slice(3)])
})

test('no server starts while data is moved [D13.1]', async () => {
  const places = await twoPlaces()
  const { database } = places.target
  const fill = database.target.fill
  const refusals: unknown[] = []
  database.target.fill = async (load) => {
    await startOld(places).catch((error: Error) => refusals.push(error.message))
    await fill(load)
  }
  await silently(places)
  expect(refusals).toEqual(['This data is being moved. Wait until npm run move has ended.'])
})

test('a move with a file that is missing is refused, and names it [D13.1]', async () => {
  const places = await twoPlaces()
  const [file] = (await storedFiles()).filter(({ key }) => key.length === 64)
  await places.source.files.storage.remove(file!.key, new Date(Date.now() + 1000))
  await expect(silently(places)).rejects.toThrow(`The stored file ${file!.key} is missing, so nothing has been moved.`)
  await startOld(places)
})

test('files of another installation are not mixed with those of this one [D13.1]', async () => {
  const places = await twoPlaces()
  await places.target.files.storage.put('a'.repeat(64), Buffer.from('of others'))
  await expect(silently(places)).rejects.toThrow('There are files in the new folder already')
  await startOld(places)
})

test('the comparison finds a changed and an additional row [D13.1]', async () => {
  const { db, connection } = await loadElsewhere(backup)
  const table = { name: 'company', columns: ['id', 'name'] }
  const rows = await db<{ id: string; name: string }[]>`select id, name from company`
  const text = rows.map(({ id, name }) => `${id}\t${name}\n`).join('')
  const copied = [{ table, rows: await hashOf(text) }]
  await compareRows(copied, connection)
  const { id, name } = rows[0]!
  await db`update company set name = 'Other' where id = ${id}`
  await expect(compareRows(copied, connection)).rejects.toThrow('The table company has other rows at the new place')
  await db`update company set name = ${name} where id = ${id}`
  await db`insert into company (id, name) values (gen_random_uuid(), 'Another')`
  await expect(compareRows(copied, connection)).rejects.toThrow(
    `The table company has ${rows.length + 1} rows instead of ${rows.length}`,
  )
})

async function hashOf(...chunks: string[]) {
  const hash = new RowHash()
  for await (const _chunk of hash.of(chunks.map((text) => Buffer.from(text)))) continue
  return hash.result()
}

test('the hash of rows depends on each byte, and neither on their order nor on how they arrive [D13.1]', async () => {
  const whole = await hashOf('a\tb\nc\td\n')
  expect(whole.count).toBe(2)
  expect(await hashOf('c\td', '\n', 'a', '\tb\n')).toEqual(whole)
  for (const other of ['a\tb\nc\te\n', 'a\tb\nc\td\nc\td\n', 'a\tbc\td\n\n']) {
    expect((await hashOf(other)).hash).not.toBe(whole.hash)
  }
})

test('the comparison finds a damaged file [D13.1]', async () => {
  const { storage, folder } = await filePlace('the new folder')
  const session = await DatabaseSession.begin(app.connection)
  onTestFinished(() => session.close())
  const copied = await copyFiles(await listNeededFiles(session), app.storage, storage, unsealed)
  await compareFiles(copied, storage)
  const { key } = copied[0]!
  await writeFile(join(folder, key.slice(0, 2), key), 'damaged')
  await expect(compareFiles(copied, storage)).rejects.toThrow(`The file ${key} is damaged at the new place`)
})

test('files are kept for seven days after a move, so that the old place still has its own [D13.1]', async () => {
  const places = await twoPlaces()
  expect(await hasArrivedRecently(app.db)).toBe(false)
  await silently(places)
  const db = openDatabase(places.connection, 1)
  onTestFinished(() => db.end())
  expect(await hasArrivedRecently(db)).toBe(true)
  const [row] = await db<{ comment: string }[]>`select obj_description('migration'::regclass) as comment`
  const mark = { ...JSON.parse(row!.comment), at: new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString() }
  await db.unsafe(`comment on table migration is '${JSON.stringify(mark)}'`)
  expect(await hasArrivedRecently(db)).toBe(false)
})
