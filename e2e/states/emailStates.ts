import type { BrowserContext } from '@playwright/test'
import type { Message, MessageEmail, Thread } from '#contract/chat.ts'
import type { ContactDetails } from '#contract/customers/contacts.ts'
import type { HeldMail, HeldMails, MailReception, UndeliveredMail } from '#contract/customers/incoming.ts'
import type { CustomerLinkState } from '#contract/customers/thread.ts'
import type { PageOfEnquiries } from '#contract/enquiries.ts'
import { respond } from '#e2e/support/interception.ts'
import type { State, Visit } from './state.ts'
import { customerPage, customerThread } from './visitorStates.ts'

const longAddress = 'olivia_wilhelmina_van_der_bergen_featherstonehaugh@a-rather-long-name-of-a-host.acme.test'
const quote = '> On Friday, Hanna Host wrote:\n> I am looking for it.\n'
const answer = `Thank you, I wait for it: https://acme.test/crates/12\n\n${quote}`

const email: MessageEmail = {
  address: longAddress,
  isVerified: false,
  isAutomatic: false,
  collapsed: [[answer.length - quote.length, answer.length]],
  leftOut: [
    { name: 'a film of the damaged crate, with a rather long name.mp4', reason: 'size' },
    { name: 'setup.exe', reason: 'kind' },
  ],
  originalUrl: '/api/files/original',
}

const contact: ContactDetails = {
  _id: '01890000-0000-7000-8000-000000000001',
  name: 'Olivia Wilhelmina van der Bergen-Featherstonehaugh',
  email: longAddress,
  language: 'en',
  isBlocked: false,
  isUndeliverable: true,
  isConfirmed: true,
  firstSeen: '2026-11-20T08:00:00.000Z',
  lastSeen: '2026-11-21T08:00:00.000Z',
  merged: [],
  history: [],
}

const link: CustomerLinkState = { isUsable: true, url: null, createdAt: null, isConfirmed: true, seenSeq: 0 }

const undelivered: { docs: UndeliveredMail[] } = {
  docs: [
    {
      _id: '01890000-0000-7000-8000-000000000002',
      fromSeq: 2,
      toSeq: 2,
      address: longAddress,
      reason: 'The mail server of the customer does not know this address',
    },
  ],
}

function heldMail(changes: Partial<HeldMail> = {}): HeldMail {
  return {
    _id: '01890000-0000-7000-8000-000000000003',
    address: longAddress,
    name: 'Olivia Wilhelmina van der Bergen-Featherstonehaugh',
    subject: `Re: ${'Donaudampfschifffahrtsgesellschaftskapitänsmütze '.repeat(3)}`,
    excerpt: 'The crate that you are looking for is mine, and I can say where it is. '.repeat(8),
    receivedAt: '2026-11-21T08:00:00.000Z',
    reason: 'stranger',
    enquiry: null,
    originalUrl: '/api/files/held',
    ...changes,
  }
}

function heldMails(...docs: HeldMail[]): { data: HeldMails } {
  return { data: { docs, totalDocs: docs.length } }
}

// The server of the journeys receives no mail: the first comment and the last one are shown as emails of a customer.
async function showEmails({ page, company }: Visit) {
  const context = page.context()
  await context.unrouteAll()
  await amend(context, /\/api\/enquiry\?_id/, (data: PageOfEnquiries): PageOfEnquiries => ({
    ...data,
    docs: data.docs.map((each) => ({ ...each, user: { ...each.user, kind: 'contact' } })),
  }))
  await amend(context, /\/api\/chat\?/, (data: Thread): Thread => ({ ...data, docs: data.docs.map(asEmail) }))
  await respond(context, '/contacts/*', 200, { data: contact })
  await respond(context, '/customer-links?*', 200, { data: link })
  await respond(context, '/undelivered-mails?*', 200, { data: undelivered })
  const answered = { _id: company.discussed, enquiryId: 'ENQ-000031', summery: 'Late' }
  await respond(context, '/held-mails?*', 200, heldMails(heldMail({ enquiry: answered })))
}

/** Changes the data of the responses from a URL. */
async function amend<T>(context: BrowserContext, url: RegExp, change: (data: T) => T) {
  await context.route(url, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: T }
    await route.fulfill({ response, json: { ...rest, data: change(data) } })
  })
}

function asEmail(message: Message): Message {
  if (message.seq === 1)
    return { ...message, message: 'I am away.', email: { ...email, isAutomatic: true, collapsed: [] } }
  return message.seq === 4 ? { ...message, message: answer, email } : message
}

/** For people who may answer. */
export const emailStates: State[] = [
  [
    'desk, emails of a customer',
    async (visit) => {
      const { page, company } = visit
      await showEmails(visit)
      await page.goto(`/desk/${company.discussed}`)
      await page.getByText('Not delivered').waitFor()
      await page.getByRole('button', { name: 'Admit to this conversation' }).waitFor()
    },
  ],
  [
    'desk, an email with its quote',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Show quoted text' }).click()
      await page.getByText('> On Friday').waitFor()
      await page.getByRole('button', { name: 'Show', exact: true }).click()
    },
  ],
  [
    'desk, deleting a held email',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'enquiry, emails of a customer',
    async (visit) => {
      const { page, company } = visit
      await showEmails(visit)
      await page.goto(`/enquiry/${company.discussed}?tab=conversation`)
      await page.getByText('Not delivered').waitFor()
      await page.getByRole('button', { name: 'Admit to this conversation' }).waitFor()
    },
  ],
]

const reception: MailReception = {
  address: 'support+donaudampfschifffahrtsgesellschaft@a-rather-long-name-of-a-host.acme.test',
  failing: { since: '2026-11-21T08:00:00.000Z', reason: 'The mail server cannot be reached' },
}

/** For owners. */
export const receptionStates: State[] = [
  [
    'profile, emails are held and cannot be received',
    async (visit) => {
      const { page } = visit
      const context = page.context()
      await context.unrouteAll()
      await respond(context, '/mail-reception', 200, { data: reception })
      const { discussed } = visit.company
      const answered = { _id: discussed, enquiryId: 'ENQ-000031', summery: 'Late '.repeat(20) }
      const second = heldMail({ _id: discussed, address: 'lee@other.example', enquiry: answered, reason: 'forged' })
      await respond(context, '/held-mails', 200, heldMails(heldMail(), second))
      await page.goto('/profile')
      await page.getByRole('region', { name: 'Emails from customers' }).waitFor()
      await page.getByText('2 emails are held back').scrollIntoViewIfNeeded()
    },
  ],
  [
    'list, emails cannot be received',
    async (visit) => {
      await visit.page.goto('/')
      await visit.page.getByRole('region', { name: 'Emails from customers' }).waitFor()
    },
  ],
]

const { address: _address, originalUrl: _originalUrl, ...shownEmail } = email

/** On the customer's page. */
export const customerEmailStates: State[] = [
  customerPage(
    'wrote by email',
    200,
    {
      data: {
        ...customerThread,
        messages: [
          ...customerThread.messages,
          { ...customerThread.messages[0]!, seq: 3, message: answer, email: shownEmail },
          { ...customerThread.messages[1]!, seq: 4, email: { ...shownEmail, isAutomatic: true } },
        ],
      },
    },
    'Where is my lamp?',
  ),
  [
    'customer: an email with its quote',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Show quoted text' }).click()
      await page.getByText('> On Friday').waitFor()
    },
  ],
]
