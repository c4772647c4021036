import { customerForm, expireLinks, raiseAsCustomer, sendForm } from '#server/test/customers.ts'
import { bouncedMail, heldMail } from '#server/test/mail/incomingMail.ts'
import type { Person } from '#server/test/people.ts'
import { conversation } from './conversation.ts'
import type { Call, World } from './routeCalls.ts'

/** Calls of the routes for customers, and for those who answer them. */
export const customerCalls: Record<string, (world: World) => Call | Promise<Call>> = {
  'GET /api/contacts': async ({ owner }) => {
    await raiseAsCustomer(owner)
    return { query: '?search=Mia' }
  },
  'GET /api/contacts/:id': async ({ owner }) => ({ id: await contactId(owner) }),
  'PATCH /api/contacts/:id': async ({ owner }) => ({ id: await contactId(owner), payload: { name: 'Mia' } }),
  'POST /api/contacts/merge': async ({ owner }) => ({
    payload: { contact: await contactId(owner), into: await contactId(owner) },
  }),
  'GET /api/customer-form': () => ({}),
  'PATCH /api/customer-form': () => ({ payload: customerForm() }),
  'GET /api/customer-form/held': async ({ owner }) => {
    await heldSubmission(owner)
    return {}
  },
  'POST /api/customer-form/held/:id/accept': async ({ owner }) => ({ id: await heldSubmission(owner) }),
  'DELETE /api/customer-form/held/:id': async ({ owner }) => ({ id: await heldSubmission(owner) }),

  'GET /api/customer/thread': async ({ owner }) => ({ headers: asCustomer(await conversation(owner)) }),
  'POST /api/customer/thread': async ({ owner }) => ({
    headers: asCustomer(await raiseAsCustomer(owner)),
    payload: { message: 'Hello' },
  }),
  'GET /api/customer/events': async ({ owner }) => ({ headers: asCustomer(await raiseAsCustomer(owner)) }),
  'POST /api/customer/seen': async ({ owner }) => ({
    headers: asCustomer(await raiseAsCustomer(owner)),
    payload: { seq: 0 },
  }),
  'PUT /api/customer/rating': async ({ owner }) => {
    const raised = await raiseAsCustomer(owner)
    await owner.post('/chat', { enquiry: raised.enquiryId, message: 'Solved', side: 'host', enquiryStatus: 'closed' })
    return { headers: asCustomer(raised), payload: { rating: 5 } }
  },
  'POST /api/customer/link': async ({ owner }) => ({ headers: asCustomer(await expired(owner)) }),
  'GET /api/held-mails': async ({ owner }) => ({ query: ofEnquiry(await conversation(owner)) }),
  'POST /api/held-mails/:id/accept': async ({ owner }) => ({
    id: await heldMail(owner, (await raiseAsCustomer(owner)).enquiryId),
    payload: { as: 'message' },
  }),
  'DELETE /api/held-mails/:id': async ({ owner }) => ({
    id: await heldMail(owner, (await raiseAsCustomer(owner)).enquiryId),
  }),
  'GET /api/mail-reception': () => ({}),
  'GET /api/undelivered-mails': async ({ owner }) => ({ query: ofEnquiry(await conversation(owner)) }),
  'POST /api/undelivered-mails/:id/retry': async ({ owner }) => ({
    id: await bouncedMail(owner, (await raiseAsCustomer(owner)).enquiryId),
  }),
  'GET /api/customer-links': async ({ owner }) => ({ query: ofEnquiry(await raiseAsCustomer(owner)) }),
  'POST /api/customer-links': async ({ owner }) => ({
    payload: { enquiry: (await raiseAsCustomer(owner)).enquiryId },
  }),
  'DELETE /api/customer-links': async ({ owner }) => ({ query: ofEnquiry(await raiseAsCustomer(owner)) }),
  'GET /api/customer-view': async ({ owner }) => ({ query: ofEnquiry(await conversation(owner)) }),
}

/** The id of a new contact of a person's company. */
async function contactId(person: Person) {
  const { enquiryId } = await raiseAsCustomer(person)
  return (await person.get(`/enquiry?_id=${enquiryId}`)).body.data.docs[0].user._id
}

async function heldSubmission(owner: Person) {
  const form = customerForm()
  await owner.patch('/customer-form', form)
  await sendForm(owner.test, form.slug, { fields: { website: 'filled in by a robot' } })
  return (await owner.get('/customer-form/held')).body.data.at(-1)._id
}

function asCustomer({ token }: { token: string }) {
  return { authorization: `Customer ${token}` }
}

export function ofEnquiry({ enquiryId }: { enquiryId: string }) {
  return `?enquiryId=${enquiryId}`
}

async function expired(owner: Person) {
  const raised = await raiseAsCustomer(owner)
  await expireLinks(owner, raised)
  return raised
}
