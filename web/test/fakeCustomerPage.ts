import { z } from 'zod'
import { RateEnquiry, Satisfaction } from '#contract/customers/satisfaction.ts'
import {
  CustomerLinkState,
  CustomerMessage,
  CustomerThread,
  MailedLink,
  MarkCustomerSeen,
  NewCustomerLink,
  SendCustomerMessage,
} from '#contract/customers/thread.ts'

/** The schemas of the routes of the customer's page, and of its links. */
export const customerPageContract = {
  'GET /customer/thread': { answer: CustomerThread },
  'POST /customer/thread': { body: SendCustomerMessage, answer: CustomerMessage },
  'PUT /customer/rating': { body: RateEnquiry, answer: Satisfaction },
  'POST /customer/seen': { body: MarkCustomerSeen, answer: z.null() },
  'POST /customer/link': { answer: MailedLink },
  'GET /customer-links': { answer: CustomerLinkState },
  'POST /customer-links': { body: NewCustomerLink, answer: CustomerLinkState },
  'DELETE /customer-links': { answer: CustomerLinkState },
  'GET /customer-view': { answer: CustomerThread },
}

export function isCustomerPageRoute(route: string): route is keyof typeof customerPageContract {
  return route in customerPageContract
}

export interface CustomerPageWorld {
  customerThread: CustomerThread
  customerLink: CustomerLinkState
}

export function customerThread(changes: Partial<CustomerThread> = {}) {
  return CustomerThread.parse({
    key: 'thread-key',
    enquiryId: 'ENQ-000012',
    enquiryType: 'Question',
    summery: 'Where is my lamp?',
    description: 'I ordered it a week ago.',
    documents: [],
    createdAt: '2026-11-20T08:00:00.000Z',
    status: 'received',
    canReopen: false,
    canReply: true,
    name: 'Mia Kunde',
    language: 'en',
    company: { companyName: 'Blue Harbour', logo: null },
    satisfaction: null,
    messages: [],
    hasEarlier: false,
    ...changes,
  })
}

/** A message of the company, unless it is said to be the customer's own. */
export function customerMessage(seq: number, changes: Partial<CustomerMessage> = {}) {
  return CustomerMessage.parse({
    seq,
    side: changes.isOwn ? 'customer' : 'host',
    isOwn: false,
    name: changes.isOwn ? 'Mia Kunde' : 'Aggie Agent',
    createdAt: new Date(Date.UTC(2026, 10, 20, 9, seq)).toISOString(),
    message: `Message ${seq}`,
    files: [],
    ...changes,
  })
}

export const noCustomerPage: CustomerPageWorld = {
  customerThread: customerThread(),
  customerLink: {
    isUsable: true,
    url: null,
    createdAt: '2026-11-20T08:00:00.000Z',
    isConfirmed: true,
    seenSeq: 0,
  },
}

interface PageRequest {
  route: keyof typeof customerPageContract
  params: Record<string, unknown>
  body: any
  headers: Record<string, string>
}

/** Their responders in the fake server. */
export function usualCustomerPage({ route, params, body, headers }: PageRequest, world: CustomerPageWorld) {
  const { customerThread: thread } = world
  switch (route) {
    case 'GET /customer/thread':
    case 'GET /customer-view':
      return ok(pageBefore(thread, Number(params.before ?? Infinity)))
    case 'POST /customer/thread':
      return ok(sent(body, headers['Idempotency-Key']!, world), 'Message sent')
    case 'PUT /customer/rating':
      world.customerThread = { ...thread, satisfaction: { ...RateEnquiry.parse(body), canRate: true } }
      return ok(world.customerThread.satisfaction, 'Rating saved')
    case 'POST /customer/seen':
      return ok(null)
    case 'POST /customer/link':
      return ok({ address: 'm•••@k•••.example' }, 'Link sent')
    case 'POST /customer-links':
      world.customerLink = { ...world.customerLink, isUsable: true }
      return ok({ ...world.customerLink, url: 'https://desk.test/t#anewtokenofalink000000' }, 'New link made')
    case 'DELETE /customer-links':
      world.customerLink = { ...world.customerLink, isUsable: false }
      return ok(world.customerLink, 'Link revoked')
    case 'GET /customer-links':
      return ok(world.customerLink)
  }
}

const pageSize = 50

function pageBefore(thread: CustomerThread, before: number): CustomerThread {
  const messages = thread.messages.filter(({ seq }) => seq < before).slice(-pageSize)
  return { ...thread, messages, hasEarlier: (messages[0]?.seq ?? 1) > 1 }
}

function sent({ message }: { message: string }, clientId: string, world: CustomerPageWorld) {
  const { customerThread: thread } = world
  const earlier = thread.messages.find((each) => each.clientId === clientId)
  if (earlier) return earlier
  const stored = customerMessage((thread.messages.at(-1)?.seq ?? 0) + 1, { isOwn: true, message, clientId })
  world.customerThread = { ...thread, messages: [...thread.messages, stored], canReopen: false }
  return stored
}

function ok(data: unknown, message?: string) {
  return { status: 200, body: { message, data } }
}
