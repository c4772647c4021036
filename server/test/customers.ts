import { randomUUID } from 'node:crypto'
import type { CustomerForm } from '#contract/customers/form.ts'
import { accept } from '#server/customers/submissions/submissions.ts'
import { insertSubmission, lockSubmission } from '#server/customers/submissions/submissionStore.ts'
import { formOf, type FormFile } from './forms.ts'
import type { Person } from './people.ts'
import type { TestApp } from './testApp.ts'

/** A complete form, enabled, under an address of its own. */
export function customerForm(fields: Partial<CustomerForm> = {}): CustomerForm {
  return {
    isEnabled: true,
    slug: `form-${randomUUID()}`,
    types: ['Question', 'Complaint'],
    greeting: 'Hello!',
    colour: '#146cdd',
    languages: ['en', 'de'],
    privacyUrl: null,
    origins: [],
    ...fields,
  }
}

/** Raises an enquiry as a customer of this person's company. The token opens the customer's page. */
export async function raiseAsCustomer(
  { test, user }: Person,
  fields: { name?: string; email?: string; summery?: string; description?: string; isConfirmed?: boolean } = {},
) {
  const { isConfirmed = true, ...texts } = fields
  const key = { companyId: user.company._id, id: randomUUID() }
  return test.db.begin(async (tx) => {
    await insertSubmission(
      tx,
      {
        ...key,
        state: 'unconfirmed',
        heldFor: null,
        formKey: randomUUID(),
        source: Buffer.from('test'),
        enquiryType: 'Question',
        summery: 'Where is my order?',
        description: 'I ordered a week ago.',
        name: 'Mia Kunde',
        email: `${randomUUID()}@kunde.example`,
        language: 'en',
        ...texts,
        tokenHash: null,
        fileBytes: 0,
        expiresAt: new Date(Date.now() + 3_600_000),
      },
      [],
    )
    return accept(tx, test.linkSecrets, (await lockSubmission(tx, key))!, isConfirmed ? new Date() : null)
  })
}

/** The hidden fields of a form that was opened so long ago. Nobody fills in a form within 3 s. */
export function stampOf({ linkSecrets }: TestApp, slug: string, ageMs = 60_000, key: string = randomUUID()) {
  const at = String(Date.now() - ageMs)
  return { key, at, signature: linkSecrets.signatureOf(`form ${slug} ${key} ${at}`) }
}

/** Each visitor has an address of its own, because submissions are limited by address. */
export function newAddress() {
  const parts = randomUUID().replaceAll('-', '').match(/.{4}/g)!
  return `2001:db8:${parts.slice(0, 6).join(':')}`
}

type Visit = {
  fields?: Record<string, string>
  files?: FormFile[]
  remoteAddress?: string
  query?: string
}

/** Sends a company's form as a browser without scripts does. */
export async function sendForm(
  test: TestApp,
  slug: string,
  { fields, files = [], remoteAddress, query = '' }: Visit = {},
) {
  const typed = {
    enquiryType: 'Question',
    summery: 'Where is my order?',
    description: 'I ordered a week ago.',
    name: 'Mia Kunde',
    email: `${randomUUID()}@kunde.example`,
  }
  const { payload, type } = await formOf({ ...typed, ...stampOf(test, slug), ...fields }, files)
  const response = await test.app.inject({
    method: 'POST',
    url: `/f/${slug}${query}`,
    payload,
    headers: { 'content-type': type },
    remoteAddress: remoteAddress ?? newAddress(),
  })
  return { status: response.statusCode, page: response.body, headers: response.headers }
}

/** Makes the links to the customer's page of an enquiry as old as if nobody had written for 100 days. */
export async function expireLinks({ test }: Person, { enquiryId }: { enquiryId: string }) {
  const old = test.db`now() - interval '100 days'`
  await test.db`update enquiry set created_at = ${old} where id = ${enquiryId}`
  await test.db`update message set created_at = ${old} where enquiry_id = ${enquiryId}`
  await test.db`update customer_link set created_at = ${old} where enquiry_id = ${enquiryId}`
}

/**
 * Sends the token of a link in a mail as its page does, which shows the page of the link, or presses the
 * button there.
 */
export function postLink({ app }: TestApp, page: '/c' | '/s', token: string, { isPressed = true } = {}) {
  const payload = new URLSearchParams({ token, ...(isPressed && { pressed: 'yes' }) }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return app.inject({ method: 'POST', url: page, headers, payload })
}

/** The token of the customer's page that a page links to. */
export function pageTokenIn(page: string) {
  return /\/t#([\w-]{22})"/.exec(page)?.[1]
}

/** Lets the mails that wait for further replies be sent now. */
export async function sendMailsNow(owner: Person) {
  await owner.test.db`update mail_outbox set next_attempt_at = now() where attempts = 0`
  // An invitation wakes the mailer.
  await owner.post('/invitations', { email: `${randomUUID()}@acme.test`, role: 'member' })
}

/** The mails to the customer about an enquiry, oldest first. */
export function mailsOf({ db }: TestApp, enquiryId: string) {
  return db<{ id: string; kind: string; state: string; fromSeq: number; toSeq: number | null; asksRating: boolean }[]>`
    select id, kind, state, from_seq, to_seq, asks_rating from customer_mail
    where enquiry_id = ${enquiryId} order by created_at`
}
