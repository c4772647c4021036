import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createServer } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { certificates } from '#server/test/database/certificates.ts'
import { faultyProxy } from '#server/test/faultyProxy.ts'
import { dovecotPath, imapUrlOf, otherClient, startDovecot } from '#server/test/mail/dovecot.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { MailboxReader } from './mailboxReader.ts'
import { findReception } from './reception.ts'

const { db, storage, app } = await testApp()
const dovecot = dovecotPath ? await startDovecot(dovecotPath) : { port: 0 }
const times = { pollMs: 3_600_000, leaseMs: 400, claimMs: 100, stallMs: 20_000, firstPauseMs: 20, maxPauseMs: 100 }

const ownerOf = async (addresses: string[]) => addresses.find((each) => each.endsWith('@desk.test')) ?? 'desk@desk.test'

/** Starts to read a mailbox, as one server. Returns how to stop. */
function read(imapUrl: string, changed: Partial<typeof times> = {}, log: FastifyBaseLogger = app.log) {
  const receiver = { ownerOf, onReceived: () => undefined }
  const reader = new MailboxReader({ db, storage }, imapUrl, log, receiver, { ...times, ...changed })
  reader.start()
  onTestFinished(() => reader.stop())
  return () => reader.stop()
}

/** A mailbox of its own for a test. */
async function newMailbox() {
  const client = await otherClient(dovecot)
  const name = `Box${randomUUID().slice(0, 8)}`
  await client.mailboxCreate(`${name}.Support`)
  const count = async (path: string) => {
    const status = await client.status(`${name}.${path}`, { messages: true })
    return status && status.messages
  }
  return {
    client,
    path: `${name}.Support`,
    imapUrl: imapUrlOf(dovecot.port, `${name}.Support`),
    add: async (content: string | Buffer) => client.append(`${name}.Support`, Buffer.from(content)),
    left: () => count('Support'),
    done: () => count('Done'),
  }
}

function mail(subject: string) {
  return `From: cara@client.test\r\nSubject: ${subject}\r\nMessage-ID: <${randomUUID()}@client.test>\r\n\r\nHello\r\n`
}

function mailTo(address: string, bytes: number) {
  return `To: Desk <${address}>\r\n${mail('to it')}${'x'.repeat(bytes)}\r\n`
}

function lines(megabytes: number) {
  return Buffer.from(`${randomBytes(48).toString('hex')}\r\n`.repeat((megabytes * 1024 * 1024) / 98))
}

/** Hides the reports of a mail server about new emails: `* 1 EXISTS`. */
function hideReports(text: string) {
  return text.replaceAll(/^\* (\d+) (EXISTS|RECENT)\r\n/gm, '* OK $1 $2\r\n')
}

async function storedMails(imapUrl: string) {
  const name = `desk@127.0.0.1${new URL(imapUrl).pathname}`
  const rows = await db<
    { sha256: string; uid: number; size: number; isInInbox: boolean; reason: string | null; recipients: string[] }[]
  >`
    select sha256, uid, size, is_in_inbox, reason, recipients from incoming_mail where mailbox = ${name} order by received_at, id`
  const contents = rows.map(async ({ sha256 }) => buffer((await storage.open(sha256))!.stream))
  return { rows, contents: (await Promise.all(contents)).map(String) }
}

test.skipIf(!dovecotPath)(
  'emails arrive while the mailbox is watched, and are moved to Done beside it [D11.6]',
  async () => {
    const box = await newMailbox()
    read(box.imapUrl)
    const sent = [mail('before')]
    await box.add(sent[0]!)
    await waitFor(async () => expect(await box.done()).toBe(1))
    for (const subject of ['first', 'second']) {
      sent.push(mail(subject))
      await box.add(sent.at(-1)!)
    }
    await waitFor(async () =>
      expect((await storedMails(box.imapUrl)).rows.filter((row) => !row.isInInbox)).toHaveLength(3),
    )
    expect([await box.left(), await box.done()]).toEqual([0, 3])
    expect((await storedMails(box.imapUrl)).contents).toEqual(sent)
  },
)

test.skipIf(!dovecotPath)(
  'emails that another client has read arrive too, and unread ones stay unread [D11.6]',
  async () => {
    const box = await newMailbox()
    await box.client.append(box.path, Buffer.from(mail('read')), ['\\Seen'])
    await box.add(mail('unread'))
    read(box.imapUrl)
    await waitFor(async () => expect(await box.done()).toBe(2))
    expect((await storedMails(box.imapUrl)).contents.join('')).toMatch(/Subject: read[^]*Subject: unread/)
    await box.client.mailboxOpen(box.path.replace('Support', 'Done'))
    const flags = await box.client.fetchAll('1:*', { flags: true })
    expect(flags.map((each) => each.flags!.has('\\Seen'))).toEqual([true, false])
  },
)

