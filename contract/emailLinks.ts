import { z } from 'zod'

export const EmailLink = z
  .object({ token: z.string().min(1).max(200).describe('of the link') })
  .meta({ id: 'EmailLink' })
export type EmailLink = z.infer<typeof EmailLink>

/** The effect of a link in a mail, for its holder to read before they decide. */
export const EmailLinkState = z
  .object({
    kind: z
      .enum(['confirm', 'revert'])
      .describe('confirms the address of an account, or gives an account back the address it had before'),
    state: z
      .enum(['open', 'done', 'expired', 'claimed'])
      .describe('`claimed`: the address belongs to another account that has confirmed it'),
    email: z.string().describe('the address that the account has after the link is used'),
    name: z.string(),
    companyName: z.string(),
  })
  .meta({ id: 'EmailLinkState' })
export type EmailLinkState = z.infer<typeof EmailLinkState>
