import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailsOf, postLink, sendMailsNow } from '#server/test/customers.ts'
import { header, mailServer, sendingTo } from '#server/test/mail/mailServer.ts'
import { confirmedOwner, join } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { type Visitor, visitorOf } from '#server/test/visitors.ts'
import { waitFor } from '#server/test/waitFor.ts'

const port = await freePort()
const app = await testApp(sendingTo(port))
const owner = await confirmedOwner(app)
const agent = await join(owner, 'agent', 'Anna Agent')
const question = { rating: null, comment: '', canRate: true }

async function raise(fields: Parameters<typeof visitorOf>[1] = {}) {
  const email = `${randomUUID()}@kunde.example`
  return { visitor: await visitorOf(owner, { email, ...fields }), email }
}

function reply({ enquiryId }: Visitor, message: string, enquiryStatus?: string) {
  return agent.post('/chat', { enquiry: enquiryId, side: 'host', message, enquiryStatus })
}

function change({ enquiryId }: Visitor, enquiryStatus: string) {
  return agent.patch('/enquiry', { id: enquiryId, enquiryStatus })
}

/** An enquiry whose reply has been mailed, and which is then closed: only the question waits. */
async function closedLater(mail: Awaited<ReturnType<typeof mailServer>>) {
  const { visitor, email } = await raise()
  await reply(visitor, 'It is on its way')
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  await waitFor(async () => expect(await mailsOf(app, visitor.enquiryId)).toMatchObject([{ state: 'sent' }]))
  await change(visitor, 'closed')
  return { visitor, email }
}

const linksIn = (content: string) => content.match(/https:\/\/desk\.example\/t\?rating=\d#[\w-]+/g) ?? []

test('a reply that closes and the question are one email, whose five links choose a rating [D11.7]', async () => {
  const mail = await mailServer(port)
  const { visitor, email } = await raise()
  await reply(visitor, 'It is on its way', 'closed')
  expect(await mailsOf(app, visitor.enquiryId)).toMatchObject([{ state: 'waiting', asksRating: true }])
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  const content = mail.to(email)[0]!
  expect(content).toContain('It is on its way')
  const links = [1, 2, 3, 4, 5].map((rating) => `https://desk.example/t?rating=${rating}#${visitor.token}`)
  // Once as text, once as HTML.
  expect(linksIn(content)).toEqual([...links, ...links])
  expect(content).toContain('1 – very dissatisfied')
  expect(content).toContain(`<a href="${links[4]}">5 – very satisfied</a>`)
  expect(content).toContain('How satisfied are you')
})

test('the closing of an enquiry asks in a mail of its own, 60 s later, in the same conversation [D11.7]', async () => {
  const mail = await mailServer(port)
  const { visitor, email } = await closedLater(mail)
  const [due] = await app.db<{ seconds: number }[]>`
    select extract(epoch from o.next_attempt_at - m.created_at)::float8 as seconds
    from mail_outbox o join customer_mail m on m.id = o.about_id where m.enquiry_id = ${visitor.enquiryId}`
  expect(Math.abs(due!.seconds - 60)).toBeLessThan(10)
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(2))
  const [first, second] = mail.to(email)
  expect(linksIn(second!)).toHaveLength(10)
  expect(second).not.toContain('It is on its way')
  expect(header(second!, 'subject')).toBe(header(first!, 'subject'))
  expect(header(second!, 'in-reply-to')).toBe(header(first!, 'message-id'))
  expect(header(second!, 'from')).toBe('Acme <desk@desk.example>')
  expect(header(second!, 'x-auto-response-suppress')).toBe('All')
})

test('the email is in the language of the customer [D11.7]', async () => {
  const mail = await mailServer(port)
  const { visitor, email } = await raise()
  await app.db`update contact set language = 'de' where email = ${email}`
  await reply(visitor, 'Unterwegs', 'closed')
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  expect(mail.to(email)[0]).toContain('5 – sehr zufrieden')
})

