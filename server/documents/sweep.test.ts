import { createHash } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Db, openDatabase } from '#server/database/database.ts'
import { fillCompany } from '#server/test/manyEnquiries.ts'
import { people } from '#server/test/people.ts'
import { dataUrl, picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { sweepFiles } from './sweep.ts'

const app = await testApp()
const { owner, member, stranger } = await people(app)
const folder = app.config.filesDir
const twoDaysAgo = new Date(Date.now() - 48 * 3600 * 1000)

/** Moves the storing and the last use of every file two days into the past. */
async function age() {
  for (const part of await app.storage.parts()) {
    for (const key of await app.storage.keys(part)) await utimes(join(folder, part, key), twoDaysAgo, twoDaysAgo)
  }
  await app.db`update file set last_used_at = ${twoDaysAgo}`
}

function sweep(signal = new AbortController().signal) {
  return sweepFiles(app.db, app.storage, signal)
}

async function isStored(key: string) {
  const found = await app.storage.open(key)
  found?.stream.destroy()
  return found !== undefined
}

async function storedBytes() {
  const [row] = await app.db`select storage_bytes::int as bytes from company where id = ${owner.user.company._id}`
  return row!.bytes
}

function hash(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

async function raise(color: string) {
  const url = await picture('png', color)
  const { body } = await member.post('/enquiry', { enquiryType: 'Damage', documents: [{ name: 'a.png', url }] })
  return body.data.documents[0]
}

test('the sweep removes old files without a row, and nothing else', async () => {
  const document = await raise('#00ff00')
  const [orphan, young] = ['f'.repeat(64), 'e'.repeat(64)]
  await app.storage.put(orphan, Buffer.from('orphan'))
  await age()
  await app.storage.put(young, Buffer.from('young'))
  expect(await sweep()).toBe(1)
  expect([await isStored(orphan), await isStored(young)]).toEqual([false, true])
  for (const url of [document.url, document.thumbnail]) {
    expect((await app.app.inject({ url })).statusCode).toBe(200)
  }
})

test('the sweep keeps the files of messages, and the database refuses to forget a file in use [D10.6]', async () => {
  const { _id: enquiry } = await member.raise()
  const files = [
    { name: 'a.png', url: await picture('png', '#0000ff') },
    { name: 'a.txt', url: dataUrl('in use', 'text/plain') },
  ]
  const { body } = await member.post('/chat', { enquiry, side: 'customer', message: '', files })
  await age()
  await sweep()
  const [image, text] = body.data.files
  for (const url of [image.url, image.thumbnail, text.url]) {
    expect((await app.app.inject({ url })).statusCode).toBe(200)
  }
  await expect(app.db`delete from file where sha256 = ${hash('in use')}`).rejects.toThrow('message_file_file')
})

test('the sweep keeps the bytes of received emails, of those that are messages too, and no others [D11.6]', async () => {
  const { _id: enquiry } = await member.raise()
  const [waiting, filed, forgotten] = ['waiting', 'filed', 'forgotten'].map((text) => hash(text))
  for (const key of [waiting, filed, forgotten]) await app.storage.put(key!, Buffer.from(key!))
  await app.db`
    insert into incoming_mail (id, recipients, sha256, size, is_in_inbox)
    values (gen_random_uuid(), '{}', ${waiting}, 64, false)`
  await member.post('/chat', { enquiry, side: 'customer', message: 'By email' })
  const company = owner.user.company._id
  await app.db`insert into file (company_id, sha256, size) values (${company}, ${filed}, 0)`
  await app.db`
    insert into message_email (company_id, enquiry_id, seq, address, is_automatic, collapsed, left_out, sha256)
    values (${company}, ${enquiry}, 1, 'cara@client.test', false, '[]', '[]', ${filed})`
  await age()
  await sweep()
  expect(await Promise.all([waiting, filed, forgotten].map((key) => isStored(key!)))).toEqual([true, true, false])
})

test('the sweep keeps an orphan that was just uploaded again', async () => {
  const key = 'd'.repeat(64)
  await app.storage.put(key, Buffer.from('again'))
  await age()
  await app.storage.put(key, Buffer.from('again'))
  await sweep()
  expect(await isStored(key)).toBe(true)
})

test('the sweep removes the partial file that a crash left behind', async () => {
  await app.storage.put('c'.repeat(64), Buffer.from('whole'))
  await writeFile(join(folder, 'cc', `${'c'.repeat(64)}.1234.part`), 'half')
  await age()
  await sweep()
  expect(await readdir(join(folder, 'cc'))).toEqual([])
})

test('a replaced picture is removed and no longer counted, and one in use stays', async () => {
  const before = await storedBytes()
  await owner.patch('/users', { profilePic: await picture('png', '#111111') })
  const withFirst = await storedBytes()
  const { body } = await owner.patch('/users', { profilePic: await picture('png', '#222222') })
  expect(withFirst).toBeGreaterThan(before)
  expect(await storedBytes()).toBeGreaterThan(withFirst)
  await age()
  await sweep()
  const rest = await app.db`select size::int from file where company_id = ${owner.user.company._id}`
  expect(await storedBytes()).toBe(rest.reduce((sum, { size }) => sum + size, 0))
  expect(await storedBytes()).toBeLessThan(withFirst + (withFirst - before))
  expect((await app.app.inject({ url: body.data.profilePic })).statusCode).toBe(200)
})

test('a file counts once against the quota, even if several documents use it', async () => {
  await raise('#333333')
  const once = await storedBytes()
  await raise('#333333')
  expect(await storedBytes()).toBe(once)
})

test('a stopped sweep resumes where it was, even in another process', async () => {
  const [first, second] = ['0'.repeat(64), '1'.repeat(64)]
  await app.storage.put(first, Buffer.from('first'))
  await app.storage.put(second, Buffer.from('second'))
  await age()
  const stopping = new AbortController()
  const stopsAfterFirst = {
    ...app.storage,
    remove: (key: string, before: Date) => removeAndStop(key, before, stopping),
  }
  await sweepFiles(app.db, stopsAfterFirst, stopping.signal)
  expect([await isStored(first), await isStored(second)]).toEqual([false, true])
  await app.storage.put(first, Buffer.from('first'))
  await age()
  expect(await sweep()).toBe(1)
  expect([await isStored(first), await isStored(second)]).toEqual([true, false])
  await sweep()
  expect(await isStored(first)).toBe(false)
})

function removeAndStop(key: string, before: Date, stopping: AbortController) {
  stopping.abort()
  return app.storage.remove(key, before)
}

test('the sweep finds rows by index and never scans a whole table', async () => {
  await fillCompany(app, stranger.user, 4000)
  await app.db`
    insert into file (company_id, sha256, size, last_used_at)
    select ${stranger.user.company._id}, encode(sha256(n::text::bytea), 'hex'), 0, ${twoDaysAgo}
    from generate_series(1, 4000) n`
  const messages = app.db`(
    select company_id, enquiry_id, seq, encode(sha256(id::text::bytea), 'hex') as sha256 from message
    where company_id = ${stranger.user.company._id}) m`
  await app.db`insert into file (company_id, sha256, size) select company_id, sha256, 1 from ${messages}`
  await app.db`
    insert into message_file (company_id, id, enquiry_id, seq, position, name, size, sha256, received_sha256)
    select company_id, gen_random_uuid(), enquiry_id, seq, 0, 'a.pdf', 1, sha256, sha256 from ${messages}`
  await app.db`
    insert into message_email (company_id, enquiry_id, seq, address, is_automatic, collapsed, left_out, sha256)
    select company_id, enquiry_id, seq, '', false, '[]', '[]', sha256 from ${messages}`
  await app.db`
    insert into incoming_mail (id, recipients, sha256, size, is_in_inbox)
    select gen_random_uuid(), '{}', sha256, 1, false from ${messages}`
  await app.db`vacuum analyze file, message_file, message_email, incoming_mail`
  // With a single connection, its own statistics are flushed before they are read.
  const db = openDatabase(app.connection, 1)
  const before = await rowsReadWhole(db)
  await sweepFiles(db, app.storage, new AbortController().signal)
  expect(await rowsReadWhole(db)).toBe(before)
  await db.end()
})

async function rowsReadWhole(db: Db) {
  await db`select pg_stat_force_next_flush()`
  const [row] = await db`
    select sum(seq_tup_read)::int as rows from pg_stat_user_tables 
    where relname in ('file', 'document', 'message_file', 'message_email', 'incoming_mail')`
  return row!.rows
}
