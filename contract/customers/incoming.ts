import { z } from 'zod'

/** Why a received email is held instead of filed. */
export const heldMailReasons = ['failed', 'stranger', 'forged', 'flood', 'blocked', 'closed'] as const
export const HeldMailReason = z.enum(heldMailReasons)
export type HeldMailReason = z.infer<typeof HeldMailReason>

/** A received email that waits for a person to decide where it belongs. */
export const HeldMail = z
  .object({
    _id: z.uuid(),
    address: z.string().describe('The address of the sender, or an empty text if the email names none.'),
    name: z.string(),
    subject: z.string(),
    excerpt: z.string().describe('The beginning of its text.'),
    receivedAt: z.iso.datetime(),
    reason: HeldMailReason.describe(
      '`failed`: it could not be processed. `stranger`: the sender is not in the conversation that it answers. `forged`: ' +
        'the sender’s domain says that it is not from there. `flood`: the sender has written more than 10 emails in 10 ' +
        'minutes. `blocked`: the sender is blocked. `closed`: the company’s form is switched off.',
    ),
    enquiry: z
      .object({ _id: z.uuid(), enquiryId: z.string(), summery: z.string() })
      .nullable()
      .describe('The enquiry that it answers.'),
    originalUrl: z.string().describe('Downloads the email as it was received.'),
  })
  .meta({ id: 'HeldMail' })
export type HeldMail = z.infer<typeof HeldMail>

export const ListHeldMails = z.object({
  enquiryId: z.guid().optional().describe('Return only emails that answer this enquiry.'),
})
/** The oldest emails that are held, and the number of all. */
export const HeldMails = z.object({ docs: z.array(HeldMail), totalDocs: z.number().int() })
export type HeldMails = z.infer<typeof HeldMails>

export const OfHeldMail = z.object({ id: z.guid() })
export const AcceptHeldMail = z
  .object({
    as: z
      .enum(['message', 'enquiry'])
      .describe('`message`: admit the sender to the conversation. `enquiry`: make a new enquiry of it.'),
  })
  .meta({ id: 'AcceptHeldMail' })
export type AcceptHeldMail = z.infer<typeof AcceptHeldMail>
export const AcceptedMail = z.object({ enquiry: z.uuid() })
export type AcceptedMail = z.infer<typeof AcceptedMail>

/** An email of replies to the customer that did not arrive. */
export const UndeliveredMail = z
  .object({
    _id: z.uuid(),
    fromSeq: z.number().int().describe('The first message that it contains.'),
    toSeq: z.number().int().describe('The last message that it contains.'),
    address: z.string(),
    reason: z.string().describe('A sentence without a full stop.'),
  })
  .meta({ id: 'UndeliveredMail' })
export type UndeliveredMail = z.infer<typeof UndeliveredMail>

export const ListUndeliveredMails = z.object({ enquiryId: z.guid() })
export const UndeliveredMails = z.object({ docs: z.array(UndeliveredMail) })

/** How the company receives email. */
export const MailReception = z
  .object({
    address: z.string().nullable().describe('Customers write to this address; null if the server receives no email.'),
    failing: z
      .object({ since: z.iso.datetime(), reason: z.string() })
      .nullable()
      .describe('Present once the mailbox could not be read for 5 minutes.'),
  })
  .meta({ id: 'MailReception' })
export type MailReception = z.infer<typeof MailReception>
