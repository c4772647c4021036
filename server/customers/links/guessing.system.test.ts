import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { confirmationPurpose } from '#server/accounts/accountMailer.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { customerForm, newAddress, raiseAsCustomer, sendForm } from '#server/test/customers.ts'
import { everyRow } from '#server/test/everyRow.ts'
import { isFullSize } from '#server/test/isFullSize.ts'
import { unsentMails } from '#server/test/mail/outbox.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const perMinute = 600
const app = await testApp({
  SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
  PUBLIC_URL: 'https://desk.example',
  REQUESTS_PER_MINUTE: String(perMinute),
})
const owner = await confirmedOwner(app)
// At its next attempt the mailer drops the mail with the link that the owner has opened.
await app.db`delete from mail_outbox where purpose = ${confirmationPurpose}`

function open(method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}, remoteAddress = newAddress()) {
  return app.app.inject({ method, url, headers, remoteAddress })
}

/** Not the whole mails, because the mailer counts its attempts to send them. */
async function everyRowAndMail() {
  const mails = await unsentMails(app)
  const { mail_outbox: _, ...rows } = await everyRow(app)
  return { ...rows, mails }
}

const guessCount = isFullSize ? 100_000 : 20_000

test('somebody who guesses tokens finds nothing, and is stopped [D11.4]', async () => {
  await raiseAsCustomer(owner)
  const statuses = new Map<number, number>()
  const startedAt = Date.now()
  const address = newAddress()
  for (let batch = 0; batch < guessCount / 100; batch++) {
    const guesses = Array.from({ length: 100 }, () => randomBytes(16).toString('base64url'))
    const responses = await Promise.all(
      guesses.map((token) => open('GET', '/api/customer/thread', { authorization: `Customer ${token}` }, address)),
    )
    for (const { statusCode } of responses) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  expect([...statuses.keys()].toSorted()).toEqual([404, 429])
  const minutes = Math.ceil((Date.now() - startedAt) / 60_000) + 1
  expect(statuses.get(404)).toBeLessThanOrEqual(perMinute * minutes)
})

test('50 GET and 50 HEAD requests on every link change nothing [D11.3] [D11.4]', async () => {
  const form = customerForm()
  await owner.patch('/customer-form', form)
  await sendForm(app, form.slug)
  const [submission] = await app.db<{ companyId: string; id: string }[]>`
    select company_id, id from submission where state = 'unconfirmed'`
  const confirmation = app.linkSecrets.customerToken('confirm', submission!)
  const { token } = await raiseAsCustomer(owner)
  const rendered = [`/f/${form.slug}`, `/c/${confirmation}`, `/s/${token}`]
  // The page itself is only there once it has been built.
  const others = [`/t/${token}`, `/t/${token}?rating=5`]
  const before = await everyRowAndMail()
  for (const link of [...rendered, ...others]) {
    for (let times = 0; times < 50; times++) {
      const statuses = [(await open('GET', link)).statusCode, (await open('HEAD', link)).statusCode]
      if (rendered.includes(link)) expect(statuses).toEqual([200, 200])
      const headers = { authorization: `Customer ${token}` }
      expect((await open('GET', '/api/customer/thread', headers)).statusCode).toBe(200)
    }
  }
  expect(await everyRowAndMail()).toEqual(before)
})
