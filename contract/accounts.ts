import { z } from 'zod'
import { roles } from './accounts/roles.ts'
import { limits } from './limits.ts'
import { requiredLine } from './text.ts'

/** Who may register: anyone, people with an invitation, or no one. The first company can always be registered. */
export const registrations = ['open', 'invited', 'closed'] as const
export type Registration = (typeof registrations)[number]

export const User = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    mustConfirmEmail: z
      .boolean()
      .describe('True if the server sends email and the confirmation link sent to this address has not been used.'),
    isOperator: z
      .boolean()
      // A server of the version before this field may answer while servers are replaced one by one.
      .default(false)
      .describe('Whether the server names this confirmed address among its operators, who see the page /operator.'),
    profilePic: z.string().nullable(),
    company: z.object({
      _id: z.uuid(),
      companyName: z.string(),
      logo: z.string().nullable(),
      sessionDays: z.number().int().describe('Maximum length of a session, in days after sign-in.'),
      assignsOnReply: z
        .boolean()
        // A server of the version before this field may answer while servers are replaced one by one.
        .default(true)
        .describe('Whether a reply to an unassigned enquiry assigns it to the person who writes the reply.'),
      enquiryTypes: z
        .array(z.string())
        .default([])
        .describe('The types that the create form offers besides the ones in use. Empty: it suggests general ones.'),
    }),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const participantKinds = ['user', 'contact'] as const
export type ParticipantKind = (typeof participantKinds)[number]

/** Whoever raised an enquiry or wrote a message: a user of the company, or a contact, who is a customer outside it. */
export const Participant = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    kind: z
      .enum(participantKinds)
      // A server of the version before this field may answer while servers are replaced one by one.
      .default('user')
      .describe('`user` for someone with an account, `contact` for a customer outside the company.'),
    profilePic: z.string().nullable(),
  })
  .meta({ id: 'Participant' })
export type Participant = z.infer<typeof Participant>

export const SignedIn = z.object({ accessToken: z.string(), userData: User }).meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>

export const email = z.string().trim().toLowerCase().min(1).max(limits.email).pipe(z.email())
export const newPassword = z.string().min(limits.password.min).max(limits.password.max)
const name = requiredLine(limits.name)
const companyName = requiredLine(limits.companyName)
const sessionDays = z.number().int().min(limits.sessionDays.min).max(limits.sessionDays.max)
const enquiryTypes = z
  .array(requiredLine(limits.enquiryType))
  .max(limits.companyTypes)
  .refine((types) => new Set(types).size === types.length, 'Each type can be listed only once')
const picture = z.string().min(1).nullable().describe('An image as a `data:` URL, or null to remove it.')

const currentPassword = z.string().min(1).max(limits.password.max)

export const LogIn = z
  .object({
    email,
    password: currentPassword,
    company: z
      .uuid()
      .optional()
      .describe('The company to sign in to, if the same email address and password are valid in several.'),
  })
  .meta({ id: 'LogIn' })
export type LogIn = z.infer<typeof LogIn>

/** The `data` of the error `choose-company`: the companies for which the email address and the password are valid. */
export const CompanyChoice = z.array(z.object({ _id: z.uuid(), companyName: z.string() })).meta({ id: 'CompanyChoice' })
export type CompanyChoice = z.infer<typeof CompanyChoice>

/** Confirms the caller's identity for the next 10 minutes. */
export const Reauthenticate = z.object({ password: currentPassword }).meta({ id: 'Reauthenticate' })
export type Reauthenticate = z.infer<typeof Reauthenticate>

export const RegisterCompany = z
  .object({ companyName, name, email, password: newPassword })
  .meta({ id: 'RegisterCompany' })
export type RegisterCompany = z.infer<typeof RegisterCompany>

export const JoinCompany = z
  .object({ invitation: z.string().min(1).max(200), name, password: newPassword })
  .meta({ id: 'JoinCompany' })
export type JoinCompany = z.infer<typeof JoinCompany>

/** With an `invitation`, JoinCompany; without one, RegisterCompany. Errors then name the fields of that schema only. */
export const Register = z
  .looseObject({ invitation: z.unknown().optional() })
  .transform((input, context): RegisterCompany | JoinCompany => {
    const parsed = (input.invitation === undefined ? RegisterCompany : JoinCompany).safeParse(input)
    if (parsed.success) return parsed.data
    context.issues.push(...parsed.error.issues.map((issue) => ({ ...issue, input: undefined, continue: true })))
    return z.NEVER
  })
  .meta({
    anyOf: [{ $ref: '#/components/schemas/RegisterCompanyInput' }, { $ref: '#/components/schemas/JoinCompanyInput' }],
  })

export const Invite = z.object({ email, role: z.enum(roles) }).meta({ id: 'Invite' })
export type Invite = z.infer<typeof Invite>

export const Invitation = z
  .object({
    _id: z.uuid(),
    invitation: z.string().describe('The secret to pass to `POST /auth/register`. It is returned only here.'),
    email: z.string(),
    role: z.enum(roles),
    expiresAt: z.iso.datetime(),
    isMailed: z.boolean().describe('Whether the link is emailed to the address. If false, pass it on yourself.'),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

/** The fields to change. `company` requires permission to update the company. */
export const UpdateUser = z
  .object({
    name,
    email,
    profilePic: picture,
    company: z.object({ companyName, logo: picture, sessionDays, assignsOnReply: z.boolean(), enquiryTypes }).partial(),
  })
  .partial()
  .meta({ id: 'UpdateUser' })
export type UpdateUser = z.infer<typeof UpdateUser>

export const ChangePassword = z.object({ currentPassword, newPassword }).meta({ id: 'ChangePassword' })
export type ChangePassword = z.infer<typeof ChangePassword>

/** A browser in which the caller is signed in. */
export const SessionEntry = z
  .object({
    _id: z.uuid(),
    device: z.string().describe("The browser's `User-Agent` header."),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'SessionEntry' })
export type SessionEntry = z.infer<typeof SessionEntry>
