import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { customerForm, newAddress, pageTokenIn, postLink, sendForm, stampOf } from '#server/test/customers.ts'
import { unsentMails } from '#server/test/mail/outbox.ts'
import { confirmAddress, confirmedOwner, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://desk.example' })
const owner = await confirmedOwner(app)
const { slug } = customerForm()
await owner.patch('/customer-form', customerForm({ slug }))

async function listed(summery: string) {
  const { body } = await owner.get(`/enquiry?search=${encodeURIComponent(summery)}`)
  return body.data.docs
}

/** The confirmation mails to an address, oldest first. */
function mailsTo(email: string) {
  return app.db<{ subject: string; text: string; html: string }[]>`
    select subject, text_body as text, html_body as html from mail_outbox where recipient = ${email} order by id`
}

async function tokenTo(email: string) {
  const [mail] = await mailsTo(email)
  return /https:\/\/desk\.example\/c#([\w-]{22})/.exec(mail!.text)![1]!
}

const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]+"/g, '')
const press = (token: string) => postLink(app, '/c', token)
const show = (token: string) => postLink(app, '/c', token, { isPressed: false })

/** Everything that a customer's link could change. */
async function state() {
  const tables = ['submission', 'enquiry', 'contact', 'customer_link']
  // Not the whole mails, because the mailer counts its attempts to send them.
  const mails = unsentMails(app)
  return Promise.all([mails, ...tables.map((table) => app.db`select * from ${app.db(table)} order by 1, 2`)])
}

test('an enquiry from an unverified address is no enquiry until the button in the mailed page is pressed [D11.3]', async () => {
  const email = 'mia@kunde.example'
  const { page } = await sendForm(app, slug, { fields: { summery: 'Not confirmed yet', email } })
  expect(page).toContain('mia@kunde.example')
  expect(page).not.toMatch(/\/t[/#]/)
  expect(await listed('Not confirmed yet')).toEqual([])

  const token = await tokenTo(email)
  const { body, headers, statusCode } = await show(token)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(body).toContain(`value="${token}"`)
  expect(await listed('Not confirmed yet')).toEqual([])

  expect((await press(token)).body).toMatch(/\/t#[\w-]{22}"/)
  const [enquiry] = await listed('Not confirmed yet')
  const { body: contact } = await owner.get(`/contacts/${enquiry.user._id}`)
  expect(contact.data).toMatchObject({ email, isConfirmed: true })
})

test('no GET or HEAD of the link changes anything, and pressing the button twice makes one enquiry [D11.3]', async () => {
  const email = 'scanned@kunde.example'
  await sendForm(app, slug, { fields: { summery: 'Scanned', email } })
  const token = await tokenTo(email)
  const open = async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of ['/c', `/c/${token}`]) await app.app.inject({ method, url })
    }
    await show(token)
  }
  const before = await state()
  for (let time = 0; time < 50; time++) await open()
  expect(await state()).toEqual(before)
  const [first, second] = await Promise.all([press(token), press(token)])
  expect(pageTokenIn(second.body)).toBe(pageTokenIn(first.body))
  expect(await listed('Scanned')).toHaveLength(1)
  const after = await state()
  await open()
  expect(await state()).toEqual(after)
})

