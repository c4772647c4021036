import { z } from 'zod'
import { EnquiryStatus } from './enquiries.ts'
import { limits } from './limits.ts'
import { requiredText } from './text.ts'

/** What the database's integers hold. */
export const maxSeq = 2_147_483_647

export const sides = ['customer', 'host'] as const
export const Side = z.enum(sides)
export type Side = z.infer<typeof Side>

export const Message = z
  .object({
    _id: z.uuid(),
    clientId: z.string().optional().describe('the `Idempotency-Key` it was sent under; told to its sender only'),
    enquiry: z.uuid(),
    seq: z.number().int().describe('1, 2, 3 … within its thread, without gaps'),
    side: Side,
    sender: z.object({ _id: z.uuid(), name: z.string(), profilePic: z.string().nullable() }),
    createdAt: z.iso.datetime(),
    message: z.string(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

export const SendMessage = z
  .object({
    enquiry: z.guid(),
    side: Side,
    message: requiredText(limits.message),
    enquiryStatus: EnquiryStatus.optional().describe('what the enquiry becomes with this answer; only from the host'),
  })
  .meta({ id: 'SendMessage' })
export type SendMessage = z.infer<typeof SendMessage>

/** What a message made of its enquiry is told with it: a customer's word opens a closed one again. */
export const SentMessage = Message.extend({ enquiryStatus: EnquiryStatus, isReopened: z.boolean() }).meta({
  id: 'SentMessage',
})
export type SentMessage = z.infer<typeof SentMessage>

export const ReadThread = z.object({
  enquiryId: z.guid(),
  after: z.coerce.number().int().min(0).max(maxSeq).optional().describe('only messages with a greater `seq`'),
  before: z.coerce.number().int().min(1).max(maxSeq).optional().describe('only messages with a smaller `seq`'),
  limit: z.coerce.number().int().min(1).max(limits.thread.maxSize).default(limits.thread.size),
})
export type ReadThread = z.infer<typeof ReadThread>

/** A stretch of a thread, oldest first; `totalDocs` counts the whole thread. */
export const Thread = z.object({
  docs: z.array(Message),
  totalDocs: z.number().int(),
  hasEarlier: z.boolean(),
  hasLater: z.boolean(),
  seenBy: z
    .object({ customer: z.number().int(), host: z.number().int() })
    .describe('the `seq` up to which somebody in that seat has read'),
})
export type Thread = z.infer<typeof Thread>
