import { randomBytes, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { MailParser } from '#server/mail/parsing/mailParser.ts'
import { mailsOf } from '#server/test/customers.ts'
import { acceptMails, addressIn, allFiled, deliver, newCustomer, receivingOn } from '#server/test/mail/incomingMail.ts'
import { sendingTo } from '#server/test/mail/mailServer.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const lmtpPort = await freePort()
const app = await testApp({
  ...sendingTo(await freePort()),
  MAIL_AUTH_HOST: 'mx.desk.example',
  ...receivingOn(lmtpPort),
})
const owner = await confirmedOwner(app)
const company = await acceptMails(owner)

async function held() {
  return (await owner.get('/held-mails')).body.data.docs
}

async function enquiriesOf(from: string) {
  return (await owner.get(`/enquiry?search=${encodeURIComponent(addressIn(from))}`)).body.data.docs
}

/** A stored mail whose bytes have been lost, so that it cannot be read. */
async function unreadableMail(recipients: string[]) {
  const id = randomUUID()
  const row = { id, recipients, sha256: randomBytes(32).toString('hex'), size: 100, isInInbox: false }
  await app.db`insert into incoming_mail ${app.db(row)}`
  return id
}

const forged = 'mx.desk.example; spf=pass; dmarc=fail (p=reject) header.from=kunde.example'

test.each([
  [[forged], 'forged'],
  [['filter.desk.example; dmarc=none', forged], 'forged'],
  [['mx.desk.example; dkim=fail; dmarc=pass', forged], undefined],
  [['elsewhere.example; dmarc=fail'], undefined],
  [[], undefined],
])('with the authentication results %j, an email is held as %s [D11.6]', async (results, reason) => {
  const from = newCustomer()
  const headers = results.map((value) => ({ key: 'Authentication-Results', value }))
  await deliver(lmtpPort, { to: company, from, headers })
  await allFiled(app)
  const mail = (await held()).find(({ address }: { address: string }) => address === addressIn(from))
  expect(mail?.reason).toBe(reason)
  expect(await enquiriesOf(from)).toHaveLength(reason ? 0 : 1)
})

test('the parts that are missing of an answer are reported to the customer, but not those of a guest’s [D11.6]', async () => {
  const from = newCustomer()
  const attachments = [{ filename: 'setup.exe', content: 'MZ' }]
  const inReplyTo = await deliver(lmtpPort, { to: company, from })
  await allFiled(app)
  const [enquiry] = await enquiriesOf(from)
  await deliver(lmtpPort, { to: company, from: newCustomer(), inReplyTo, attachments })
  await allFiled(app)
  const [{ _id }] = (await owner.get(`/held-mails?enquiryId=${enquiry._id}`)).body.data.docs
  expect((await owner.post(`/held-mails/${_id}/accept`, { as: 'message' })).status).toBe(200)
  expect(await mailsOf(app, enquiry._id)).toMatchObject([{ kind: 'receipt' }])
  await deliver(lmtpPort, { to: company, from, inReplyTo, attachments })
  await allFiled(app)
  expect(await mailsOf(app, enquiry._id)).toMatchObject([{ kind: 'receipt' }, { kind: 'leftOut', fromSeq: 3 }])
})

test('an email that fails three times is held with its reason, and the next one is filed [D11.6]', async () => {
  const id = await unreadableMail([company])
  const from = newCustomer()
  await deliver(lmtpPort, { to: company, from })
  await waitFor(async () => {
    await app.db`update incoming_mail set next_attempt_at = now() where state = 'received' and attempts < 3`
    expect((await held()).map(({ _id }: { _id: string }) => _id)).toContain(id)
  })
  const [row] = await app.db`select state, held_for, attempts, reason from incoming_mail where id = ${id}`
  expect(row).toEqual({ state: 'held', heldFor: 'failed', attempts: 3, reason: 'The bytes of the mail are missing' })
  await waitFor(async () => expect(await enquiriesOf(from)).toHaveLength(1))
  expect((await owner.post(`/held-mails/${id}/accept`, { as: 'enquiry' })).status).toBe(409)
})

/** Makes all mails due that wait, and delivers another one, for which the server looks at once. Returns its sender. */
async function tryAgain() {
  await app.db`update incoming_mail set next_attempt_at = now() where state = 'received'`
  const from = newCustomer()
  await deliver(lmtpPort, { to: company, from })
  return from
}

function waitingMails() {
  return app.db<{ attempts: number; reason: string | null }[]>`
    select attempts, reason from incoming_mail where state = 'received'`
}

test('emails wait while the folder for temporary files is missing, and are then filed [D11.6]', async () => {
  vi.stubEnv('TMPDIR', '/nowhere')
  onTestFinished(() => void vi.unstubAllEnvs())
  const senders: string[] = []
  for (let count = 1; count <= 5; count++) {
    senders.push(await tryAgain())
    const failed = Array.from({ length: count }, () => ({ attempts: 0, reason: expect.stringContaining('ENOENT') }))
    await waitFor(async () => expect(await waitingMails()).toEqual(failed))
  }
  vi.unstubAllEnvs()
  senders.push(await tryAgain())
  await allFiled(app)
  for (const from of senders) expect(await enquiriesOf(from)).toHaveLength(1)
})

test('an email waits while a table is locked, and is then filed [D11.6]', async () => {
  const from = newCustomer()
  await app.bulkDb.begin(async (tx) => {
    await tx`lock table enquiry in access exclusive mode`
    await deliver(lmtpPort, { to: company, from })
    const failed = [{ attempts: 0, reason: 'canceling statement due to lock timeout' }]
    await waitFor(async () => expect(await waitingMails()).toEqual(failed))
  })
  await tryAgain()
  await allFiled(app)
  expect(await enquiriesOf(from)).toHaveLength(1)
})

test('an email that has stopped the server three times is held without being read again [D11.6]', async () => {
  const id = await unreadableMail([company])
  await app.db`update incoming_mail set attempts = 3, next_attempt_at = now() where id = ${id}`
  await waitFor(async () => expect((await held()).map(({ _id }: { _id: string }) => _id)).toContain(id))
})

test('an email that takes long delays those to the same address only [D11.6]', async () => {
  const other = await confirmedOwner(app)
  const [elsewhere, slow, next, theirs] = [await acceptMails(other), newCustomer(), newCustomer(), newCustomer()]
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  const parse = vi.spyOn(MailParser.prototype, 'parse')
  onTestFinished(() => parse.mockRestore())
  const { parse: parseNow } = MailParser.prototype
  parse.mockImplementationOnce(async function (this: MailParser, ...args) {
    await opened
    return parseNow.apply(this, args)
  })
  await deliver(lmtpPort, { to: company, from: slow })
  await waitFor(() => expect(parse).toHaveBeenCalledOnce())
  await deliver(lmtpPort, { to: company, from: next })
  await deliver(lmtpPort, { to: elsewhere, from: theirs })
  const search = `/enquiry?search=${encodeURIComponent(addressIn(theirs))}`
  await waitFor(async () => expect((await other.get(search)).body.data.docs).toHaveLength(1))
  expect(await enquiriesOf(next)).toEqual([])
  gate.emit('open')
  await allFiled(app)
  expect([await enquiriesOf(slow), await enquiriesOf(next)]).toMatchObject([[{}], [{}]])
  await app.db`update customer_form set is_enabled = false where company_id = ${other.user.company._id}`
})

test('the mailbox’s own address is enough while one company accepts emails, and not after that [D11.6]', async () => {
  const [one, two] = [newCustomer(), newCustomer()]
  await deliver(lmtpPort, { to: 'support@desk.example', from: one })
  await allFiled(app)
  expect(await enquiriesOf(one)).toHaveLength(1)
  const other = await confirmedOwner(app)
  await acceptMails(other)
  await deliver(lmtpPort, { to: 'support@desk.example', from: two })
  await allFiled(app)
  expect(await enquiriesOf(two)).toEqual([])
  const [row] = await app.db`select state, held_for, company_id from incoming_mail where address = ${addressIn(two)}`
  expect(row).toEqual({ state: 'held', heldFor: 'failed', companyId: null })
})
