import { z } from 'zod'
import { email, Invitation, newPassword, roles } from './accounts.ts'

/** Somebody of the company, also who has left it. */
export const TeamMember = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    profilePic: z.string().nullable(),
    isActive: z.boolean().describe('who is not keeps name and history, and cannot sign in'),
    lastSeenAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'TeamMember' })
export type TeamMember = z.infer<typeof TeamMember>

/** One that nobody has used or withdrawn; it may have expired lately. */
export const OpenInvitation = Invitation.omit({ isMailed: true })
  .extend({
    invitation: z.string().nullable().describe('the secret of its link; null for one whose link was told once only'),
    mailFailure: z
      .object({
        reason: z.string().describe('a sentence that says what to do'),
        isFinal: z.boolean().describe('it is not tried again'),
      })
      .nullable()
      .describe('why the mail server has not taken its mail'),
  })
  .meta({ id: 'OpenInvitation' })
export type OpenInvitation = z.infer<typeof OpenInvitation>

/** Who is active first, then by name; invitations the latest first. */
export const Team = z.object({ people: z.array(TeamMember), invitations: z.array(OpenInvitation) }).meta({ id: 'Team' })
export type Team = z.infer<typeof Team>

export const ChangeMember = z
  .object({ role: z.enum(roles), isActive: z.boolean() })
  .partial()
  .meta({ id: 'ChangeMember' })
export type ChangeMember = z.infer<typeof ChangeMember>

export const LookAtInvitation = z.object({ invitation: z.string().min(1).max(200) }).meta({ id: 'LookAtInvitation' })

/** What whoever holds an invitation is told of it before they use it. */
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

export const ResetPassword = z
  .object({ token: z.string().min(1).max(200).describe('of the link'), newPassword })
  .meta({ id: 'ResetPassword' })
export type ResetPassword = z.infer<typeof ResetPassword>
