import { z } from 'zod'
import { ChangeContact, Contact, ContactDetails, MergeContacts } from '#contract/customers/contacts.ts'
import { CustomerForm, HeldSubmission } from '#contract/customers/form.ts'
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
}

export function isCustomerRoute(route: string): route is keyof typeof customerContract {
  return route in customerContract
}

export interface CustomerWorld {
  contacts: ContactDetails[]
  customerForm: CustomerForm
  held: HeldSubmission[]
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

export const noCustomers: CustomerWorld = {
  contacts: [],
  held: [],
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
  }
}

function ok(data: unknown, message?: string) {
  return { status: 200, body: { message, data } }
}
