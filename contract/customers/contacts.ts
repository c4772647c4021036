import { z } from 'zod'
import { email } from '#contract/accounts.ts'
import { HistoryEntry } from '#contract/history.ts'
import { limits } from '#contract/limits.ts'
import { requiredLine, text } from '#contract/text.ts'
import { languages } from './languages.ts'

/** A customer of a company, outside it. */
export const Contact = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    email: z.string().describe('Unique within the company, in lower case.'),
    language: z.enum(languages),
    firstSeen: z.iso.datetime(),
    lastSeen: z.iso.datetime(),
    isConfirmed: z.boolean().describe('Whether the contact has opened a link that was mailed to this address.'),
    isBlocked: z.boolean().describe('Whether new enquiries of this contact are held back.'),
    isUndeliverable: z.boolean().describe('Whether the last email to this address came back.'),
  })
  .meta({ id: 'Contact' })
export type Contact = z.infer<typeof Contact>

/** A contact with those that were merged into it, and the newest changes to it. */
export const ContactDetails = Contact.extend({
  merged: z.array(Contact.pick({ _id: true, name: true, email: true })),
  history: z.array(HistoryEntry),
}).meta({ id: 'ContactDetails' })
export type ContactDetails = z.infer<typeof ContactDetails>

export const ListContacts = z.object({
  search: text(limits.search)
    .default('')
    .describe('Words or beginnings of words of the name and the address. Without it, the contacts seen last.'),
})
export type ListContacts = z.infer<typeof ListContacts>

export const ChangeContact = z
  .object({
    name: requiredLine(limits.name),
    email: email.describe('A corrected address counts as not confirmed.'),
    language: z.enum(languages),
    isBlocked: z.boolean(),
  })
  .partial()
  .meta({ id: 'ChangeContact' })
export type ChangeContact = z.infer<typeof ChangeContact>

/** Two records of the same customer. Enquiries and messages of both are shown as those of `into`. */
export const MergeContacts = z
  .object({ contact: z.guid().describe('The contact that disappears.'), into: z.guid() })
  .refine(({ contact, into }) => contact.toLowerCase() !== into.toLowerCase(), {
    path: ['into'],
    error: 'Choose another contact',
  })
  .meta({ id: 'MergeContacts' })
export type MergeContacts = z.infer<typeof MergeContacts>
