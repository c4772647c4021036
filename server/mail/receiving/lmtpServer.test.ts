import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { StartError } from '#server/startError.ts'
import type { Storage } from '#server/storage/storage.ts'
import { lmtpClient } from '#server/test/mail/lmtpClient.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { LmtpServer } from './lmtpServer.ts'

const { db, storage, app, config } = await testApp()

/** Runs a server at a port, or at a socket, until the test ends. It has every recipient but `nobody@desk.test`. */
async function listening(at?: NonNullable<Config['lmtpListen']>, changed: Partial<Storage> = {}) {
  const place = at ?? { host: '127.0.0.1', port: await freePort() }
  let received = 0
  const server = new LmtpServer({ db, storage: { ...storage, ...changed } }, place, app.log, {
    check: async (address) => (address === 'nobody@desk.test' ? 'unknown' : 'known'),
    onReceived: () => (received += 1),
  })
  await server.start()
  onTestFinished(() => server.stop())
  return { place, received: () => received }
}

/** Everything before the content of an email. */
async function beginDelivery(
  place: NonNullable<Config['lmtpListen']>,
  recipients: string[],
  sender = 'cara@client.test',
) {
  const client = await lmtpClient(place)
  await client.say(`MAIL FROM:<${sender}>`)
  for (const recipient of recipients) await client.say(`RCPT TO:<${recipient}>`)
  await client.say('DATA')
  return client
}

function mail() {
  const id = randomUUID()
  return { id, content: `Message-ID: <${id}@client.test>\r\nSubject: Hello\r\n\r\nHello\r\n` }
}

async function stored(id: string) {
  const rows = await db<{ sha256: string; recipients: string[]; state: string; isInInbox: boolean }[]>`
    select sha256, recipients, state, is_in_inbox from incoming_mail order by received_at, recipients`
  const found = []
  for (const row of rows) {
    const content = String(await buffer((await storage.open(row.sha256))!.stream))
    if (content.includes(id)) found.push({ ...row, content })
  }
  return found
}

async function keys() {
  const parts = await Promise.all((await storage.parts()).map((part) => storage.keys(part)))
  return parts.flat().toSorted()
}

test('an email is acknowledged once it is stored and committed, for each recipient [D11.6]', async () => {
  const { place, received } = await listening()
  const { id, content } = mail()
  const client = await beginDelivery(place, ['in+acme@desk.test', 'in+other@desk.test'])
  let isAcknowledged = false
  const acknowledged = await db.begin(async (tx) => {
    await tx`lock table incoming_mail in exclusive mode`
    const response = client.say(`${content}.`).finally(() => (isAcknowledged = true))
    // The bytes are stored, and the row waits for the lock.
    await waitFor(async () => {
      const [waiting] = await db`select count(*)::int as count from pg_locks where not granted`
      expect(waiting!.count).toBeGreaterThan(0)
    })
    expect([isAcknowledged, received()]).toEqual([false, 0])
    return { response }
  })
  expect(await acknowledged.response).toMatch(/^250 /)
  expect(await client.response()).toMatch(/^250 /)
  expect(received()).toBe(1)
  expect(await stored(id)).toMatchObject(
    ['in+acme@desk.test', 'in+other@desk.test'].map((recipient) => ({
      recipients: [recipient],
      content: `Return-Path: <cara@client.test>\r\n${content}`,
      state: 'received',
      isInInbox: false,
    })),
  )
})

test('an unknown recipient is refused, and the others get the email [D11.6]', async () => {
  const { place } = await listening()
  const { id, content } = mail()
  const client = await lmtpClient(place)
  await client.say('MAIL FROM:<>')
  expect(await client.say('RCPT TO:<nobody@desk.test>')).toMatch(/^550 5\.1\.1 /)
  expect(await client.say('RCPT TO:<in@desk.test>')).toMatch(/^250 /)
  await client.say('DATA')
  expect(await client.say(`${content}.`)).toMatch(/^250 /)
  expect(await stored(id)).toMatchObject([{ recipients: ['in@desk.test'], content: `Return-Path: <>\r\n${content}` }])
})

test('an email above 35 MB is refused: by its announced size, or when it has arrived [D11.6]', async () => {
  const { place, received } = await listening()
  const before = await keys()
  const announcing = await lmtpClient(place)
  expect(await announcing.say(`MAIL FROM:<a@client.test> SIZE=${36 * 1024 * 1024}`)).toMatch(/^552 /)
  const client = await beginDelivery(place, ['in@desk.test', 'in+acme@desk.test'])
  const line = `${'x'.repeat(1022)}\r\n`
  for (let megabyte = 0; megabyte < 36; megabyte += 1) client.socket.write(line.repeat(1024))
  expect(await client.say('.')).toMatch(/^552 /)
  expect(await client.response()).toMatch(/^552 /)
  expect([received(), await keys()]).toEqual([0, before])
  const { id, content } = mail()
  await client.say('MAIL FROM:<a@client.test>')
  await client.say('RCPT TO:<in@desk.test>')
  await client.say('DATA')
  expect(await client.say(`${content}.`)).toMatch(/^250 /)
  expect(await stored(id)).toHaveLength(1)
})

test('an email that breaks off is not stored [D11.6]', async () => {
  const { place, received } = await listening()
  const before = await keys()
  const client = await beginDelivery(place, ['in@desk.test'])
  client.socket.write(mail().content)
  await waitFor(async () => expect(await keys()).toHaveLength(before.length + 1))
  client.socket.destroy()
  await waitFor(async () => expect(await keys()).toEqual(before))
  expect(received()).toBe(0)
})

test('an email that cannot be stored is to be delivered again [D11.6]', async () => {
  const { place, received } = await listening(undefined, { keep: () => Promise.reject(new Error('The disk is full')) })
  const client = await beginDelivery(place, ['in@desk.test'])
  const { id, content } = mail()
  expect(await client.say(`${content}.`)).toMatch(/^451 /)
  expect([received(), await stored(id)]).toEqual([0, []])
})

test('a socket works like a port, is closed to other users, and replaces one that a killed server left [D11.6]', async () => {
  const path = join(config.dataDir, 'lmtp.sock')
  const { place } = await listening({ path })
  expect((await stat(path)).mode & 0o777).toBe(0o660)
  const { id, content } = mail()
  const client = await beginDelivery(place, ['in@desk.test'])
  expect(await client.say(`${content}.`)).toMatch(/^250 /)
  expect(await stored(id)).toHaveLength(1)
  await expect(listening({ path })).rejects.toThrow(StartError)

  const stale = join(config.dataDir, 'stale.sock')
  leaveSocket(stale)
  const second = await listening({ path: stale })
  expect(await (await lmtpClient(second.place)).say('NOOP')).toMatch(/^250 /)
})

/** A socket on which nobody listens, as a killed server leaves it. */
function leaveSocket(path: string) {
  const script = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', script, path])
  expect(lstatSync(path).isSocket()).toBe(true)
}

test('a port in use, or a file in place of the socket, stops the start', async () => {
  const { place } = await listening()
  await expect(listening(place)).rejects.toThrow(/^LMTP_LISTEN: .* port \d+: /)
  const path = join(config.dataDir, 'file')
  await writeFile(path, '')
  await expect(listening({ path })).rejects.toThrow(StartError)
})
