import { z } from 'zod'
import { Participant } from './accounts.ts'
import { MessageFile, NewDocument } from './documents.ts'
import { EnquiryStatus } from './enquiries.ts'
import { limits } from './limits.ts'
import { cleaned } from './text/cleaned.ts'

/** The largest value of PostgreSQL's `integer` type. */
export const maxSeq = 2_147_483_647

export const sides = ['customer', 'host'] as const
export const Side = z.enum(sides)
export type Side = z.infer<typeof Side>

/** Why part of an email is not in its message: its kind, its size, too many parts, no storage left, or too much text. */
export const leftOutReasons = ['kind', 'size', 'count', 'room', 'text'] as const
export const LeftOut = z.object({ name: z.string(), reason: z.enum(leftOutReasons) })
export type LeftOut = z.infer<typeof LeftOut>

/** Ranges of a text, as pairs of its positions in UTF-16 code units: from and to. */
const ranges = z.array(z.tuple([z.number().int(), z.number().int()]))

/** The fields that only a message that came by email has. */
export const MessageEmail = z.object({
  address: z
    .string()
    .nullable()
    .describe('The address of the sender, to which replies go. Null for callers who may not reply.'),
  sentFrom: z
    .string()
    .optional()
    .describe(
      'The address from which it was sent, if the sender wants replies at another one, which nobody has checked.',
    ),
  isVerified: z
    .boolean()
    .optional()
    .describe('False if anybody may have written it in the name of its sender. Servers of 0.1 do not say.'),
  isAutomatic: z.boolean().describe('Whether a program wrote it, such as an out-of-office notice.'),
  collapsed: ranges.describe('The quotes and signatures in the message, which are shown on request.'),
  leftOut: z.array(LeftOut).describe('The parts of the email that are not in the message.'),
  originalUrl: z
    .string()
    .nullable()
    .describe('Downloads the email as it was received. Null for callers who may not reply.'),
})
export type MessageEmail = z.infer<typeof MessageEmail>

export const Message = z
  .object({
    _id: z.uuid(),
    clientId: z
      .string()
      .optional()
      .describe('The `Idempotency-Key` of the request that sent it. Visible to its sender only.'),
    enquiry: z.uuid(),
    seq: z.number().int().describe('Position in the thread: 1, 2, 3 … without gaps.'),
    side: Side,
    sender: Participant,
    createdAt: z.iso.datetime(),
    message: z.string().describe('Empty only if the message has files.'),
    files: z.array(MessageFile).default([]),
    email: MessageEmail.optional().describe('Present if the message came by email.'),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

export const SendMessage = z
  .object({
    enquiry: z.guid(),
    side: Side,
    message: z.string().overwrite(cleaned).trim().max(limits.message).describe('Required unless there are files.'),
    files: z.array(NewDocument).max(limits.messageFiles).default([]),
    enquiryStatus: EnquiryStatus.optional().describe('The new status of the enquiry. Only with side `host`.'),
  })
  .refine(({ message, files }) => message !== '' || files.length > 0, {
    path: ['message'],
    error: 'message is a required field',
  })
  .meta({ id: 'SendMessage' })
export type SendMessage = z.infer<typeof SendMessage>

/** The same fields as `multipart/form-data`, with each file as a file. */
export const SendMessageForm = z.object({
  ...SendMessage.shape,
  files: z
    .array(z.string().meta({ format: 'binary' }))
    .max(limits.messageFiles)
    .optional(),
})

/** A message and what it did to its enquiry: a customer's comment reopens one that is closed or on hold. */
export const SentMessage = Message.extend({ enquiryStatus: EnquiryStatus, isReopened: z.boolean() }).meta({
  id: 'SentMessage',
})
export type SentMessage = z.infer<typeof SentMessage>

export const ReadThread = z.object({
  enquiryId: z.guid(),
  after: z.coerce.number().int().min(0).max(maxSeq).optional().describe('Return only messages with a greater `seq`.'),
  before: z.coerce.number().int().min(1).max(maxSeq).optional().describe('Return only messages with a smaller `seq`.'),
  limit: z.coerce.number().int().min(1).max(limits.thread.maxSize).default(limits.thread.size),
})
export type ReadThread = z.infer<typeof ReadThread>

/** Part of a thread, oldest message first. `totalDocs` counts the whole thread. */
export const Thread = z.object({
  docs: z.array(Message),
  totalDocs: z.number().int(),
  hasEarlier: z.boolean(),
  hasLater: z.boolean(),
  seenBy: z
    .object({ customer: z.number().int(), host: z.number().int() })
    .describe('For each seat, the highest `seq` that anyone in it has read.'),
})
export type Thread = z.infer<typeof Thread>

/** The newest files of a thread, or those of the messages before `before`. */
export const ReadThreadFiles = z.object({
  enquiryId: z.guid(),
  before: z.coerce.number().int().min(1).max(maxSeq).optional().describe('Return only files of messages before it.'),
})
export type ReadThreadFiles = z.infer<typeof ReadThreadFiles>

/** Files of a thread with the message that each is in, newest message first. */
export const ThreadFiles = z.object({
  docs: z.array(
    z.object({ seq: z.number().int(), sender: z.string(), createdAt: z.iso.datetime(), file: MessageFile }),
  ),
  hasEarlier: z.boolean(),
})
export type ThreadFiles = z.infer<typeof ThreadFiles>