test('an enquiry that is reopened before the email goes is not asked about, until it is closed again [D11.7]', async () => {
  const mail = await mailServer(port)
  const { visitor, email } = await closedLater(mail)
  await visitor.say('It has not arrived')
  await sendMailsNow(owner)
  await waitFor(async () =>
    expect(await mailsOf(app, visitor.enquiryId)).toMatchObject([{ state: 'sent' }, { state: 'dropped' }]),
  )
  expect(mail.to(email)).toHaveLength(1)
  await change(visitor, 'closed')
  expect(await visitor.satisfaction()).toEqual(question)
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(2))
  expect(linksIn(mail.to(email)[1]!)).toHaveLength(10)
})

test('a reply is mailed without the question if the enquiry has been reopened meanwhile [D11.7]', async () => {
  const mail = await mailServer(port)
  const { visitor, email } = await raise()
  await reply(visitor, 'It is on its way', 'closed')
  await change(visitor, 'open')
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  expect(mail.to(email)[0]).toContain('It is on its way')
  expect(linksIn(mail.to(email)[0]!)).toEqual([])
})

test('an enquiry that was rated on the page is not asked about by email [D11.7]', async () => {
  const mail = await mailServer(port)
  const { visitor, email } = await closedLater(mail)
  await visitor.rate(5)
  await sendMailsNow(owner)
  await waitFor(async () =>
    expect(await mailsOf(app, visitor.enquiryId)).toMatchObject([{ state: 'sent' }, { state: 'dropped' }]),
  )
  expect(mail.to(email)).toHaveLength(1)
  expect(await visitor.satisfaction()).toMatchObject({ rating: 5 })
})

test('a reply that the page has shown is left out, and the question is mailed alone [D11.7]', async () => {
  const mail = await mailServer(port)
  const { visitor, email } = await raise()
  await reply(visitor, 'Read on the page', 'closed')
  await visitor.see(1)
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  expect(linksIn(mail.to(email)[0]!)).toHaveLength(10)
  expect(mail.to(email)[0]).not.toContain('Read on the page')
})

test('a reply that follows the closing is in the same email, and later ones ask nothing [D11.7]', async () => {
  const mail = await mailServer(port)
  const { visitor, email } = await closedLater(mail)
  await reply(visitor, 'One more thing')
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(2))
  expect(mail.to(email)[1]).toContain('One more thing')
  expect(linksIn(mail.to(email)[1]!)).toHaveLength(10)
  await reply(visitor, 'And another')
  await sendMailsNow(owner)
  await waitFor(() => expect(mail.to(email)).toHaveLength(3))
  expect(linksIn(mail.to(email)[2]!)).toEqual([])
})

test('a bulk change mails the question to each customer [D11.7]', async () => {
  const mail = await mailServer(port)
  const [waiting, sent] = [await raise(), await closedLater(mail)]
  await change(sent.visitor, 'open')
  await app.db`update customer_thread set rating_asked_at = null where enquiry_id = ${sent.visitor.enquiryId}`
  await app.db`update contact set rating_asked_at = null where email = ${sent.email}`
  await app.db`update customer_mail set state = 'dropped' where enquiry_id = ${sent.visitor.enquiryId} and asks_rating`
  await reply(waiting.visitor, 'Done')
  const ids = [waiting.visitor.enquiryId, sent.visitor.enquiryId]
  await agent.post('/enquiry/bulk', { ids, enquiryStatus: 'closed' })
  await waitFor(async () => expect(await sent.visitor.satisfaction()).toEqual(question))
  await sendMailsNow(owner)
  await waitFor(() => expect([mail.to(waiting.email).length, mail.to(sent.email).length]).toEqual([1, 2]))
  expect(mail.to(waiting.email)[0]).toContain('Done')
  for (const { email } of [waiting, sent]) expect(linksIn(mail.to(email).at(-1)!)).toHaveLength(10)
})

test('the page asks customers who get no emails [D11.7]', async () => {
  const unconfirmed = await raise({ isConfirmed: false })
  const stopped = await raise()
  await postLink(app, '/s', stopped.visitor.token)
  for (const { visitor } of [unconfirmed, stopped]) {
    await reply(visitor, 'Done', 'closed')
    expect(await mailsOf(app, visitor.enquiryId)).toEqual([])
    expect(await visitor.satisfaction()).toEqual(question)
  }
})
