import { z } from 'zod'
import { email, Invitation, newPassword } from './accounts.ts'
import { roles } from './accounts/roles.ts'

/** A current or former member of the company. */
export const TeamMember = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    profilePic: z.string().nullable(),
    isActive: z.boolean().describe('A deactivated person keeps their name and history but cannot sign in.'),
    lastSeenAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'TeamMember' })
export type TeamMember = z.infer<typeof TeamMember>

/** An invitation that was neither used nor withdrawn. It may have expired recently. */
export const OpenInvitation = Invitation.omit({ invitation: true, isMailed: true })
  .extend({
    mailFailure: z
      .object({
        reason: z.string().describe('A sentence that says what to do.'),
        isFinal: z.boolean().describe('True if it will not be tried again.'),
      })
      .nullable()
      .describe('Why the email could not be sent; null if no attempt has failed.'),
  })
  .meta({ id: 'OpenInvitation' })
export type OpenInvitation = z.infer<typeof OpenInvitation>

/** Active people first, then by name; newest invitations first. */
export const Team = z.object({ people: z.array(TeamMember), invitations: z.array(OpenInvitation) }).meta({ id: 'Team' })
export type Team = z.infer<typeof Team>

export const ChangeMember = z
  .object({ role: z.enum(roles), isActive: z.boolean() })
  .partial()
  .meta({ id: 'ChangeMember' })
export type ChangeMember = z.infer<typeof ChangeMember>

export const LookAtInvitation = z.object({ invitation: z.string().min(1).max(200) }).meta({ id: 'LookAtInvitation' })

/** What an invited person sees before they accept. */
export const InvitationState = z
  .object({
    state: z.enum(['open', 'used', 'expired', 'withdrawn']),
    companyName: z.string(),
    email: z.string(),
    role: z.enum(roles),
  })
  .meta({ id: 'InvitationState' })
export type InvitationState = z.infer<typeof InvitationState>

export const ForgotPassword = z.object({ email }).meta({ id: 'ForgotPassword' })
export type ForgotPassword = z.infer<typeof ForgotPassword>

/** A link with which a person chooses a new password. It works once. */
export const ResetLink = z
  .object({
    _id: z.uuid(),
    token: z.string().describe('The secret to pass to `POST /auth/reset`. It is returned only here.'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'ResetLink' })
export type ResetLink = z.infer<typeof ResetLink>

export const ResetPassword = z
  .object({ token: z.string().min(1).max(200).describe('The secret in the link.'), newPassword })
  .meta({ id: 'ResetPassword' })
export type ResetPassword = z.infer<typeof ResetPassword>
