import { z } from 'zod'
import { ChangeContact, Contact, ContactDetails, MergeContacts } from '#contract/customers/contacts.ts'
import { CustomerForm, HeldSubmission } from '#contract/customers/form.ts'
import {
  AcceptedMail,
  AcceptHeldMail,
  HeldMail,
  HeldMails,
  MailReception,
  UndeliveredMails,
  type UndeliveredMail,
} from '#contract/customers/incoming.ts'
import { uuid } from './people.ts'

/** The schemas of the routes for contacts and the form for customers. */
export const customerContract = {
  'GET /contacts': { answer: z.array(Contact) },
  'GET /contacts/:id': { answer: ContactDetails },
  'PATCH /contacts/:id': { body: ChangeContact, answer: Contact },
  'POST /contacts/merge': { body: MergeContacts, answer: Contact },
  'GET /customer-form': { answer: CustomerForm },
  'PATCH /customer-form': { body: CustomerForm, answer: CustomerForm },
  'GET /customer-form/held': { answer: z.array(HeldSubmission) },
  'POST /customer-form/held/:id/accept': { answer: z.object({ enquiry: z.uuid() }) },
  'DELETE /customer-form/held/:id': { answer: z.null() },
  'GET /held-mails': { answer: HeldMails },
  'POST /held-mails/:id/accept': { body: AcceptHeldMail, answer: AcceptedMail },
  'DELETE /held-mails/:id': { answer: z.null() },
  'GET /undelivered-mails': { answer: UndeliveredMails },
  'POST /undelivered-mails/:id/retry': { answer: z.null() },
  'GET /mail-reception': { answer: MailReception },
}

export function isCustomerRoute(route: string): route is keyof typeof customerContract {
  return route in customerContract
}

export interface CustomerWorld {
  contacts: ContactDetails[]
  customerForm: CustomerForm
  held: HeldSubmission[]
  heldMails: HeldMail[]
  undelivered: UndeliveredMail[]
  mailReception: MailReception
}

/** A contact whose number makes id, name and address. */
export function contact(number: number, changes: Partial<ContactDetails> = {}) {
  return ContactDetails.parse({
    _id: uuid(5000 + number),
    name: `Customer ${number}`,
    email: `customer-${number}@kunde.example`,
    language: 'en',
    firstSeen: '2026-11-20T08:00:00.000Z',
    lastSeen: '2026-11-21T08:00:00.000Z',
    isConfirmed: true,
    isBlocked: false,
    isUndeliverable: false,
    merged: [],
    history: [],
    ...changes,
  })
}

/** An email of a stranger that answers no enquiry. */
export function heldMail(number: number, changes: Partial<HeldMail> = {}) {
  return HeldMail.parse({
    _id: uuid(7000 + number),
    address: 'kim@other.example',
    name: 'Kim Other',
    subject: `Subject ${number}`,
    excerpt: `Excerpt ${number}`,
    receivedAt: '2026-11-21T08:00:00.000Z',
    reason: 'stranger',
    enquiry: null,
    originalUrl: `/api/files/held-${number}`,
    ...changes,
  })
}

export const noCustomers: CustomerWorld = {
  contacts: [],
  held: [],
  heldMails: [],
  undelivered: [],
  mailReception: { address: null, failing: null },
  customerForm: {
    isEnabled: false,
    slug: 'blue-harbour',
    types: ['Question'],
    greeting: '',
    colour: '#146cdd',
    languages: ['en'],
    privacyUrl: null,
    origins: [],
  },
}

interface CustomerRequest {
  route: keyof typeof customerContract
  params: Record<string, unknown>
  body: any
}

/** Their responders in the fake server. */
export function usualCustomers({ route, params, body }: CustomerRequest, world: CustomerWorld) {
  switch (route) {
    case 'GET /contacts':
      return ok(world.contacts.filter(({ name }) => name.includes((params.search as string | undefined) ?? '')))
    case 'GET /contacts/:id':
      return ok(world.contacts.find(({ _id }) => _id === params.id))
    case 'PATCH /contacts/:id':
      world.contacts = world.contacts.map((each) => (each._id === params.id ? { ...each, ...body } : each))
      return ok(
        world.contacts.find(({ _id }) => _id === params.id),
        'Contact saved',
      )
    case 'POST /contacts/merge':
      return ok(
        world.contacts.find(({ _id }) => _id === body.into),
        'Contacts merged',
      )
    case 'GET /customer-form':
      return ok(world.customerForm)
    case 'PATCH /customer-form':
      world.customerForm = body
      return ok(world.customerForm, 'Form saved')
    case 'GET /customer-form/held':
      return ok(world.held)
    case 'POST /customer-form/held/:id/accept':
    case 'DELETE /customer-form/held/:id':
      world.held = world.held.filter(({ _id }) => _id !== params.id)
      return route.startsWith('POST') ? ok({ enquiry: uuid(300) }, 'Enquiry created') : ok(null, 'Submission deleted')
    case 'GET /held-mails': {
      const docs = world.heldMails.filter(({ enquiry }) => !params.enquiryId || enquiry?._id === params.enquiryId)
      return ok({ docs, totalDocs: docs.length })
    }
    case 'POST /held-mails/:id/accept': {
      const answered = world.heldMails.find(({ _id }) => _id === params.id)?.enquiry
      world.heldMails = world.heldMails.filter(({ _id }) => _id !== params.id)
      return ok({ enquiry: body.as === 'message' ? answered?._id : uuid(300) }, 'Email filed')
    }
    case 'DELETE /held-mails/:id':
      world.heldMails = world.heldMails.filter(({ _id }) => _id !== params.id)
      return ok(null, 'Email deleted')
    case 'GET /undelivered-mails':
      return ok({ docs: world.undelivered })
    case 'POST /undelivered-mails/:id/retry':
      world.undelivered = world.undelivered.filter(({ _id }) => _id !== params.id)
      return ok(null, 'Email sent again')
    case 'GET /mail-reception':
      return ok(world.mailReception)
  }
}

function ok(data: unknown, message?: string) {
  return { status: 200, body: { message, data } }
}
