import { z } from 'zod'
import { maxSeq, Side } from './chat.ts'
import { limits } from './limits.ts'

/** How far the caller has read a thread, and from which seat. */
export const MarkSeen = z
  .object({
    enquiry: z.guid(),
    seq: z.number().int().min(0).max(maxSeq),
    side: Side.default('customer').describe('The seat from which it was read. `host` requires permission to reply.'),
  })
  .meta({ id: 'MarkSeen' })
export type MarkSeen = z.infer<typeof MarkSeen>

/**
 * Unread messages in the enquiries that the caller follows: those they raised, are assigned or have written in. For
 * people who may reply, also unassigned enquiries that wait for a reply.
 */
export const Unread = z
  .object({
    enquiries: z
      .number()
      .int()
      .describe(`Enquiries with a message that the caller has not seen. ${limits.unread} means that many or more.`),
    newest: z
      .object({ _id: z.guid(), enquiryId: z.string(), at: z.iso.datetime().describe('The time of its last message.') })
      .nullable()
      .describe('The enquiry with the newest unread message.'),
    notifications: z
      .number()
      .int()
      .default(0)
      .describe(`Unread notifications in the inbox. ${limits.notifications.unread} means that many or more.`),
  })
  .meta({ id: 'Unread' })
export type Unread = z.infer<typeof Unread>
