import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { customerForm, mailsOf, postLink, raiseAsCustomer, sendForm, sendMailsNow } from '#server/test/customers.ts'
import { header, mailServer, sendingTo } from '#server/test/mail/mailServer.ts'
import { confirmedOwner, join } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const port = await freePort()
const app = await testApp(sendingTo(port))
const owner = await confirmedOwner(app)
const agent = await join(owner, 'agent', 'Anna Agent')

async function raise(fields: Parameters<typeof raiseAsCustomer>[1] = {}) {
  const email = `${randomUUID()}@kunde.example`
  return { ...(await raiseAsCustomer(owner, { email, ...fields })), email }
}

function reply(enquiry: string, message: string) {
  return agent.post('/chat', { enquiry, message, side: 'host' })
}

test('replies that follow each other are one mail, with the customer’s last words and the link to the page', async () => {
  const mail = await mailServer(port)
  const { enquiryId, token, email } = await raise({ summery: 'Broken lamp' })
  await reply(enquiryId, 'We are looking at it.\nOne moment.')
  await reply(enquiryId, 'A new lamp is on its way.')
  expect(await mailsOf(app, enquiryId)).toMatchObject([{ kind: 'reply', state: 'waiting', fromSeq: 1, toSeq: null }])
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  const [content] = mail.to(email)
  expect(content).toContain('We are looking at it.')
  expect(content).toContain('A new lamp is on its way.')
  expect(content).toContain(`https://desk.example/t#${token}`)
  expect(header(content!, 'subject')).toBe('Re: Broken lamp [ENQ-000001]')
  expect(header(content!, 'from')).toBe('"Anna Agent, Acme" <desk@desk.example>')
  expect(header(content!, 'auto-submitted')).toBeUndefined()
  expect(header(content!, 'x-auto-response-suppress')).toBe('All')
  await waitFor(async () => expect(await mailsOf(app, enquiryId)).toMatchObject([{ state: 'sent', toSeq: 2 }]))
})

test('a mail is sent 60 s after the last reply, but no later than 5 minutes after the first', async () => {
  const { enquiryId } = await raise()
  await reply(enquiryId, 'First')
  const dueIn = async () => {
    const [due] = await app.db<{ seconds: number }[]>`
      select extract(epoch from o.next_attempt_at - clock_timestamp())::float8 as seconds
      from mail_outbox o join customer_mail m on m.id = o.about_id where m.enquiry_id = ${enquiryId}`
    return due!.seconds
  }
  expect(await dueIn()).toBeGreaterThan(50)
  expect(await dueIn()).toBeLessThanOrEqual(60)
  await app.db`update customer_mail set created_at = now() - interval '4 minutes 50 seconds' where enquiry_id = ${enquiryId}`
  await reply(enquiryId, 'Second')
  expect(await dueIn()).toBeLessThanOrEqual(10)
})

test('the mails about an enquiry have one subject, and each names the ones before it', async () => {
  const mail = await mailServer(port)
  const { enquiryId, email } = await raise()
  for (const [index, message] of ['One', 'Two', 'Three'].entries()) {
    await reply(enquiryId, message)
    await sendMailsNow(owner)
    await waitFor(() => expect(mail.to(email)).toHaveLength(index + 1))
    await waitFor(async () => expect((await mailsOf(app, enquiryId)).at(-1)?.state).toBe('sent'))
  }
  const ids = (await mailsOf(app, enquiryId)).map(({ id }) => `<${id}@desk.example>`)
  const mails = mail.to(email)
  expect(mails.map((each) => header(each, 'message-id'))).toEqual(ids)
  expect(new Set(mails.map((each) => header(each, 'subject'))).size).toBe(1)
  const root = `<enquiry-${enquiryId}@desk.example>`
  expect(header(mails[0]!, 'references')).toBe(root)
  expect(header(mails[2]!, 'references')).toBe([root, ids[0], ids[1]].join(' '))
  expect(header(mails[2]!, 'in-reply-to')).toBe(ids[1])
  expect(mails[2]).not.toContain('Two')
})

test('nothing is mailed that the customer’s page has shown, nor to an address that is not confirmed', async () => {
  const { enquiryId, token } = await raise()
  await reply(enquiryId, 'Read on the page')
  await app.app.inject({
    method: 'POST',
    url: '/api/customer/seen',
    headers: { authorization: `Customer ${token}` },
    payload: { seq: 1 },
  })
  const unconfirmed = await raise({ isConfirmed: false })
  await reply(unconfirmed.enquiryId, 'Not mailed')
  expect(await mailsOf(app, unconfirmed.enquiryId)).toEqual([])
  await sendMailsNow(owner)
  await waitFor(async () => expect(await mailsOf(app, enquiryId)).toMatchObject([{ state: 'dropped' }]))
})

