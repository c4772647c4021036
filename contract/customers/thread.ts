import { z } from 'zod'
import { maxSeq, MessageEmail, Side } from '#contract/chat.ts'
import { EnquiryDocument, MessageFile, NewDocument } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { cleaned } from '#contract/text/cleaned.ts'
import { languages } from './languages.ts'
import { Satisfaction } from './satisfaction.ts'

/** The state of an enquiry in the customer's words. */
export const customerStatuses = ['received', 'inProgress', 'waiting', 'answered', 'closed'] as const
export const CustomerStatus = z.enum(customerStatuses)
export type CustomerStatus = z.infer<typeof CustomerStatus>

/** A message as the customer sees it: no ids, roles, addresses or pictures of people. */
export const CustomerMessage = z
  .object({
    seq: z.number().int().describe('Position in the thread: 1, 2, 3 … without gaps.'),
    clientId: z
      .string()
      .optional()
      .describe('The `Idempotency-Key` of the request that sent it. Only of own messages.'),
    side: Side,
    isOwn: z.boolean().describe('Whether the customer wrote it.'),
    name: z.string().describe('The name of the person who wrote it.'),
    createdAt: z.iso.datetime(),
    message: z.string().describe('Empty only if the message has files.'),
    files: z.array(MessageFile),
    email: MessageEmail.pick({ isAutomatic: true, collapsed: true, leftOut: true })
      .optional()
      .describe('Present if the message came by email.'),
  })
  .meta({ id: 'CustomerMessage' })
export type CustomerMessage = z.infer<typeof CustomerMessage>

const company = z.object({ companyName: z.string(), logo: z.string().nullable() })

/** An enquiry of a contact with a page of its messages, oldest first: everything that the customer may see, and no more. */
export const CustomerThread = z
  .object({
    key: z
      .string()
      .describe('Names what the customer’s browser keeps for this enquiry. It is the same for every link.'),
    enquiryId: z.string().describe('The number of the enquiry, such as `ENQ-000001`.'),
    enquiryType: z.string(),
    summery: z.string(),
    description: z.string(),
    documents: z.array(EnquiryDocument),
    createdAt: z.iso.datetime(),
    status: CustomerStatus,
    canReopen: z.boolean().describe('Whether the enquiry is closed, and the next message of the customer reopens it.'),
    canReply: z.boolean().describe('False for a contact who is blocked.'),
    name: z.string().describe('The name of the customer.'),
    language: z.enum(languages),
    company,
    satisfaction: Satisfaction.nullable().describe('Null unless the customer is asked for a rating.'),
    messages: z.array(CustomerMessage),
    hasEarlier: z.boolean(),
  })
  .meta({ id: 'CustomerThread' })
export type CustomerThread = z.infer<typeof CustomerThread>

const before = z.coerce
  .number()
  .int()
  .min(1)
  .max(maxSeq)
  .optional()
  .describe('Return only messages with a smaller `seq`.')

export const ReadCustomerThread = z.object({ before })
export const ReadCustomerView = z.object({ enquiryId: z.guid(), before })

export const SendCustomerMessage = z
  .object({
    message: z.string().overwrite(cleaned).trim().max(limits.message).describe('Required unless there are files.'),
    files: z.array(NewDocument).max(limits.messageFiles).default([]),
  })
  .refine(({ message, files }) => message !== '' || files.length > 0, {
    path: ['message'],
    error: 'message is a required field',
  })
  .meta({ id: 'SendCustomerMessage' })
export type SendCustomerMessage = z.infer<typeof SendCustomerMessage>

/** The same fields as `multipart/form-data`, with each file as a file. */
export const SendCustomerMessageForm = z.object({
  ...SendCustomerMessage.shape,
  files: z
    .array(z.string().meta({ format: 'binary' }))
    .max(limits.messageFiles)
    .optional(),
})

export const MarkCustomerSeen = z.object({ seq: z.number().int().min(0).max(maxSeq) }).meta({ id: 'MarkCustomerSeen' })
export type MarkCustomerSeen = z.infer<typeof MarkCustomerSeen>

/** An expired link, with the address that a new one can be mailed to. */
export const ExpiredLink = z
  .object({
    address: z.string().describe('The address of the contact, mostly hidden: `m•••@e•••.com`.'),
    canMail: z.boolean().describe('Whether the server sends mail.'),
    language: z.enum(languages),
    company,
  })
  .meta({ id: 'ExpiredLink' })
export type ExpiredLink = z.infer<typeof ExpiredLink>

export const MailedLink = z.object({ address: z.string() })

/** The link to the customer's page of an enquiry, for people who may answer. */
export const CustomerLinkState = z
  .object({
    isUsable: z.boolean().describe('False if it was revoked, or has expired.'),
    url: z
      .string()
      .nullable()
      .describe('The address of the page, only in the response to a new link on a server that sends no mail.'),
    createdAt: z.iso.datetime().nullable(),
    isConfirmed: z.boolean().describe('Whether the address is known to belong to the person who raised the enquiry.'),
    seenSeq: z.number().int().describe('The last message that the customer’s page has shown; 0 for none.'),
  })
  .meta({ id: 'CustomerLinkState' })
export type CustomerLinkState = z.infer<typeof CustomerLinkState>

export const OfEnquiry = z.object({ enquiryId: z.guid() })
export const NewCustomerLink = z.object({ enquiry: z.guid() }).meta({ id: 'NewCustomerLink' })

/**
 * The events of the customer's stream. They carry nothing: the page then reads its thread. After `leave`, the server is
 * stopping, and the page connects again at once.
 */
export const customerEvents = ['hello', 'change', 'leave'] as const
