import { z } from 'zod'

export const EmailLink = z
  .object({ token: z.string().min(1).max(200).describe('The secret in the link.') })
  .meta({ id: 'EmailLink' })
export type EmailLink = z.infer<typeof EmailLink>

/** What a link in a mail will do, shown before the recipient confirms. */
export const EmailLinkState = z
  .object({
    kind: z
      .enum(['confirm', 'revert'])
      .describe('`confirm` confirms the address of an account; `revert` restores its previous address.'),
    state: z
      .enum(['open', 'done', 'expired', 'claimed'])
      .describe('`claimed`: another account has confirmed this address.'),
    email: z.string().describe('The address of the account after the link is used.'),
    replacesPassword: z
      .boolean()
      // A server of the version before this field may answer while servers are replaced one by one.
      .default(false)
      .describe('Whether using it ends all sessions, so that the recipient has to choose a new password.'),
    name: z.string(),
    companyName: z.string(),
  })
  .meta({ id: 'EmailLinkState' })
export type EmailLinkState = z.infer<typeof EmailLinkState>