test('internal notes and comments of the customer’s side are not mailed [D11.4]', async () => {
  const { enquiryId, email } = await raise()
  await agent.post('/notes', { enquiry: enquiryId, note: 'canary in a note' })
  await agent.patch('/enquiry', { id: enquiryId, comments: 'canary in the comments', assignee: owner.user._id })
  await agent.post('/chat', { enquiry: enquiryId, message: 'As the customer', side: 'customer' })
  expect(await mailsOf(app, enquiryId)).toEqual([])

  const mail = await mailServer(port)
  await reply(enquiryId, 'To the customer')
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  expect(mail.to(email)[0]).toContain('To the customer')
  expect(mail.to(email)[0]).not.toMatch(/canary|Olivia Owner/)
})

test('“Stop these emails” leads to a page; only its button stops them [D11.3]', async () => {
  const { enquiryId, token } = await raise()
  const opened = await postLink(app, '/s', token, { isPressed: false })
  expect(opened.body).toContain('Stop these emails')
  for (const method of ['GET', 'HEAD'] as const) await app.app.inject({ method, url: `/s/${token}` })
  await reply(enquiryId, 'Still mailed')
  expect(await mailsOf(app, enquiryId)).toHaveLength(1)
  const stopped = await postLink(app, '/s', token)
  expect(stopped.body).toContain('You get no more emails')
  await sendMailsNow(owner)
  await waitFor(async () => expect(await mailsOf(app, enquiryId)).toMatchObject([{ state: 'dropped' }]))
  await reply(enquiryId, 'Not mailed')
  expect(await mailsOf(app, enquiryId)).toHaveLength(1)
  expect((await postLink(app, '/s', 'invented')).statusCode).toBe(404)
})

test('an address that the mail server refuses is marked on the contact; a corrected one gets the next mail', async () => {
  const { enquiryId, email } = await raise()
  const mail = await mailServer(port, { refuses: email })
  await reply(enquiryId, 'Nobody reads this')
  await sendMailsNow(owner)
  await waitFor(async () => expect(await mailsOf(app, enquiryId)).toMatchObject([{ state: 'refused' }]))
  const { _id } = (await agent.get(`/enquiry?_id=${enquiryId}`)).body.data.docs[0].user
  const contact = async () => (await agent.get(`/contacts/${_id}`)).body.data
  await waitFor(async () => expect(await contact()).toMatchObject({ isUndeliverable: true }))
  const corrected = `${randomUUID()}@kunde.example`
  await agent.patch(`/contacts/${_id}`, { email: corrected })
  expect(await contact()).toMatchObject({ isUndeliverable: false })
  await reply(enquiryId, 'Now at the right address')
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(corrected)).toHaveLength(1))
})

test('a mail that waits while the address is corrected goes to the corrected one', async () => {
  const mail = await mailServer(port)
  const { enquiryId, email } = await raise()
  await reply(enquiryId, 'Follows the address')
  const { _id } = (await agent.get(`/enquiry?_id=${enquiryId}`)).body.data.docs[0].user
  const corrected = `${randomUUID()}@kunde.example`
  await agent.patch(`/contacts/${_id}`, { email: corrected })
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(corrected)).toHaveLength(1))
  expect(mail.to(email)).toEqual([])
})

test('the confirmation of an enquiry is answered with one receipt, marked as automatic', async () => {
  const mail = await mailServer(port)
  const form = customerForm()
  await owner.patch('/customer-form', form)
  const email = `${randomUUID()}@kunde.example`
  await sendForm(app, form.slug, { fields: { email } })
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  const token = /https:\/\/desk\.example\/c#([\w-]{22})/.exec(mail.to(email)[0]!)![1]!
  for (let time = 0; time < 2; time++) await postLink(app, '/c', token)
  await waitFor(() => expect(mail.to(email)).toHaveLength(2))
  const receipt = mail.to(email)[1]!
  expect(header(receipt, 'auto-submitted')).toBe('auto-replied')
  expect(receipt).toMatch(/https:\/\/desk\.example\/t#[\w-]{22}/)
})

test('a name cannot break out of the sender of a mail', async () => {
  const mail = await mailServer(port)
  const sly = await join(owner, 'agent', 'Eve" <eve@evil.example>, "X')
  const { enquiryId, email } = await raise()
  await sly.post('/chat', { enquiry: enquiryId, message: 'Hello', side: 'host' })
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  expect(header(mail.to(email)[0]!, 'from')).toMatch(/<desk@desk\.example>$/)
  expect(header(mail.to(email)[0]!, 'from')).not.toContain('@evil')
})
