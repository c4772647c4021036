import { z } from 'zod'

/** An owner's first steps. Each one is done once the company's data shows it. */
export const FirstSteps = z
  .object({
    isShown: z.boolean().describe('False once the caller has hidden the steps, or the company has many enquiries.'),
    isHidden: z.boolean().describe('The caller has hidden the steps, and the company has few enquiries.'),
    hasInvited: z.boolean().describe('There is a colleague or an invitation.'),
    hasLogo: z.boolean(),
    hasRaised: z.boolean(),
    hasAnswered: z.boolean().describe('Support has replied to an enquiry.'),
    hasImported: z.boolean(),
    sendsMail: z.boolean(),
  })
  .meta({ id: 'FirstSteps' })
export type FirstSteps = z.infer<typeof FirstSteps>

export const ChangeFirstSteps = z.object({ isHidden: z.boolean() }).meta({ id: 'ChangeFirstSteps' })
export type ChangeFirstSteps = z.infer<typeof ChangeFirstSteps>