test('a form that is sent again shows nothing of the enquiry that another person has confirmed or an owner has accepted [D11.4]', async () => {
  const fields = { summery: 'Typed for another person', email: 'victim@kunde.example', ...stampOf(app, slug) }
  const { page } = await sendForm(app, slug, { fields })
  await press(await tokenTo('victim@kunde.example'))
  expect(withoutNonce((await sendForm(app, slug, { fields })).page)).toBe(withoutNonce(page))

  const decoyed = { ...fields, ...stampOf(app, slug), website: 'x', email: 'accepted@kunde.example' }
  await sendForm(app, slug, { fields: decoyed })
  const held = (await owner.get('/customer-form/held')).body.data
  const { _id } = held.find(({ email }: { email: string }) => email === 'accepted@kunde.example')
  expect((await owner.post(`/customer-form/held/${_id}/accept`, {})).status).toBe(200)
  expect((await sendForm(app, slug, { fields: decoyed })).page).not.toMatch(/\/t[/#]/)
})

test('a confirmation mail never opens a link that was made after the one it stands for [D11.4]', async () => {
  const email = 'replaced@kunde.example'
  await sendForm(app, slug, { fields: { summery: 'Replaced link', email } })
  const token = await tokenTo(email)
  await press(token)
  const [enquiry] = await listed('Replaced link')
  expect((await owner.post('/customer-links', { enquiry: enquiry._id })).status).toBe(201)
  for (const { body, statusCode } of [await show(token), await press(token)]) {
    expect({ statusCode, hasLink: /\/t[/#]/.test(body) }).toEqual({ statusCode: 404, hasLink: false })
  }
})

test('the confirmation mail contains nothing that the visitor typed [D11.3]', async () => {
  const email = 'canary@kunde.example'
  await sendForm(app, slug, {
    fields: { email, summery: 'Canary one', description: 'Canary two https://spam.example', name: 'Canary three' },
  })
  const [mail] = await mailsTo(email)
  expect(JSON.stringify(mail)).not.toMatch(/canary|spam/i)
  expect(mail!.subject).toContain('Acme')
})

test('people enable the form once their address is confirmed: its mails name their company [D11.3]', async () => {
  const newcomer = await registerOwner(app, { companyName: 'Win a prize' })
  const form = customerForm()
  expect((await newcomer.patch('/customer-form', { ...form, isEnabled: false })).status).toBe(200)
  expect(await newcomer.patch('/customer-form', form)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Confirm your email address first') },
  })
  await confirmAddress(newcomer)
  expect((await newcomer.patch('/customer-form', form)).status).toBe(200)
})

test('a second mail to one address within ten minutes is not sent: the submission is held', async () => {
  const email = 'often@kunde.example'
  await sendForm(app, slug, { fields: { summery: 'The first', email } })
  await sendForm(app, slug, { fields: { summery: 'The second', email } })
  expect(await mailsTo(email)).toHaveLength(1)
  const { body } = await owner.get('/customer-form/held')
  expect(body.data).toMatchObject([{ summery: 'The second', heldFor: 'recipient' }])
})

test('links that were mailed by an earlier version, and the pages that it showed, still confirm [D11.3]', async () => {
  await sendForm(app, slug, { fields: { summery: 'Mailed before', email: 'before@kunde.example' } })
  const url = `/c/${await tokenTo('before@kunde.example')}`
  const page = (await app.app.inject({ method: 'GET', url })).body
  expect(page).toContain('Confirm and send')
  // During an upgrade, a server of that version may respond to the button.
  expect(page).toContain(`action="${url}"`)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const confirmed = await app.app.inject({ method: 'POST', url, headers, payload: '' })
  expect(confirmed.body).toMatch(/\/t#[\w-]{22}"/)
})

test('without scripts, people paste the link from their email [D11.3]', async () => {
  const { body } = await app.app.inject({ method: 'GET', url: '/c', headers: { 'accept-language': 'de' } })
  expect(body).toContain('Link aus unserer E-Mail')
  await sendForm(app, slug, { fields: { email: 'pasted@kunde.example' } })
  const link = `https://desk.example/c#${await tokenTo('pasted@kunde.example')} `
  expect((await show(link)).body).toContain('Confirm and send')
})

test('an unknown link and one that is over a week old are a 404 page', async () => {
  const email = 'late@kunde.example'
  await sendForm(app, slug, { fields: { email } })
  const token = await tokenTo(email)
  await app.db`update submission set expires_at = now() where email = ${email}`
  for (const link of [token, 'invented', 'x'.repeat(90)]) {
    expect([(await show(link)).statusCode, (await press(link)).statusCode]).toEqual([404, 404])
    for (const method of ['GET', 'POST'] as const) {
      expect((await app.app.inject({ method, url: `/c/${link}` })).statusCode).toBe(404)
    }
  }
})

test('above 60 submissions in an hour, those without a proof of work are held', async () => {
  const busy = await confirmedOwner(app, { companyName: 'Busy' })
  const theirs = customerForm()
  await busy.patch('/customer-form', theirs)
  const opened = () => app.app.inject({ method: 'GET', url: `/f/${theirs.slug}` })
  expect((await opened()).body).not.toContain('data-challenge')
  for (let sent = 0; sent < 61; sent++) await sendForm(app, theirs.slug, { remoteAddress: newAddress() })
  expect((await opened()).body).toContain('data-challenge')
  const held = async () => (await busy.get('/customer-form/held')).body.data
  expect(await held()).toMatchObject([{ heldFor: 'company' }])

  // The browser solves the challenge of its form. The solution is of no use for another form.
  const challenge = challengeIn((await opened()).body)
  const solution = await solveChallenge({ challenge, deriveKey })
  const altcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const key = String(challenge.parameters.data!.form)
  await sendForm(app, theirs.slug, { fields: { ...stampOf(app, theirs.slug, 60_000, key), altcha } })
  expect(await held()).toHaveLength(1)
  await sendForm(app, theirs.slug, { fields: { altcha } })
  expect(await held()).toHaveLength(2)
})

/** The challenge in a page of the form. */
function challengeIn(page: string): Challenge {
  const [, json] = /data-challenge="([^"]+)"/.exec(page)!
  return JSON.parse(json!.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}
