import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { faultyProxy } from '#server/test/faultyProxy.ts'
import { formOf } from '#server/test/forms.ts'
import { acceptMails, allFiled, deliver, receivingOn } from '#server/test/mail/incomingMail.ts'
import { lmtpClient } from '#server/test/mail/lmtpClient.ts'
import { sendingTo } from '#server/test/mail/mailServer.ts'
import { ask, confirmedOwner, people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { newBucket, storageUrl, storingIn, temporaryFolder } from '#server/test/storage/objectStorage.ts'
import { canRunSwift, startSwift } from '#server/test/storage/swift.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { sweepFiles } from './sweep.ts'

async function startServer() {
  const swift = await startSwift()
  const bucket = await newBucket(swift)
  const lmtpPort = await freePort()
  const app = await testApp({
    ...storingIn(storageUrl(swift.port, bucket)),
    ...sendingTo(await freePort()),
    ...receivingOn(lmtpPort),
  })
  return { swift, bucket, lmtpPort, app, ...(await people(app)) }
}

describe.skipIf(!canRunSwift)('a server with STORAGE_URL', async () => {
  const { swift, bucket, lmtpPort, app, member, owner } = (canRunSwift ? await startServer() : {}) as Awaited<
    ReturnType<typeof startServer>
  >

  async function outage(during: () => Promise<void>) {
    await swift.stop()
    try {
      await during()
    } finally {
      await swift.start()
    }
  }

  /** On the same database and bucket, with a data folder of its own. */
  async function anotherServer(port: number) {
    const config = readConfig({ DATA_DIR: await temporaryFolder(), ...storingIn(storageUrl(port, bucket)) })
    return secondServer({ ...app, config, storage: await openStorage(config) })
  }

  async function rowsWithFiles() {
    const [row] =
      await app.db`select (select count(*) from enquiry)::int as enquiries, (select count(*) from file)::int as files`
    return row
  }

  test('stores an image in the bucket, and serves it at its signed URL [D13.2]', async () => {
    const url = await picture('png', '#00ff00')
    const { documents } = await member.raise({ documents: [{ name: 'a.png', url }] })
    const { url: imageUrl, thumbnail } = documents[0]!
    const shown = await app.app.inject({ url: imageUrl })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(`data:image/png;base64,${shown.rawPayload.toString('base64')}`).toBe(url)
    expect((await app.app.inject({ url: thumbnail })).statusCode).toBe(200)
    expect(await readdir(app.config.dataDir)).toEqual(['incoming'])
    expect(await swift.keysOf(bucket)).toHaveLength(2)
  })

  test('responds 503 while the bucket is unavailable, keeps nothing of the request, and then takes it again [D13.2]', async () => {
    const before = await rowsWithFiles()
    const documents = [{ name: 'b.png', url: await picture('png', '#ff0000') }]
    const key = { 'idempotency-key': randomUUID() }
    const { payload, type } = await formOf({ enquiryType: 'Damage' }, [
      { field: 'documents', name: 'b.png', bytes: Buffer.from(documents[0]!.url.split(',')[1]!, 'base64') },
    ])
    await outage(async () => {
      const headers = { 'content-type': type, authorization: `Bearer ${member.accessToken}` }
      for (const response of [
        await member.post('/enquiry', { enquiryType: 'Damage', documents }, key),
        await ask(app, { method: 'POST', url: '/enquiry', payload, headers }),
        await owner.patch('/users', { profilePic: documents[0]!.url }),
      ]) {
        expect(response).toMatchObject({
          status: 503,
          body: { code: 'unavailable', message: 'The storage of files is not responding. Try again in a moment' },
          headers: { 'retry-after': '5' },
        })
      }
      expect(await rowsWithFiles()).toEqual(before)
      await expect.poll(() => app.storage.keys('in')).toEqual([])
    })
    const { status, body } = await member.post('/enquiry', { enquiryType: 'Damage', documents }, key)
    expect(status).toBe(201)
    expect((await app.app.inject({ url: body.data.documents[0].url })).statusCode).toBe(200)
  })

  test('responds 503 to the URL of a file while the bucket is unavailable [D13.2]', async () => {
    const documents = [{ name: 'c.png', url: await picture('png', '#0000ff') }]
    const [document] = (await member.raise({ documents })).documents
    await outage(async () => {
      const response = await app.app.inject({ url: document!.url })
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
    })
    expect((await app.app.inject({ url: document!.url })).statusCode).toBe(200)
  })

  test('breaks off a download whose connection to the bucket breaks [D13.2]', async () => {
    const documents = [{ name: 'large.png', url: await picture('png', '#123456', 4000, 4000) }]
    const [document] = (await member.raise({ documents })).documents
    const port = await faultyProxy(swift.port, { nextFault: () => ({ effect: 'cut', at: { bytes: 20_000 } }) })
    const server = await anotherServer(port)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port: webPort } = server.app.server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${webPort}${document!.url}`)
    expect([response.status, Number(response.headers.get('content-length'))]).toEqual([200, document!.size])
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  })

  test('shows what another server has stored, without a shared folder [D13.2]', async () => {
    const documents = [{ name: 'd.png', url: await picture('png', '#00ffff') }]
    const [document] = (await member.raise({ documents })).documents
    const other = await anotherServer(swift.port)
    expect((await other.app.inject({ url: document!.url })).statusCode).toBe(200)
  })

  test('sweeps old objects without a row from the bucket, and nothing else [D13.2]', async () => {
    const twoDaysAgo = new Date(Date.now() - 48 * 3600_000)
    const documents = [{ name: 'e.png', url: await picture('png', '#ffff00') }]
    await member.raise({ documents })
    const used = await swift.keysOf(bucket)
    const orphan = 'f'.repeat(64)
    await swift.putAt(twoDaysAgo, bucket, `ff/${orphan}`, 'orphan')
    await app.storage.put('e'.repeat(64), Buffer.from('young'))
    await app.db`update file set last_used_at = ${twoDaysAgo}`
    expect(await sweepFiles(app.db, app.storage, new AbortController().signal)).toBe(1)
    expect(await swift.keysOf(bucket)).toEqual([...used, `ee/${'e'.repeat(64)}`].toSorted())
  })

  test('leaves emails with the mail server while the bucket is unavailable [D13.2]', async () => {
    const company = await acceptMails(await confirmedOwner(app))
    await outage(async () => {
      const client = await lmtpClient(app.config.lmtpListen!)
      for (const line of ['MAIL FROM:<kim@kunde.example>', `RCPT TO:<${company}>`, 'DATA']) await client.say(line)
      expect(await client.say('Subject: Hello\r\n\r\nIs anybody there?\r\n.')).toMatch(/^451 /)
      expect(await app.db`select from incoming_mail`).toEqual([])
      expect(await app.storage.keys('in')).toEqual([])
    })
  })

  test('files the emails that it has once the bucket is available again, however often that failed [D13.2]', async () => {
    await deliver(lmtpPort, { to: await acceptMails(await confirmedOwner(app)) })
    await allFiled(app)
    await app.db`update incoming_mail set attempts = 2, next_attempt_at = now() + interval '1 hour', state = 'received'`
    const isTriedAgain = async () => {
      await app.db`update incoming_mail set next_attempt_at = now()`
      await waitFor(async () => {
        const [row] = await app.db`select state, attempts, next_attempt_at > now() as is_later from incoming_mail`
        expect(row).toEqual({ state: 'received', attempts: 2, isLater: true })
      })
    }
    await outage(async () => {
      await isTriedAgain()
      await isTriedAgain()
    })
    await app.db`update incoming_mail set next_attempt_at = now()`
    await allFiled(app)
    expect(await app.db`select state from incoming_mail`).toEqual([{ state: 'filed' }])
  })
})
