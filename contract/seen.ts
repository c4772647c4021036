import { z } from 'zod'
import { maxSeq, Side } from './chat.ts'
import { limits } from './limits.ts'

/** How far the caller has read a thread, and in which seat. */
export const MarkSeen = z
  .object({
    enquiry: z.guid(),
    seq: z.number().int().min(0).max(maxSeq),
    side: Side.default('customer').describe('the seat it was read from; `host` only from who may answer'),
  })
  .meta({ id: 'MarkSeen' })
export type MarkSeen = z.infer<typeof MarkSeen>

/**
 * What waits for the caller: of the enquiries they raised, answer or have written in; for who may answer also of those
 * that are nobody's and wait for an answer.
 */
export const Unread = z
  .object({
    enquiries: z
      .number()
      .int()
      .describe(`how many have a message that the caller has not seen; ${limits.unread} stands for that many or more`),
    newest: z
      .object({ _id: z.guid(), enquiryId: z.string(), at: z.iso.datetime().describe('when its last message came') })
      .nullable()
      .describe('the one with the newest message'),
  })
  .meta({ id: 'Unread' })
export type Unread = z.infer<typeof Unread>