test.skipIf(!dovecotPath)('a mail server that never reports new emails is asked for them [D11.6]', async () => {
  const box = await newMailbox()
  read(box.imapUrl.replace(`:${dovecot.port}/`, `:${await faultyProxy(dovecot.port, { edit: hideReports })}/`), {
    pollMs: 50,
  })
  await waitFor(async () =>
    expect((await db`select 1 from mailbox where succeeded_at is not null`).count).toBeGreaterThan(0),
  )
  await box.add(mail('late'))
  await waitFor(async () => expect(await box.done()).toBe(1))
})

test.skipIf(!dovecotPath)('a mailbox that is made again is read from its beginning [D11.6]', async () => {
  const box = await newMailbox()
  for (const subject of ['one', 'two', 'three']) await box.add(mail(subject))
  const stop = read(box.imapUrl)
  await waitFor(async () => expect(await box.done()).toBe(3))
  await stop()
  await box.client.mailboxDelete(box.path)
  await box.client.mailboxCreate(box.path)
  await box.add(mail('made again'))
  read(box.imapUrl)
  await waitFor(async () => expect(await box.done()).toBe(4))
  const { rows, contents } = await storedMails(box.imapUrl)
  expect(rows.map(({ uid }) => uid)).toEqual([1, 2, 3, 1])
  expect(contents.at(-1)).toContain('made again')
})

test.skipIf(!dovecotPath)(
  'emails that vanish before they are read, or before they are moved, stop nothing [D11.6]',
  async () => {
    const box = await newMailbox()
    for (const subject of ['one', 'two', 'three']) await box.add(mail(subject))
    const other = await otherClient(dovecot)
    await other.mailboxOpen(box.path)
    await other.messageDelete('2', { uid: true })
    // Somebody deletes an email while the connection of the reader is broken.
    const faults = [{ effect: 'cut', at: { command: 'UID MOVE', isForwarded: false } } as const]
    const onFault = () => void other.messageDelete('1', { uid: true })
    const proxy = await faultyProxy(dovecot.port, { nextFault: () => faults.shift(), onFault })
    read(box.imapUrl.replace(`:${dovecot.port}/`, `:${proxy}/`))
    await waitFor(async () => expect(await box.left()).toBe(0))
    await waitFor(async () => {
      expect((await storedMails(box.imapUrl)).rows).toMatchObject([
        { uid: 1, isInInbox: false },
        { uid: 3, isInInbox: false },
      ])
    })
  },
)

test.skipIf(!dovecotPath)(
  'a large email is stored byte for byte; of one above 35 MB the beginning [D11.6]',
  async () => {
    const box = await newMailbox()
    const large = Buffer.concat([Buffer.from(mail('large')), lines(3)])
    await box.add(large)
    await box.add(Buffer.concat([Buffer.from(mail('too large')), lines(36)]))
    await box.add(mail('small'))
    read(box.imapUrl)
    await waitFor(async () => expect(await box.done()).toBe(2))
    const { rows, contents } = await storedMails(box.imapUrl)
    expect(rows[0]).toMatchObject({ sha256: createHash('sha256').update(large).digest('hex'), size: large.length })
    expect(rows[1]).toMatchObject({ isInInbox: false, reason: expect.stringContaining('no room for the whole email') })
    expect(rows[1]!.size).toBeGreaterThan(35 * 1024 * 1024)
    expect(contents[1]).toMatch(/^From: cara@client.test\r\nSubject: too large/)
    expect(contents[1]!.length).toBe(256 * 1024)
    expect(await box.left()).toBe(1)
  },
)

test.skipIf(!dovecotPath)(
  'while 200 MB of emails to an address wait for room, large ones stay in the mailbox; small ones and those to others are stored [D11.6] [D12.2]',
  async () => {
    const box = await newMailbox()
    await db`
      insert into incoming_mail (id, recipients, sha256, size, is_in_inbox, next_attempt_at)
      select gen_random_uuid(), ${['full@desk.test']}, '', ${30 * 1024 * 1024}, false, now() + interval '1 hour'
      from generate_series(1, 7)`
    onTestFinished(async () => void (await db`delete from incoming_mail where sha256 = ''`))
    await box.add(mailTo('Full@desk.test', 200_000))
    await box.add(mailTo('Full@desk.test', 100))
    await box.add(mailTo('other@desk.test', 200_000))
    read(box.imapUrl)
    await waitFor(async () => expect(await box.done()).toBe(2))
    expect((await storedMails(box.imapUrl)).rows).toMatchObject([
      { isInInbox: false, recipients: ['full@desk.test'], reason: expect.stringContaining('still in the mailbox') },
      { recipients: ['full@desk.test'], reason: null },
      { recipients: ['other@desk.test'], reason: null },
    ])
    expect(await box.left()).toBe(1)
  },
)

test.skipIf(!dovecotPath)(
  'one server at a time reads a mailbox, and another one takes over when it is gone [D11.6]',
  async () => {
    const box = await newMailbox()
    const connections = { first: 0, second: 0 }
    const through = async (name: 'first' | 'second', stalls = false) => {
      const nextFault = () => {
        connections[name] += 1
        return stalls ? ({ effect: 'stall', at: { command: 'UID FETCH', isForwarded: false } } as const) : undefined
      }
      return box.imapUrl.replace(`:${dovecot.port}/`, `:${await faultyProxy(dovecot.port, { nextFault })}/`)
    }
    const stop = read(await through('first', true))
    await waitFor(() => expect(connections.first).toBe(1))
    read(await through('second'))
    await box.add(mail('to the second'))
    // The first server extends its lease several times while its connection stalls.
    const started = Date.now()
    await waitFor(() => expect(Date.now() - started).toBeGreaterThan(3 * times.leaseMs))
    expect([connections, (await storedMails(box.imapUrl)).rows]).toEqual([{ first: 1, second: 0 }, []])
    await stop()
    await waitFor(async () => expect(await box.done()).toBe(1))
    expect(connections).toEqual({ first: 1, second: 1 })
  },
)

/** Reads a mailbox that fails, and returns what owners see once that has lasted for five minutes. */
async function failureOf(imapUrl: string) {
  const warn = vi.spyOn(app.log, 'warn')
  const stop = read(imapUrl)
  await waitFor(() => expect(warn).toHaveBeenCalled())
  await stop()
  const logged = JSON.stringify(warn.mock.calls.map(([context]) => [context, (context as { err: Error }).err.stack]))
  expect(logged).not.toMatch(/horse|wrong-password/)
  warn.mockRestore()
  expect(await findReception(db, { imapUrl })).toBeNull()
  await db`
    update mailbox set started_at = started_at - interval '6 minutes', succeeded_at = succeeded_at - interval '6 minutes'`
  const reception = await findReception(db, { imapUrl })
  await db`delete from mailbox`
  return reception?.reason
}

test.skipIf(!dovecotPath)('owners see why a mailbox could not be read for five minutes [D11.6]', async () => {
  const { port } = dovecot
  expect(await failureOf(imapUrlOf(port).replace('correct-horse', 'wrong-password'))).toMatch(
    /rejects this server’s sign-in/,
  )
  expect(await failureOf(imapUrlOf(port, 'Nowhere'))).toMatch(/has no mailbox with the configured name/)
  // This machine by an address that does not count as loopback: the password must not be sent unencrypted.
  expect(await failureOf(imapUrlOf(port, 'INBOX', '0.0.0.0'))).toMatch(/cannot be encrypted/)
  const nowhere = await faultyProxy(1, {})
  expect(await failureOf(imapUrlOf(nowhere))).toMatch(/cannot be reached/)
})

test('a mail server whose certificate is not valid gets no password [D11.6]', async () => {
  const { key, cert } = await certificates('mail.test')
  const secured = vi.fn<() => void>()
  const server = createServer({ key, cert }, secured).listen(0, '127.0.0.1')
  server.on('tlsClientError', () => undefined)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const imapUrl = imapUrlOf((server.address() as AddressInfo).port).replace('imap:', 'imaps:')
  expect(await failureOf(imapUrl)).toMatch(/certificate is not valid/)
  expect(secured).not.toHaveBeenCalled()
})

test.skipIf(!dovecotPath)('a success ends the report of a failure [D11.6]', async () => {
  const box = await newMailbox()
  const imapUrl = box.imapUrl
  read(imapUrl)
  await waitFor(async () => expect((await db`select 1 from mailbox where succeeded_at is not null`).count).toBe(1))
  await db`update mailbox set succeeded_at = now() - interval '6 minutes', failure = 'connection'`
  expect(await findReception(db, { imapUrl })).toMatchObject({ reason: expect.stringContaining('cannot be reached') })
  await box.add(mail('success'))
  await waitFor(async () => expect(await findReception(db, { imapUrl })).toBeNull())
})
